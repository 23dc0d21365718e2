//===- TellFreeSites.cpp - The table that says who frees what -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Message.h"
#include "Symbols.h"
#include "Tell.h"
#include "live/FreeSites.h"
#include "live/Records.h"
#include "live/ShownSites.h"
#include "profile/Pages.h"
#include "store/LogTables.h"

namespace allocsite {

static bool isBefore(const FreeSite &A, const FreeSite &B) {
  return A.Blocks != B.Blocks ? A.Blocks > B.Blocks
         : A.Site != B.Site   ? A.Site < B.Site
                              : A.Caller < B.Caller;
}

/// Entries of one function are one. False where there is no memory.
static bool gather(PageArray<FreeSite> &To, Symbols &Known) {
  size_t Count;
  const FreeSite *All = freeSites(Count);
  for (size_t I = 0; I < Count; ++I) {
    FreeSite Each = {All[I].Site, All[I].Caller,
                     __atomic_load_n(&All[I].Blocks, __ATOMIC_RELAXED)};
    if (!Each.Site || !Each.Blocks)
      continue;
    Each.Caller = Known.beginOf(Each.Caller);
    size_t At = 0;
    while (At < To.size() && (To[At].Site != Each.Site || To[At].Caller != Each.Caller))
      ++At;
    if (At < To.size())
      To[At].Blocks += Each.Blocks;
    else if (!To.push(Each))
      return false;
  }
  for (size_t I = 1; I < To.size(); ++I)
    for (size_t J = I; J && isBefore(To[J], To[J - 1]); --J) {
      FreeSite Other = To[J];
      To[J] = To[J - 1];
      To[J - 1] = Other;
    }
  return true;
}

static bool append(PageArray<char> &To, TextRef More) {
  size_t At = To.size();
  if (!To.reserve(At + More.Size + 4096) || !To.resize(At + More.Size))
    return false;
  memcpy(&To[At], More.Bytes, More.Size);
  return true;
}

static bool appendQuoted(PageArray<char> &To, TextRef Field) {
  bool IsFine = append(To, "\"");
  for (size_t I = 0; IsFine && I < Field.Size; ++I)
    IsFine = append(To, Field.Bytes[I] == '"' ? TextRef("\"\"") : TextRef(Field.Bytes + I, 1));
  return IsFine && append(To, "\"");
}

/// One row. False where there is no memory.
static bool appendRow(PageArray<char> &To, const FreeSite &Of, Expander &Names,
                      Symbols &Known) {
  static char Place[4096], Function[4096]; // under the lock
  Expansion Site;
  const LiveKey &Key = liveRecords().key(shownSite(uint32_t(Of.Site)).Record);
  if (!Names.expand(Key.Site, Key.Context, Site))
    return false;
  Text PlaceText(Place, sizeof(Place)), FunctionText(Function, sizeof(Function));
  Site.siteText(PlaceText);
  Known.describe(FunctionText, Of.Caller);
  char Digits[32];
  Text Number(Digits, sizeof(Digits));
  Number.add(',').number(Of.Blocks).add('\n');
  return appendQuoted(To, PlaceText.ref()) && append(To, ",") &&
         appendQuoted(To, Site.Allocator) && append(To, ",") &&
         appendQuoted(To, FunctionText.ref()) && append(To, Number.ref());
}

static bool fill(PageArray<char> &To, Expander &Names) {
  Symbols Known;
  PageArray<FreeSite> All;
  if (!gather(All, Known) || !append(To, "site,allocator,freed by,freed count\n"))
    return false;
  for (size_t I = 0; I < All.size(); ++I)
    if (!appendRow(To, All[I], Names, Known))
      return false;
  return true;
}

void tellFreeSites(Expander &Names) {
  PageArray<char> Rows;
  if (HasFreeSites && !fill(Rows, Names)) {
    Message(Importance::Normal)
        .add("allocsite: warning: free-sites=1: no memory; who frees what is not written");
    Rows.resize(0);
  }
  addTable("frees", Rows.begin(), Rows.size());
}

} // namespace allocsite

//===- TellFreeSites.cpp - The table that says who frees what -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Mappings.h"
#include "Message.h"
#include "Tell.h"
#include "live/FreeSites.h"
#include "live/Records.h"
#include "live/ShownSites.h"
#include "profile/Files.h"
#include "profile/Pages.h"
#include "store/LogTables.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>

namespace allocsite {

/// Names functions by their addresses:
///
///   address ──/proc/self/maps──▶ file, offset ──its symbol table──▶ function
///
/// Neither the loader is asked, which has a lock, nor the C++ library to demangle, which
/// allocates: a process may end in the middle of either.
class Symbols {
  Mappings Maps;

  TextRef Path;               // of the file that was asked for last
  const char *File = nullptr; // its bytes
  size_t Bytes = 0;

  bool findFile(uintptr_t Address, TextRef &Path, uintptr_t &Base) const;
  static bool findFileIn(const Mappings &Maps, uintptr_t Address, TextRef &Path,
                         uintptr_t &Base);
  void open(TextRef Path);
  bool findIn(uintptr_t Base, uintptr_t Address, uintptr_t &Begin, TextRef &Name) const;

public:
  Symbols() = default;
  Symbols(const Symbols &) = delete;
  ~Symbols();

  /// Where the function begins that the call which returns to `Caller` stands in; the address
  /// itself where no symbol is known.
  uintptr_t beginOf(uintptr_t Caller);
  /// Appends its symbol, or the file and the offset of an address without one.
  void describe(Text &To, uintptr_t Begin);
};

Symbols::~Symbols() {
  if (File)
    unmapPages(const_cast<char *>(File), Bytes);
}

/// As it is now, or as it was before the file was closed.
bool Symbols::findFile(uintptr_t Address, TextRef &Its, uintptr_t &Base) const {
  unsigned Count;
  const Mappings *Earlier = mappingsOfCallers(Count);
  bool IsFound = findFileIn(Maps, Address, Its, Base);
  while (!IsFound && Count)
    IsFound = findFileIn(Earlier[--Count], Address, Its, Base);
  return IsFound;
}

/// `Base`: where the first mapping of the file begins.
bool Symbols::findFileIn(const Mappings &Maps, uintptr_t Address, TextRef &Its,
                         uintptr_t &Base) {
  TextRef Last;
  bool IsFound = false;
  Maps.forEach([&](const Mapping &Each) {
    // Zeros behind what the file has, and gaps between its segments, are mappings of no file.
    if (!Each.Path.empty() && Each.Path != Last) {
      Base = Each.Begin;
      Last = Each.Path;
    }
    if (Address < Each.Begin || Address >= Each.End)
      return true;
    Its = Each.Path;
    IsFound = !Each.Path.empty();
    return false;
  });
  return IsFound;
}

/// Of the file nothing is believed that is not checked: it may be another one by now.
void Symbols::open(TextRef Wanted) {
  if (Wanted == Path)
    return;
  Path = Wanted;
  if (File)
    unmapPages(const_cast<char *>(File), Bytes);
  File = nullptr;
  char Name[4096];
  Text NameText(Name, sizeof(Name));
  if (NameText.add(Wanted).cut())
    return;
  int From = openFile(Name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  struct stat Status;
  if (From < 0)
    return;
  if (statusOf(From, &Status) == 0 && S_ISREG(Status.st_mode) &&
      Status.st_size >= off_t(sizeof(ElfW(Ehdr)))) {
    Bytes = static_cast<size_t>(Status.st_size);
    // By system call: see mapSharedPages.
    long Memory = syscall(SYS_mmap, nullptr, Bytes, PROT_READ, MAP_PRIVATE, From, 0L);
    File = Memory == -1 ? nullptr : reinterpret_cast<const char *>(Memory);
  }
  closeFile(From);
}

bool Symbols::findIn(uintptr_t Base, uintptr_t Address, uintptr_t &Begin,
                     TextRef &Name) const {
  if (!File)
    return false;
  auto fits = [&](uint64_t At, uint64_t Size) { return At <= Bytes && Size <= Bytes - At; };
  const auto *Head = reinterpret_cast<const ElfW(Ehdr) *>(File);
  if (memcmp(Head->e_ident, ELFMAG, SELFMAG) != 0 || Head->e_shentsize != sizeof(ElfW(Shdr)) ||
      Head->e_shoff % alignof(ElfW(Shdr)) ||
      !fits(Head->e_shoff, uint64_t(Head->e_shnum) * sizeof(ElfW(Shdr))))
    return false;
  const uintptr_t Offset = Head->e_type == ET_EXEC ? Address : Address - Base;
  const auto *Sections = reinterpret_cast<const ElfW(Shdr) *>(File + Head->e_shoff);
  const uint32_t Kinds[] = {SHT_SYMTAB, SHT_DYNSYM};
  for (uint32_t Wanted : Kinds)
    for (unsigned I = 0; I < Head->e_shnum; ++I) {
      const ElfW(Shdr) &Table = Sections[I];
      if (Table.sh_type != Wanted || Table.sh_link >= Head->e_shnum ||
          Table.sh_offset % alignof(ElfW(Sym)) || !fits(Table.sh_offset, Table.sh_size))
        continue;
      const ElfW(Shdr) &Names = Sections[Table.sh_link];
      if (!fits(Names.sh_offset, Names.sh_size) || !Names.sh_size ||
          File[Names.sh_offset + Names.sh_size - 1])
        continue;
      const auto *All = reinterpret_cast<const ElfW(Sym) *>(File + Table.sh_offset);
      for (size_t J = 0; J < Table.sh_size / sizeof(ElfW(Sym)); ++J)
        if (ELF64_ST_TYPE(All[J].st_info) == STT_FUNC && All[J].st_name < Names.sh_size &&
            Offset - All[J].st_value < All[J].st_size) {
          Begin = Address - (Offset - All[J].st_value);
          Name = TextRef(File + Names.sh_offset + All[J].st_name);
          return true;
        }
    }
  return false;
}

uintptr_t Symbols::beginOf(uintptr_t Caller) {
  // Behind a call that does not return another function may begin.
  const uintptr_t Address = Caller - 1;
  TextRef Of, Name;
  uintptr_t Base, Begin;
  if (!Caller || !findFile(Address, Of, Base))
    return Caller;
  open(Of);
  return findIn(Base, Address, Begin, Name) ? Begin : Caller;
}

void Symbols::describe(Text &To, uintptr_t Begin) {
  TextRef Of, Name;
  uintptr_t Base, Its;
  if (!Begin || !findFile(Begin, Of, Base)) {
    To.add('-');
    return;
  }
  open(Of);
  if (findIn(Base, Begin, Its, Name)) {
    To.add(Name);
    return;
  }
  size_t Slash = Of.Size;
  while (Slash && Of.Bytes[Slash - 1] != '/')
    --Slash;
  To.add(TextRef(Of.Bytes + Slash, Of.Size - Slash)).add('+').number(uint64_t(Begin - Base));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static bool isBefore(const FreeSite &A, const FreeSite &B) {
  return A.Blocks != B.Blocks ? A.Blocks > B.Blocks
         : A.Site != B.Site   ? A.Site < B.Site
                              : A.Caller < B.Caller;
}

/// Entries of one function are one. False if memory is short.
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

/// One row. False if memory is short.
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

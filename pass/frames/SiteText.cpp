//===- SiteText.cpp - A site in the words of the CSV ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteText.h"

using namespace llvm;

namespace allocsite {

std::string placeText(StringRef File, unsigned Line, unsigned Column, unsigned Repeat) {
  std::string Text = File.str() + ":" + std::to_string(Line) + ":" + std::to_string(Column);
  return Repeat > 1 ? Text + "#" + std::to_string(Repeat) : Text;
}

std::string ordinalText(StringRef Function, unsigned Ordinal) {
  return Function.str() + "#" + std::to_string(Ordinal);
}

static const std::string &nameOf(const DescriptorTables &Tables, uint32_t Function) {
  return Tables.Strings[Tables.Functions[Function].Name];
}

/// Without a place where the frame has none.
static SiteText textOfFrame(const DescriptorTables &Tables, uint32_t Frame) {
  SiteText Text;
  const AllocSiteFrame &At = Tables.Frames[Frame];
  Text.Function = nameOf(Tables, At.Function);
  if (At.File)
    Text.Place = placeText(Tables.Strings[At.File], At.Line, At.Column, At.Repeat);
  else if (At.Line)
    Text.Place = ordinalText(Text.Function, At.Line);
  return Text;
}

SiteText textOfSite(const DescriptorTables &Tables, const AllocSiteSite &Site) {
  SiteText Text = textOfFrame(Tables, Site.Frame);
  Text.InLibrary = !Site.Frame || Site.Flags & ALLOCSITE_SITE_OF_LIBRARY;
  if (!Site.Frame)
    Text.Function = nameOf(Tables, Site.Function);
  if (Text.Place.empty())
    Text.Place = ordinalText(nameOf(Tables, Site.Function), Site.Ordinal);
  return Text;
}

SiteText textOfCall(const DescriptorTables &Tables, const AllocSiteCallSite &Call) {
  return textOfFrame(Tables, Call.Frame);
}

} // namespace allocsite

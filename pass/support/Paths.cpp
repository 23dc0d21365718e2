//===- Paths.cpp - One file is one path -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <iterator>

using namespace llvm;

namespace allocsite {

std::string withoutDots(StringRef Path) {
  SmallString<256> Kept(Path);
  sys::path::remove_dots(Kept, /*remove_dot_dot=*/true);
  return Kept.empty() ? Path.str() : Kept.str().str();
}

std::string pathFrom(StringRef Directory, StringRef Path) {
  std::string Kept = withoutDots(Path);
  auto Up = std::find_if(sys::path::begin(Kept), sys::path::end(Kept),
                         [](StringRef Each) { return Each != ".."; });
  auto UpCount = std::distance(sys::path::begin(Kept), Up);
  if (UpCount == 0)
    return Kept;
  std::string From = withoutDots(Directory);
  bool IsAbsolute = sys::path::is_absolute(From);
  auto Depth = std::distance(sys::path::begin(From), sys::path::end(From)) - IsAbsolute;
  if (UpCount > Depth)
    return Kept;
  SmallString<256> Joined(From);
  sys::path::append(Joined, Kept);
  std::string Whole = withoutDots(Joined);
  auto [InWhole, InFrom] =
      std::mismatch(sys::path::begin(Whole), sys::path::end(Whole),
                    sys::path::begin(From), sys::path::end(From));
  bool IsRootAlone = IsAbsolute && InFrom == std::next(sys::path::begin(From));
  SmallString<256> Rest;
  for (; InWhole != sys::path::end(Whole); ++InWhole)
    sys::path::append(Rest, *InWhole);
  return IsRootAlone || Rest.empty() ? Whole : Rest.str().str();
}

} // namespace allocsite

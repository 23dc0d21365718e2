//===- Paths.cpp - One file is one path -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <iterator>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace allocsite {

/// The target of the symbolic link `Path`; "" if it is no link or does not exist.
static std::string targetOf(const Twine &Path) {
  char Target[4096];
  ssize_t Length = ::readlink(Path.str().c_str(), Target, sizeof Target);
  return Length > 0 && size_t(Length) < sizeof Target ? std::string(Target, Length) : "";
}

namespace {

/// Takes the dots out of one path. Behind a link `..` is not the directory that the link
/// is in, so the link's target takes its place first.
class DotRemover {
public:
  DotRemover(StringRef Directory, StringRef Path)
      : Directory(Directory), IsAbsolute(sys::path::is_absolute(Path)) {
    pushInFront(Path);
  }

  std::string run() {
    while (!Ahead.empty()) {
      std::string Part = std::move(Ahead.back());
      Ahead.pop_back();
      if (Part != "..")
        Kept.push_back(std::move(Part));
      else if (Kept.empty() ? !IsAbsolute : Kept.back() == ".." || !goUp())
        Kept.push_back(std::move(Part));
    }
    return (IsAbsolute ? "/" : "") + join(Kept, "/");
  }

private:
  void pushInFront(StringRef Path) {
    SmallVector<StringRef, 16> Parts;
    Path.split(Parts, '/', -1, /*KeepEmpty=*/false);
    for (StringRef Part : reverse(Parts))
      if (Part != ".")
        Ahead.push_back(Part.str());
  }

  /// Returns false where `..` has to stay: a relative name does not become one of this
  /// machine.
  bool goUp() {
    std::string Here = join(Kept, "/");
    std::string Target = targetOf(IsAbsolute ? "/" + Here : (Directory + "/" + Here).str());
    StringRef To = Target;
    if (To.empty()) {
      Kept.pop_back();
      return true;
    }
    bool FromTop = sys::path::is_absolute(To);
    if (FromTop && !IsAbsolute &&
        !(To.consume_front(Directory) && To.take_front() == "/" && Directory.size() > 1))
      return false;
    if (++Links > MostLinks)
      return false;
    if (FromTop)
      Kept.clear();
    else
      Kept.pop_back();
    Ahead.push_back("..");
    pushInFront(To);
    return true;
  }

  static constexpr unsigned MostLinks = 40; // as Linux follows
  const StringRef Directory;
  const bool IsAbsolute;
  unsigned Links = 0;
  std::vector<std::string> Kept, Ahead; // Ahead: the next one is the last.
};

} // namespace

/// `Directory` is what a relative path is of.
static std::string withoutDots(StringRef Directory, StringRef Path) {
  std::string Kept = DotRemover(Directory, Path).run();
  return Kept.empty() ? Path.str() : Kept;
}

std::string withoutDots(StringRef Path) { return withoutDots(".", Path); }

std::string pathFrom(StringRef Directory, StringRef Path) {
  std::string Kept = withoutDots(Directory.empty() ? "." : Directory, Path);
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
  auto [InWhole, InFrom] = std::mismatch(sys::path::begin(Whole), sys::path::end(Whole),
                                         sys::path::begin(From), sys::path::end(From));
  bool IsRootAlone = IsAbsolute && InFrom == std::next(sys::path::begin(From));
  SmallString<256> Rest;
  for (; InWhole != sys::path::end(Whole); ++InWhole)
    sys::path::append(Rest, *InWhole);
  return IsRootAlone || Rest.empty() ? Whole : Rest.str().str();
}

} // namespace allocsite

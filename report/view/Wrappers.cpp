//===- Wrappers.cpp - Functions that allocate for others ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wrappers.h"

#include "Sites.h"
#include "read/AllocationLog.h"
#include "support/KeySet.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

using namespace allocsite;

bool allocsite::isRuleName(std::string_view Function) {
  return !Function.empty() && Function != "main" &&
         std::all_of(Function.begin(), Function.end(),
                     [](unsigned char C) { return std::isalnum(C) || C == '_' || C == ':'; });
}

namespace {

bool soundsLikeAllocator(std::string_view Function) {
  if (size_t Scope = Function.rfind("::"); Scope != Function.npos)
    Function.remove_prefix(Scope + 2);
  std::string Lower(Function);
  std::transform(Lower.begin(), Lower.end(), Lower.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  for (const char *Word : {"alloc", "strdup", "strndup", "memdup"})
    if (Lower.find(Word) != Lower.npos)
      return true;
  return false;
}

/// The wrappers of one allocator.
class WrapperSearch {
public:
  WrapperSearch(std::vector<AllocationPath *> Paths, const Profile &Of, BareNames &Bare,
                const std::set<BareId> &Taken)
      : Paths(std::move(Paths)), Of(Of), Bare(Bare), Taken(Taken) {
    for (const AllocationPath *Path : this->Paths)
      AllCalls += double(Path->Calls);
  }

  void run(std::map<BareId, uint64_t> &CallsOf);

private:
  /// A frame of a path.
  struct Place {
    AllocationPath *Path;
    ChainId At;
    unsigned Depth; ///< frames between the allocator and it
  };
  using Places = std::vector<Place>;

  NameId function(const Place &Its) const { return innermost(Of, Its.At); }
  /// False beyond the first frames of a chain: wrappers stand near the allocator.
  bool isKnown(const Place &Its) const {
    return Its.Depth < CallChain().size() && isKnownFrame(function(Its), Of.Names);
  }
  Place outward(const Place &Its) const {
    return {Its.Path, Its.At == NoChain ? NoChain : Of.link(Its.At).Caller, Its.Depth + 1};
  }
  /// The nearest caller of \p At with another bare name: an overload may only forward to
  /// another. Sets \p CallsItself if the very same function is in between.
  Place callerOf(Place At, bool &CallsItself) {
    Place Caller = outward(At);
    while (isKnown(Caller) && Bare.of(function(Caller)) == Bare.of(function(At))) {
      CallsItself |= function(Caller) == function(At);
      Caller = outward(Caller);
    }
    return Caller;
  }
  bool isWrapper(BareId Function, const Places &Here, bool HoldsSite);

  std::vector<AllocationPath *> Paths;
  const Profile &Of;
  BareNames &Bare;
  const std::set<BareId> &Taken;
  double AllCalls = 0; ///< a double, as saturated counts would overflow an integer
};

bool WrapperSearch::isWrapper(BareId Function, const Places &Here, bool HoldsSite) {
  const std::string &Name = Bare.text(Function);
  if (!isRuleName(Name) || Taken.count(Function))
    return false;
  double Calls = 0, OwnCalls = 0;
  SizeRange Sizes;
  for (const Place &At : Here) {
    if (At.Path->HasType)
      return false;
    Sizes.add(At.Path->Sizes);
    Calls += double(At.Path->Calls);
  }
  const bool Sounds = soundsLikeAllocator(Name);
  // A function that always asks for one size makes one thing, whoever calls it.
  if (Sizes.Smallest == Sizes.Largest || Calls * (Sounds ? 20 : 2) < AllCalls)
    return false;
  std::map<BareId, Places> Callers;
  for (const Place &At : Here) {
    bool CallsItself = false;
    Place Caller = callerOf(At, CallsItself);
    if (CallsItself)
      OwnCalls += double(At.Path->Calls);
    if (isKnown(Caller))
      Callers[Bare.of(function(Caller))].push_back(Caller);
  }
  if (OwnCalls * 10 > Calls)
    return false;
  const bool AsGoodAsAll = HoldsSite && Calls * 1000 >= AllCalls * 995;
  if (Callers.size() >= (Sounds ? 2u : AsGoodAsAll ? 3u : 8u))
    return true;
  double Through = 0;
  for (const auto &[Caller, Its] : Callers)
    if (isWrapper(Caller, Its, false))
      for (const Place &At : Its)
        Through += double(At.Path->Calls);
  return Through != 0 && Through * 2 >= Calls;
}

/// Removes wrappers from the paths until none begins with one.
void WrapperSearch::run(std::map<BareId, uint64_t> &CallsOf) {
  bool HoldSites = true;
  for (bool FoundOne = true; FoundOne; HoldSites = false) {
    FoundOne = false;
    std::vector<Places> Starts; // by BareId
    for (AllocationPath *Path : Paths)
      if (Place Start{Path, Path->Left, Path->Skipped}; isKnown(Start)) {
        const BareId Function = Bare.of(function(Start));
        if (Function >= Starts.size())
          Starts.resize(Bare.size());
        Starts[Function].push_back(Start);
      }
    for (BareId Function = 0; Function != Starts.size(); ++Function) {
      const Places &Here = Starts[Function];
      if (Here.empty() || !isWrapper(Function, Here, HoldSites))
        continue;
      for (const Place &At : Here) {
        bool CallsItself;
        Place Caller = callerOf(At, CallsItself);
        if (!isKnown(Caller))
          continue; // something has to stand for its memory
        At.Path->Left = Caller.At;
        At.Path->Skipped = Caller.Depth;
        uint64_t &Calls = CallsOf[Function];
        Calls = saturatingAdd(Calls, At.Path->Calls);
        FoundOne = true;
      }
    }
  }
}

} // namespace

std::vector<Wrapper> allocsite::skipWrappers(std::vector<AllocationPath> &Paths,
                                             const Profile &Of, BareNames &Bare,
                                             const std::set<BareId> &Taken) {
  // A wrapper that a rule names and that is called through a pointer has one site for all its
  // callers. The first function of a chain there is such a caller, not a wrapper: leave out
  // sites whose chains begin with several functions.
  constexpr BareId Several = UINT32_MAX;
  struct Site {
    NameId Allocator, Place;
    uint32_t Side;
  };
  KeySet<Site> Sites;
  std::vector<BareId> HolderOf; // by site
  for (const AllocationPath &Path : Paths) {
    const BareId Holder = Bare.of(innermost(Of, Path.Chain));
    const uint32_t At = Sites.intern({Path.Allocator, Path.Site, Path.Side});
    if (At == HolderOf.size())
      HolderOf.push_back(Holder);
    else if (HolderOf[At] != Holder)
      HolderOf[At] = Several;
  }
  std::map<NameId, std::vector<AllocationPath *>> PathsOf;
  for (AllocationPath &Path : Paths)
    if (HolderOf[Sites.intern({Path.Allocator, Path.Site, Path.Side})] != Several)
      PathsOf[Path.Allocator].push_back(&Path);

  std::vector<Wrapper> Found;
  for (auto &[Allocator, Its] : PathsOf) {
    std::map<BareId, uint64_t> CallsOf;
    WrapperSearch(std::move(Its), Of, Bare, Taken).run(CallsOf);
    for (auto [Function, Calls] : CallsOf)
      Found.push_back({Bare.text(Function), Allocator, Calls});
  }
  std::sort(Found.begin(), Found.end(), [&](const Wrapper &A, const Wrapper &B) {
    if (A.Calls != B.Calls)
      return A.Calls > B.Calls;
    return std::pair(A.Function, Of.Names[A.Allocator]) <
           std::pair(B.Function, Of.Names[B.Allocator]);
  });
  return Found;
}

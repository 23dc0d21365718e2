//===- Roles.h - Which functions hand out memory ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts from known allocators, and from functions whose bodies carve memory out of an
// arena, and finds all functions that pass on memory from one of these:
//
//   malloc ◀─ xmalloc ◀─ xstrdup           passes on what a call returned
//   pool_alloc                             moves a member that it returns
//   hooks.alloc ◀─ my_alloc                what the pointer is set to
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_ROLES_ROLES_H
#define ALLOCSITE_DISCOVER_ROLES_ROLES_H

#include "discover/facts/CodeBase.h"
#include "discover/roles/KnownRules.h"
#include <optional>

namespace allocsite {

/// A function that hands out memory: how, and how sure that is.
struct AllocatorRole {
  enum Origin {
    Known,    ///< A rule says so.
    Carves,   ///< It moves the end of what is used, and returns what was there.
    Pools,    ///< It hands out one of many objects that it allocated together.
    HandsOn,  ///< It passes on memory from a function with a role.
    Hook,     ///< It passes on memory from a call through a pointer.
    Declared, ///< Attributes, or its name and parameters.
  };
  Origin From = Known;
  SizeFact Asked;          ///< The requested bytes, in terms of its own parameters.
  int64_t ObjectBytes = 0; ///< The size of its blocks, if these are objects of one type.
  /// If they are objects of no known type: the parameter with a member that holds their size.
  int SizedBy = Argument::None;
  int Arena = Argument::None;
  int Align = Argument::None;
  int Old = Argument::None;
  int StoredIn = Argument::None; ///< The parameter through which it stores the block.
  int Giver = -1;      ///< HandsOn, Hook: the function it gets memory from; -1: unknown.
  bool Header = false; ///< It returns an address behind the start of the giver's block.
  /// All its memory comes from one direct call of a counted giver: nothing is lost if the
  /// function is treated as a wrapper.
  bool Transparent = false;
  /// HandsOn: it allocates more from the code base's allocators than it returns.
  bool TakesMore = false;
  /// HandsOn: it also returns blocks from its own free lists, without calling the giver.
  bool KeepsBlocks = false;
  /// One of these lists contains only blocks that were freed (Roles::popsOff()).
  bool PopsBlocks = false;
  /// It frees the block it is given if 0 bytes are requested, like realloc(p, 0).
  bool GivesBack = false;
  int Score = 0; ///< 0 to 100; Proposals.h says what it means.
  std::vector<std::string> Reasons;

  /// True if its blocks are objects whose size does not depend on a size parameter.
  bool isOfObjects() const { return ObjectBytes || SizedBy != Argument::None; }
  bool operator==(const AllocatorRole &Other) const;
};

class Roles {
public:
  Roles(const CodeBase &Code, const KnownRules &Known);

  /// The role of the function with this number, or null.
  const AllocatorRole *find(int Number) const {
    return Number >= 0 && Found[Number] ? &*Found[Number] : nullptr;
  }
  /// Members that some allocator carves from, as "pool.cur".
  const std::set<std::string> &carvedFields() const { return Carved; }
  /// The parameter of `F` that gives the bytes of `Asked`; -1 if there is more than one, or if
  /// it counts items.
  static int sizeParameter(const SizeFact &Asked, const Function &F);
  /// The member of parameter `Number` of `F` that holds the size of objects.
  static const ObjectSizeFact &objectSizeOf(int Number, const Function &F);

private:
  /// The parameter that the function with this number returns, like memset(), or None.
  int handsBack(int Number) const;
  bool stores(int Number, int Out) const;
  /// The parameter that points to, or into, a block that `F` frees; or None.
  int blockGivenBack(const Function &F) const;
  /// The parameters that the function may return, perhaps with an offset.
  ParameterSet handsThrough(int Number) const {
    return Number >= 0 ? Through[Number] : ParameterSet();
  }
  std::optional<AllocatorRole> roleOf(int Number) const;
  std::optional<AllocatorRole> knownRole(const Function &F) const;
  std::optional<AllocatorRole> carvingRole(const Function &F) const;
  std::optional<AllocatorRole> pooledRole(int Number) const;
  std::optional<AllocatorRole> indexRole(int Number) const;
  std::optional<AllocatorRole> handedOnRole(int Number) const;
  std::optional<AllocatorRole> declaredRole(const Function &F) const;
  std::optional<AllocatorRole> throughCall(const Function &F, unsigned Call, int Out) const;
  std::optional<AllocatorRole> throughHook(const CallFact &Call) const;
  bool takesMore(int Number, const std::set<unsigned> &Returned) const;
  PointerFact resolved(const Function &F, const PointerFact &Given) const;
  /// The Fields, Units and Index of what `F` returns, also through functions that pass it
  /// through.
  PointerFact returnedMembers(const Function &F) const;
  void addPurpose(const Function &F, AllocatorRole &Role) const;
  void addAttributes(const Function &F, AllocatorRole &Role) const;
  void findWhatIsHandedThrough();
  void findWhoIsAskedForNone();
  void findListsOfBlocks();
  static void setKeepsBlocks(const Function &F, AllocatorRole &Role, bool Pops);
  bool takesOffList(const Function &F, const PointerFact &Given) const;
  /// The store by which `F` removes the first block of a list, one of `Fields`; or null.
  const StoreFact *takenOff(const Function &F, const std::set<std::string> &Fields) const;
  /// True if `F` takes the block it returns, `Given`, off a list to which blocks are freed, or
  /// off an array whose count changes when one is freed.
  bool popsOff(const Function &F, const PointerFact &Given) const;
  bool freesMembers(const Function &F) const;
  std::optional<std::pair<std::string, int64_t>>
  refilled(int Number, const std::set<std::string> &Lists) const;
  static void addNameOfTaking(const Function &F, AllocatorRole &Role);
  /// Sets where the size of the objects that `F` returns comes from: a member of its pool, or
  /// their type.
  static void setObjects(const Function &F, AllocatorRole &Role);
  void findFilledFields();
  void findRefills();
  void findCarvedFields();

  const CodeBase &Code;
  const KnownRules &Rules;
  std::vector<std::optional<AllocatorRole>> Found;
  std::vector<ParameterSet> Through; ///< By function: handsThrough().
  std::vector<ParameterSet> Zero;    ///< By function: parameters for which some call passes 0.
  /// Members that some function sets to a pointer it is given, and Element if it sets an
  /// element of an array: possible free lists.
  std::set<std::string> GivenBackTo;
  std::map<int, std::set<std::string>> ListsOfGiver;   ///< By the function that frees.
  std::vector<std::map<std::string, int64_t>> Refills; ///< By function: findRefills().
  static constexpr char Element[] = "[]";
  std::set<std::string> StackTops; ///< Counts that such a function of an array changes.
  std::set<std::string> Carved;
  /// By function: the records with a member that it sets to memory from an allocator.
  std::vector<std::set<std::string>> Grows;
  std::set<std::string> Filled;  ///< Members set to memory from an allocator.
  std::set<std::string> Regrown; ///< Those of Filled set by an allocator that moves blocks.
};

/// As the reasons of a proposal name them: "parameter 1 (n) and 1 more bytes".
///
/// The parameter of `F` with its name, or "this".
std::string parameterInWords(int Number, const Function &F);

/// A size of the parameters of `F`.
std::string sizeInWords(const SizeFact &Asked, const Function &F);

/// The first of `Among` that may be an arena, or Argument::None: a number of `Asked` is none,
/// though a place within one may have been computed of it.
int arenaAmong(ParameterSet Among, const SizeFact &Asked, const Function &F);

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_ROLES_H

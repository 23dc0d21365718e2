//===- Roles.h - Which functions hand out memory ----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the allocators that are known, and those that a body shows to carve memory out
// of an arena, to all that hand on what one of these gave:
//
//   malloc ◀─ xmalloc ◀─ xstrdup           hands on what a call returned
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
    Pools,    ///< It hands out one object, of many that it made room for.
    HandsOn,  ///< It returns what a function with a role gave.
    Hook,     ///< The same, of a call through a pointer.
    Declared, ///< Attributes, or its name and parameters.
  };
  Origin From = Known;
  SizeFact Asked;          ///< The bytes, of its own parameters.
  int64_t ObjectBytes = 0; ///< Of each of its blocks, where they are objects of one type.
  /// Where they are objects without a type: the parameter whose member says the bytes.
  int SizedBy = Argument::None;
  int Arena = Argument::None;
  int Align = Argument::None;
  int Old = Argument::None;
  int StoredIn = Argument::None; ///< The parameter that points to where it comes back.
  int Giver = -1;      ///< Whose memory it is, by HandsOn and Hook; -1 where unknown.
  bool Header = false; ///< What it returns is not where the giver's block begins.
  /// Each byte is that of one direct call of a giver that is counted: nothing is lost
  /// where the function is no frame.
  bool Transparent = false;
  /// By HandsOn: it calls the code base's allocators for more than it returns.
  bool TakesMore = false;
  /// By HandsOn: it returns blocks of lists that it keeps, which no giver is asked for.
  bool KeepsBlocks = false;
  /// One of these lists holds nothing but blocks that were given back (Roles::popsOff()).
  bool PopsBlocks = false;
  /// It gives back a block that it is handed, and is asked for 0 bytes, as realloc(p, 0).
  bool GivesBack = false;
  int Score = 0; ///< 0 to 100; Proposals.h says what it means.
  std::vector<std::string> Reasons;

  /// Whether its blocks are objects of which the bytes are known without its parameters.
  bool isOfObjects() const { return ObjectBytes || SizedBy != Argument::None; }
  bool operator==(const AllocatorRole &Other) const;
};

class Roles {
public:
  Roles(const CodeBase &Code, const KnownRules &Known);

  /// Of the function with this number, or null.
  const AllocatorRole *find(int Number) const {
    return Number >= 0 && Found[Number] ? &*Found[Number] : nullptr;
  }
  /// Members that some allocator carves from, as "pool.cur".
  const std::set<std::string> &carvedFields() const { return Carved; }
  /// The parameter of `F` that `Asked` counts the bytes by, or -1: more than one, or
  /// a number of things.
  static int sizeParameter(const SizeFact &Asked, const Function &F);
  /// The member of parameter `Number` of `F` that says the bytes of objects.
  static const ObjectSizeFact &objectSizeOf(int Number, const Function &F);

private:
  /// The parameter that the function with this number hands back, as memset() does, or
  /// None.
  int handsBack(int Number) const;
  bool stores(int Number, int Out) const;
  /// The parameter that points to, or behind the beginning of, a block that `F` frees, or
  /// None.
  int blockGivenBack(const Function &F) const;
  /// The parameters that it may hand back, or an address behind them.
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
  /// What `F` returns, also by way of functions that hand it through: Fields, Units and Index.
  PointerFact returnedMembers(const Function &F) const;
  void addPurpose(const Function &F, AllocatorRole &Role) const;
  void addAttributes(const Function &F, AllocatorRole &Role) const;
  void findWhatIsHandedThrough();
  void findWhoIsAskedForNone();
  void findListsOfBlocks();
  static void setKeepsBlocks(const Function &F, AllocatorRole &Role, bool Pops);
  bool takesOffList(const Function &F, const PointerFact &Given) const;
  /// Where `F` takes what was first off a list of blocks, one of `Fields`, or null.
  const StoreFact *takenOff(const Function &F, const std::set<std::string> &Fields) const;
  /// Whether `F`, which returns `Given`, takes it off what blocks are given back to: off a
  /// list, or off an array, by the count that changes where one is given back.
  bool popsOff(const Function &F, const PointerFact &Given) const;
  bool freesMembers(const Function &F) const;
  std::optional<std::pair<std::string, int64_t>>
  refilled(int Number, const std::set<std::string> &Lists) const;
  static void addNameOfTaking(const Function &F, AllocatorRole &Role);
  /// What says the bytes of the objects that `F` returns: a member of its pool, or their type.
  static void setObjects(const Function &F, AllocatorRole &Role);
  void findFilledFields();
  void findRefills();
  void findCarvedFields();

  const CodeBase &Code;
  const KnownRules &Rules;
  std::vector<std::optional<AllocatorRole>> Found;
  std::vector<ParameterSet> Through; ///< By function: handsThrough().
  std::vector<ParameterSet> Zero;    ///< By function: parameters that some call says 0 for.
  /// Members that some function sets to what it is handed, and Element if it sets one of an
  /// array to that: lists that blocks are given back to, if they are any.
  std::set<std::string> GivenBackTo;
  std::map<int, std::set<std::string>> ListsOfGiver;   ///< By the function that gives back.
  std::vector<std::map<std::string, int64_t>> Refills; ///< By function: findRefills().
  static constexpr char Element[] = "[]";
  std::set<std::string> StackTops; ///< Counts that such a function of an array changes.
  std::set<std::string> Carved;
  /// By function: the records of which it sets a member to what an allocator gave.
  std::vector<std::set<std::string>> Grows;
  std::set<std::string> Filled;  ///< Members set to what an allocator gave.
  std::set<std::string> Regrown; ///< Of these, to what one gave that moves blocks.
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_ROLES_ROLES_H

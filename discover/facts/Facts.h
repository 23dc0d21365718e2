//===- Facts.h - Facts about the functions of a source ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is kept of a syntax tree. Facts draw no conclusions: which functions hand out
// memory is only known when all sources have been read.
//
//   void *pool_alloc(struct pool *p, size_t n) {
//     char *at = p->cur;            Returns.Fields  pool.cur
//     p->cur += n;                  Stores          pool.cur, of parameter 0,
//     return at;                                    moved by parameter 1 exactly
//   }
//
// Parameters are numbered as rules number them: from 0 as they are declared, `this`
// not counted.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_DISCOVER_FACTS_FACTS_H
#define ALLOCSITE_DISCOVER_FACTS_FACTS_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace allocsite {

/// A set of a function's parameters; those past the 62nd are dropped.
class ParameterSet {
public:
  static constexpr int This = -2; ///< Equals Argument::This of rules.

  ParameterSet() = default;
  /// Empty for a number from 63 on: no function worth finding has so many.
  static ParameterSet of(int Number) {
    ParameterSet One;
    if (Number == This)
      One.Bits = uint64_t(1) << 63;
    else if (Number >= 0 && Number < 63)
      One.Bits = uint64_t(1) << Number;
    return One;
  }

  bool empty() const { return !Bits; }
  bool has(int Number) const { return Bits & of(Number).Bits; }
  void add(ParameterSet More) { Bits |= More.Bits; }
  void remove(ParameterSet Those) { Bits &= ~Those.Bits; }
  bool operator==(ParameterSet Other) const { return Bits == Other.Bits; }
  /// The members in ascending order, `this` last.
  std::vector<int> members() const {
    std::vector<int> Numbers;
    for (int Number = 0; Number < 63; ++Number)
      if (has(Number))
        Numbers.push_back(Number);
    if (has(This))
      Numbers.push_back(This);
    return Numbers;
  }

private:
  uint64_t Bits = 0;
};

/// What an integer was computed from.
struct SizeFact {
  enum Kind {
    Unknown,   ///< From no parameter.
    Constant,  ///< `Number`.
    Parameter, ///< One parameter, unchanged.
    Sum,       ///< One parameter plus `Number` bytes.
    Product,   ///< Two parameters.
    Text,      ///< `strlen(parameter)` plus `Number` bytes.
    Computed,  ///< From parameters and perhaps other values.
  };
  Kind How = Unknown;
  ParameterSet From;
  int64_t Number = 0;
  int First = -1, Second = -1; ///< The factors of a product.
  /// Computed by a function other than one that rounds, or only sometimes determined by one
  /// of the parameters.
  bool Opaque = false;
  bool Scaled = false; ///< Multiplied or divided: From does not count bytes.
  /// If all that was done is a division: the divisor, which gives bytes again; else 0.
  int64_t DividedBy = 0;

  bool operator==(const SizeFact &Other) const {
    return How == Other.How && From == Other.From && Number == Other.Number &&
           First == Other.First && Second == Other.Second && Scaled == Other.Scaled &&
           DividedBy == Other.DividedBy && Opaque == Other.Opaque;
  }
};

/// Where a pointer may come from.
struct PointerFact {
  /// A value from the call with this index among the function's calls: its result, or what
  /// it stored through its argument `Out`.
  struct FromCall {
    unsigned Call;
    int Out = -1; ///< -1: the result.
    bool operator<(const FromCall &Other) const {
      return Call != Other.Call ? Call < Other.Call : Out < Other.Out;
    }
  };
  std::set<FromCall> Calls;
  ParameterSet Parameters;      ///< A parameter itself.
  std::set<std::string> Fields; ///< Members that were loaded, as "pool.cur".
  /// Members that count from its target, with the size of their unit in bytes; 0 if the size
  /// varies.
  std::map<std::string, int64_t> Units;
  /// Members that are the index of the element that it points to or was loaded from.
  std::set<std::string> Index;
  bool Offset = false; ///< With an offset added or subtracted.
  bool Loaded = false; ///< Loaded from memory at such an address.
  bool Null = false;
  bool Other = false; ///< From other sources, too.

  /// The one parameter that it may be, unchanged, apart from null and other sources; or -1.
  int parameterItself() const {
    std::vector<int> From = Parameters.members();
    return From.size() == 1 && From[0] >= 0 && Calls.empty() && Fields.empty() && !Offset &&
                   !Loaded
               ? From[0]
               : -1;
  }
  void addUnit(const std::string &Field, int64_t Bytes) {
    auto [Its, New] = Units.insert({Field, Bytes});
    if (!New && Its->second != Bytes)
      Its->second = 0;
  }
  void add(const PointerFact &More) {
    Calls.insert(More.Calls.begin(), More.Calls.end());
    Parameters.add(More.Parameters);
    Fields.insert(More.Fields.begin(), More.Fields.end());
    for (const auto &[Field, Bytes] : More.Units)
      addUnit(Field, Bytes);
    Index.insert(More.Index.begin(), More.Index.end());
    Offset |= More.Offset;
    Loaded |= More.Loaded;
    Null |= More.Null;
    Other |= More.Other;
  }
};

/// An argument, read both as a size and as a pointer, since these may be cast to each other.
struct ArgumentFact {
  SizeFact Size;
  PointerFact Pointer;
  ParameterSet Roots; ///< Parameters from which it was reached by loads.
};

struct CallFact {
  std::string Callee; ///< Symbol; "" if the call is through a pointer.
  std::string Hook;   ///< Then the pointer, "lua_State.frealloc", or the virtual
  ///< function, "Arena::take(unsigned long)".
  bool HookGivesPointer = false;
  std::string HookRule; ///< The pointer in a rule: "field:lua_State.frealloc"; or "".
  std::vector<ArgumentFact> Arguments;
  ArgumentFact Object;    ///< The object that a method was called on.
  bool Sometimes = false; ///< Conditional; a test for null does not count.
};

/// `p->cur = …` and `p->cur += …`: a store to a member or a global variable.
struct StoreFact {
  std::string Field;
  ParameterSet Roots;     ///< Parameters from which the object is reached.
  PointerFact Value;      ///< The value stored; with `+=`, the member itself.
  SizeFact MovedBy;       ///< The size added to it.
  bool OfPointer = false; ///< A pointer; else an integer, such as `used` beside `start`.
};

/// `*result = …`
struct OutFact {
  int Parameter;
  PointerFact Value;
};

/// The member of a record, recognised by name, that holds the size of the objects the record
/// manages; none if two members qualify.
struct ObjectSizeFact {
  std::string Member;
  int64_t Offset = 0; ///< Its offset in the record, in bytes.
  int64_t Bytes = 0;  ///< Its own size: 4 or 8; 0: no such member.
};

struct ParameterFact {
  std::string Name;
  char Letter = '?';      ///< As in shape=: i or p; ? if neither.
  std::string Pointee;    ///< Of a pointer: "void", "char" or the record's name; else "".
  std::string OutPointee; ///< Of a pointer to a pointer: the inner one's Pointee.
  bool ConstPointee = false;
  bool SizeType = false;     ///< An integer as wide as a pointer.
  ObjectSizeFact ObjectSize; ///< Of the record it points to.
};

/// True if a Pointee is untyped memory.
inline bool isBytes(const std::string &Pointee) {
  return Pointee == "void" || Pointee == "char";
}

struct Place {
  std::string File;
  unsigned Line = 0;
  bool operator<(const Place &Other) const {
    return File != Other.File ? File < Other.File : Line < Other.Line;
  }
};

struct FunctionFact {
  std::string Symbol; ///< Linkage name.
  Place At;
  bool Static = false, System = false, Defined = false;
  bool Varargs = false, IsMethod = false;
  std::vector<ParameterFact> Parameters;
  ObjectSizeFact ThisObjectSize; ///< ParameterFact::ObjectSize for a method's object.
  bool ReturnsPointer = false, ReturnsConst = false;
  std::string ReturnedPointee; ///< ParameterFact::Pointee for the result.
  int64_t ReturnedBytes = 0;   ///< The size of that record, if it is complete.

  // Attributes.
  int AllocSize = -1, AllocCount = -1, AllocAlign = -1;
  bool MallocLike = false, NonNull = false;

  // The body.
  PointerFact Returns;
  /// Members that are returned unchanged as an integer.
  std::set<std::string> ReturnedNumbers;
  std::vector<OutFact> Outs;
  std::vector<CallFact> Calls;
  std::vector<StoreFact> Stores;
  std::vector<PointerFact> Elements; ///< Pointers stored in elements of arrays.
  std::set<std::string> Compared;    ///< Members that are compared with something.
  /// Integers and pointers, named like StoreFact::Field, that are incremented or decremented:
  /// `p->top++`, `top -= 1`.
  std::set<std::string> Counted;
  std::set<std::string> CountedUp; ///< Those of Counted that are incremented by one.
};

/// A call of a function; one for each place, however many sources include it.
struct CallerFact {
  std::string Symbol;
  Place At;
  unsigned Column = 0;
};

/// `hooks.alloc = malloc`: a function that a pointer is set to. A virtual function is treated
/// as a pointer that is set to its overriders.
struct HookFact {
  std::string Hook, Symbol;
  bool operator<(const HookFact &Other) const {
    return Hook != Other.Hook ? Hook < Other.Hook : Symbol < Other.Symbol;
  }
};

/// `pool->alloc = f`, where `f` is a parameter, or a pointer passed for a parameter: `Hook`
/// may be whatever `From` is. Parameters that may be functions are treated as pointers, too.
struct HookAliasFact {
  std::string Hook, From;
  bool operator<(const HookAliasFact &Other) const {
    return Hook != Other.Hook ? Hook < Other.Hook : From < Other.From;
  }
};

/// The facts of one source.
struct UnitFacts {
  std::vector<FunctionFact> Functions;
  std::vector<CallerFact> Callers;
  std::vector<HookFact> Hooks;
  std::vector<HookAliasFact> HookAliases;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_FACTS_H

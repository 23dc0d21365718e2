//===- Facts.h - What a source says of its functions ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that is taken from a syntax tree before it is thrown away. Nothing here
// judges: which of these functions hand out memory is only known when all sources
// have been read.
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

/// Some of a function's parameters; those past the 62nd are forgotten.
class ParameterSet {
public:
  static constexpr int This = -2; ///< As Argument::This of rules.

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

/// What an integer was computed of.
struct SizeFact {
  enum Kind {
    Unknown,   ///< Of no parameter.
    Constant,  ///< `Number`.
    Parameter, ///< One parameter as it is.
    Sum,       ///< One parameter, and `Number` bytes more.
    Product,   ///< Two parameters.
    Text,      ///< `strlen(parameter)`, and `Number` bytes more.
    Computed,  ///< Of parameters, and perhaps of something else.
  };
  Kind How = Unknown;
  ParameterSet From;
  int64_t Number = 0;
  int First = -1, Second = -1; ///< Of a product.
  /// A function that does not round has made it of these, or one of them says only
  /// sometimes what it is.
  bool Opaque = false;
  bool Scaled = false; ///< Multiplied: `n * sizeof(struct node)` says no bytes.
  /// Then, where that is all: multiplied by as much it is bytes again. 0 where it is not.
  int64_t DividedBy = 0;

  bool operator==(const SizeFact &Other) const {
    return How == Other.How && From == Other.From && Number == Other.Number &&
           First == Other.First && Second == Other.Second && Scaled == Other.Scaled &&
           DividedBy == Other.DividedBy && Opaque == Other.Opaque;
  }
};

/// Where a pointer may come from.
struct PointerFact {
  /// The call with this index among the function's calls: what it returned, or what
  /// it stored where its argument `Out` points to.
  struct FromCall {
    unsigned Call;
    int Out = -1; ///< -1: returned.
    bool operator<(const FromCall &Other) const {
      return Call != Other.Call ? Call < Other.Call : Out < Other.Out;
    }
  };
  std::set<FromCall> Calls;
  ParameterSet Parameters;      ///< A parameter itself.
  std::set<std::string> Fields; ///< Members that were loaded, as "pool.cur".
  /// Members that count from where it points to, in units of so many bytes; 0 where these
  /// are not always as many.
  std::map<std::string, int64_t> Units;
  /// Members that are the index of the element that it points to, or that was loaded.
  std::set<std::string> Index;
  bool Offset = false; ///< Behind, or in front of, where that points to.
  bool Loaded = false; ///< What stands in memory there.
  bool Null = false;
  bool Other = false; ///< Or from elsewhere.

  /// The parameter that it is as it came, but for null and what is from elsewhere; or -1.
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

/// An argument: both readings, since bytes and pointers are cast to each other.
struct ArgumentFact {
  SizeFact Size;
  PointerFact Pointer;
  ParameterSet Roots; ///< Parameters that it was reached from, by any loads.
};

struct CallFact {
  std::string Callee; ///< Symbol; "" where the call is through a pointer.
  std::string Hook;   ///< Then what it is called through: "lua_State.frealloc". Also the
                      ///< virtual function: "Arena::take(unsigned long)".
  bool HookGivesPointer = false;
  std::string HookRule; ///< As a rule names it: "field:lua_State.frealloc"; or "".
  std::vector<ArgumentFact> Arguments;
  ArgumentFact Object;    ///< What a method was called of.
  bool Sometimes = false; ///< Not always where the function runs; a test for null is none.
};

/// `p->cur = …` and `p->cur += …`; members and variables of the program.
struct StoreFact {
  std::string Field;
  ParameterSet Roots;     ///< Whose member it is.
  PointerFact Value;      ///< That is stored; with `+=`, the member itself.
  SizeFact MovedBy;       ///< What is computed into it.
  bool OfPointer = false; ///< Else an integer, as `used` behind `start`.
};

/// `*result = …`
struct OutFact {
  int Parameter;
  PointerFact Value;
};

/// The member of a record that says how many bytes each object has that the record is about,
/// by its name; none where two may be meant.
struct ObjectSizeFact {
  std::string Member;
  int64_t Offset = 0; ///< In the record, in bytes.
  int64_t Bytes = 0;  ///< Of itself: 4 or 8, or 0 where there is none.
};

struct ParameterFact {
  std::string Name;
  char Letter = '?';      ///< As in shape=: i or p; ? where no letter fits.
  std::string Pointee;    ///< Of a pointer: "void", "char", the record's name, else "".
  std::string OutPointee; ///< Of a pointer to a pointer, the same of what it points to.
  bool ConstPointee = false;
  bool SizeType = false;     ///< An integer as wide as a pointer.
  ObjectSizeFact ObjectSize; ///< Of what it points to.
};

/// Of ParameterFact::Pointee: memory, and no object of some type.
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
  ObjectSizeFact ThisObjectSize; ///< As ParameterFact::ObjectSize, of a method's object.
  bool ReturnsPointer = false, ReturnsConst = false;
  std::string ReturnedPointee; ///< As ParameterFact::Pointee.
  int64_t ReturnedBytes = 0;   ///< Of a record that it is, if that is complete.

  // Attributes.
  int AllocSize = -1, AllocCount = -1, AllocAlign = -1;
  bool MallocLike = false, NonNull = false;

  // The body.
  PointerFact Returns;
  /// Members that an integer is which it returns, of which nothing is computed.
  std::set<std::string> ReturnedNumbers;
  std::vector<OutFact> Outs;
  std::vector<CallFact> Calls;
  std::vector<StoreFact> Stores;
  std::vector<PointerFact> Elements; ///< That were stored in elements of arrays.
  std::set<std::string> Compared;    ///< Members that are compared with something.
  /// Integers and pointers, named as StoreFact::Field is, that go up or down: `p->top++`,
  /// `top -= 1`.
  std::set<std::string> Counted;
  std::set<std::string> CountedUp; ///< Of these, those that go up by one.
};

/// A call of a function, once for each place, however many sources include it.
struct CallerFact {
  std::string Symbol;
  Place At;
  unsigned Column = 0;
};

/// `hooks.alloc = malloc`: what a pointer to functions is set to. A virtual function stands
/// for a pointer that is set to what overrides it.
struct HookFact {
  std::string Hook, Symbol;
  bool operator<(const HookFact &Other) const {
    return Hook != Other.Hook ? Hook < Other.Hook : Symbol < Other.Symbol;
  }
};

/// `pool->alloc = f`, where `f` is a parameter of a function; and what that is handed. A
/// parameter that may be a function stands for a pointer, too.
struct HookAliasFact {
  std::string Hook, From;
  bool operator<(const HookAliasFact &Other) const {
    return Hook != Other.Hook ? Hook < Other.Hook : From < Other.From;
  }
};

/// All that one source says.
struct UnitFacts {
  std::vector<FunctionFact> Functions;
  std::vector<CallerFact> Callers;
  std::vector<HookFact> Hooks;
  std::vector<HookAliasFact> HookAliases;
};

} // namespace allocsite

#endif // ALLOCSITE_DISCOVER_FACTS_FACTS_H

//===- Functions.h - Which records are one function -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each module has records of the functions that it defines and of those that it calls.
// Two records are one function
//   - of different modules: if neither is local and their symbols agree;
//   - of one module: if their symbols agree (foo and its local foo.part.0);
//   - if one is an alias of the other, or __real_f of an f that --wrap has replaced.
//
// A module is decoded when something of it is asked for. What a process has counted is
// mostly of few modules: of the 321 of Subversion's `svn` a checkout asks for 88, and
// `svn --version` for 30. A module that is not asked for may still define a function that
// others speak of; its keys (allocsite/Encoding.h) tell that without its records:
//
//   calls of `walk`, which ends in a jump to `visit`, in three modules
//
//     a: calls walk       asked for: it has an id of the context
//     b: defines walk     decoded by seek(walk), where `walk` is not who allocates
//     c: defines visit    asked for: it has the site
//
// No state of the process. One thread at a time.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_FUNCTIONS_H
#define ALLOCSITE_PROFILE_FUNCTIONS_H

#include "Decode.h"
#include "Pages.h"

namespace allocsite {

class FunctionTable {
public:
  /// Identifies one record, or several with equal symbols. Two ids are one function if they
  /// have the same root().
  using Id = uint32_t;
  static constexpr Id None = 0;

  struct Function {
    uint64_t Symbol; // allocSiteSymbolHash
    TextRef Name;    // what a frame shows
    TextRef Family;  // of the allocator that it is an entry of, or empty
    uint32_t Scope;  // 0: its symbol means it everywhere, else in one module
    Id Parent;       // of a union-find forest; itself where it is a root
    Id NextSame;     // of all that are one with it, in a ring
    bool IsRead;     // the modules that define its symbol were
    bool IsSought;   // by seek()
    Id WrappedBy;    // __wrap_f of f, or None; known when f was sought
    // Of a root, of all that are one with it:
    uint32_t Flags;
    uint32_t FirstTail, LastTail; // 0: there is none
  };
  /// A call that a function may end in.
  struct Tail {
    Id To; // None: indirect
    uint32_t Next;
  };

  /// Modules must stay as long as this is asked, and what it gives. False where there
  /// was no memory.
  bool load(const LoadedModule *Modules, uint32_t Count);

  /// The records of a module, decoded when first asked for; null where its bytes are
  /// damaged or there was no memory.
  const ModuleTables *records(uint32_t Module);

  /// The same of one that was decoded before, else null.
  const ModuleTables *recordsReadOf(uint32_t Module) const {
    return Modules[Module].State == Module::Read ? &Modules[Module].Records : nullptr;
  }

  /// How many were: what is told is the same as long as this is.
  uint32_t recordsRead() const { return ReadCount; }

  /// The id of a record of a module returned by records(); None if there is no such record.
  Id idOf(uint32_t Module, uint32_t Record) const;

  /// Decodes the modules that define a function of this symbol, so that its flags, its
  /// tails and what wraps it are known. Not those that define another name of it: what
  /// such modules know of it besides is known if they are read for something else.
  void seek(Id Function);

  Id root(Id Function);
  /// Valid until the next records() or seek().
  const Function &operator[](Id Function) const { return Functions[Function]; }
  const Tail &tail(uint32_t I) const { return Tails[I]; }

  /// True if memory was short, so that answers may be incomplete.
  bool isIncomplete() const { return IsIncomplete; }

private:
  struct Module {
    enum { Unread, Damaged, Read } State;
    ModuleTables Records;
    uint32_t FirstId; // where its functions are in Ids
  };
  /// One key of one module; all with one hash are linked.
  struct Definition {
    uint16_t Key;
    uint32_t Module;
    uint32_t Next; // and one; 0: none
  };
  struct Wrapper {
    uint64_t Symbol; // of what it wraps
    Id By;
  };
  /// Of a string: as a symbol, and of what it wraps, or 0. Symbol 0: not known.
  struct Hashes {
    uint64_t Symbol, Wrapped;
  };

  const LoadedModule *Loaded = nullptr;
  PageArray<Module> Modules;
  PageArray<Function> Functions;
  PageArray<Tail> Tails;
  PageArray<Id> Ids; // of every function record that was read
  PageIndex BySymbol;
  PageArray<Hashes> OfStrings; // of the module that is read
  PageArray<Wrapper> Wrappers;
  PageIndex WrappersBySymbol;
  TextArena Arena; // what Records point into: whole words, so that all are aligned
  PageArray<Definition> Definitions;
  PageArray<uint32_t> FirstDefinition; // of a key, and one
  uint32_t ReadCount = 0;
  bool IsIncomplete = false;

  Id find(uint32_t Scope, uint64_t Symbol) const;
  Id intern(uint32_t Scope, uint64_t Symbol);
  const Hashes &hashesOf(const ModuleTables &Records, uint32_t String);
  bool isInstrumented(Id Function);
  /// The first that was found, or None.
  Id wrapperOf(uint64_t Symbol) const;
  bool addWrapper(uint64_t Symbol, Id By);
  void join(Id Part, Id Whole);
  bool read(uint32_t Module);
  bool nameFunctions(uint32_t Module);
  bool addTails(uint32_t Module);
  bool indexDefinitions();
  void readDefiners(uint64_t Symbol);
  void seekSymbol(Id Function);
};

/// Calls of one function share an id where their callees tell them apart:
///
///   void run() { first(); second(); … last(); }     one id, a record for each call
///
/// The function we are in tells which of the calls was made. A function may make thousands of
/// calls (a table of commands, a generated parser), and each callee causes a look-up, so if an
/// id has many calls they are indexed, on first use.
class SharedCalls {
public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// The first of the call sites First … End - 1 of `Module`, which share an id, that calls
  /// `Current`; or None. The module's records must have been read.
  uint32_t find(FunctionTable &Functions, uint32_t Module, uint32_t First, uint32_t End,
                FunctionTable::Id Current);

  /// True if memory was short, so that answers may be incomplete.
  bool isIncomplete() const { return IsIncomplete; }

private:
  /// A call, among those that begin at First, of Callee. With the callee None: those calls are
  /// in the index.
  struct Entry {
    uint32_t Module, First;
    FunctionTable::Id Callee;
    uint32_t Call;
  };

  PageArray<Entry> Entries;
  PageIndex ByCallee;
  bool IsIncomplete = false;

  static uint64_t hashOf(const Entry &Key);
  uint32_t findEntry(const Entry &Key) const;
  bool addEntry(const Entry &New);
  bool index(FunctionTable &Functions, uint32_t Module, uint32_t First, uint32_t End);
};

} // namespace allocsite

#endif

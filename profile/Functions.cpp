//===- Functions.cpp - Finds records of the same function -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Functions.h"
#include "allocsite/SymbolHash.h"

namespace allocsite {

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

bool FunctionTable::load(const LoadedModule *TheModules, uint32_t Count) {
  Loaded = TheModules;
  // The zeroth function is None, its own parent.
  return Modules.resize(Count) && Functions.resize(1);
}

const ModuleTables *FunctionTable::records(uint32_t Number) {
  if (Modules[Number].State == Module::Unread && !read(Number))
    IsIncomplete = true;
  Module &Known = Modules[Number];
  return Known.State == Module::Read ? &Known.Records : nullptr;
}

/// False if memory is short.
bool FunctionTable::read(uint32_t Number) {
  Module &New = Modules[Number];
  New.State = Module::Damaged;
  uint64_t Bytes = decodedWords(Loaded[Number].Tables) * sizeof(uint32_t);
  if (!Bytes)
    return true;
  char *Words = Bytes > SIZE_MAX / 4 ? nullptr : Arena.take(size_t(Bytes));
  if (!Words)
    return false;
  if (!decode(Loaded[Number].Tables, reinterpret_cast<uint32_t *>(Words), New.Records))
    return true;
  if (!nameFunctions(Number))
    return false;
  New.State = Module::Read;
  return true;
}

FunctionTable::Id FunctionTable::idOf(uint32_t Number, uint32_t Record) const {
  const Module &Known = Modules[Number];
  return Record < Known.Records.Counts.FunctionCount ? Ids[Known.FirstId + Record] : None;
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

FunctionTable::Id FunctionTable::find(uint32_t Scope, uint64_t Symbol) const {
  uint32_t At = BySymbol.find(hashWord(Symbol, Scope), [&](uint32_t I) {
    return Functions[I].Scope == Scope && Functions[I].Symbol == Symbol;
  });
  return At == PageIndex::None ? None : At;
}

/// None if memory is short.
FunctionTable::Id FunctionTable::intern(uint32_t Scope, uint64_t Symbol) {
  if (Id Known = find(Scope, Symbol))
    return Known;
  Id New = static_cast<Id>(Functions.size());
  Function Alone = {};
  Alone.Symbol = Symbol;
  Alone.Scope = Scope;
  Alone.Parent = New;
  return Functions.push(Alone) && BySymbol.insert(hashWord(Symbol, Scope), New) ? New : None;
}

FunctionTable::Id FunctionTable::wrapperOf(uint64_t Symbol) const {
  uint32_t At = WrappersBySymbol.find(
      hashWord(0, Symbol), [&](uint32_t I) { return Wrappers[I].Symbol == Symbol; });
  return At == PageIndex::None ? None : Wrappers[At].By;
}

bool FunctionTable::addWrapper(uint64_t Symbol, Id By) {
  uint32_t At = static_cast<uint32_t>(Wrappers.size());
  return Wrappers.push({Symbol, By}) && WrappersBySymbol.insert(hashWord(0, Symbol), At);
}

// Halves the path on the way, since a hostile file may describe one long path.
FunctionTable::Id FunctionTable::root(Id F) {
  while (Functions[F].Parent != F)
    F = Functions[F].Parent = Functions[Functions[F].Parent].Parent;
  return F;
}

bool FunctionTable::isInstrumented(Id F) {
  return Functions[root(F)].Flags & ALLOCSITE_FUNCTION_INSTRUMENTED;
}

void FunctionTable::join(Id Part, Id Whole) {
  Part = root(Part);
  Whole = root(Whole);
  if (!Part || !Whole || Part == Whole)
    return;
  Functions[Part].Parent = Whole;
  Functions[Whole].Flags |= Functions[Part].Flags;
}

const FunctionTable::Hashes &FunctionTable::hashesOf(const ModuleTables &Records,
                                                     uint32_t String) {
  Hashes &Known = OfStrings[String];
  if (!Known.Symbol) {
    TextRef Name = Records.text(String);
    Known.Symbol = allocSiteSymbolHash(Name.Bytes, Name.Size);
    Known.Wrapped = allocSiteSymbolHashBehind(ALLOCSITE_WRAP_PREFIX, Name.Bytes, Name.Size);
  }
  return Known;
}

// Interns every record under (scope, symbol); then joins a local function with the global one
// of its symbol, and aliases. False if memory is short.
bool FunctionTable::nameFunctions(uint32_t Number) {
  Module &New = Modules[Number];
  const ModuleTables &Records = New.Records;
  uint32_t Count = Records.Counts.FunctionCount;
  New.FirstId = static_cast<uint32_t>(Ids.size());
  if (!Ids.resize(New.FirstId + Count) || !OfStrings.resize(0) ||
      !OfStrings.resize(Records.Counts.StringCount))
    return false;
  uint32_t Own = Number + 1; // the scope
  bool HasOwn = false;
  for (uint32_t R = 1; R < Count; ++R) {
    const AllocSiteFunction &Record = Records.Functions[R];
    Hashes Of = {uint64_t(Record.SymbolHigh) << 32 | Record.SymbolLow, 0};
    if (!Of.Symbol) // the name is the symbol
      Of = hashesOf(Records, Record.Name < Records.Counts.StringCount ? Record.Name : 0);
    bool IsOwn = Record.Flags & ALLOCSITE_FUNCTION_LOCAL;
    HasOwn |= IsOwn;
    Id F = intern(IsOwn ? Own : 0, Of.Symbol);
    if (!F)
      return false;
    Ids[New.FirstId + R] = F;
    Functions[root(F)].Flags |= Record.Flags;
    // Some modules have no name for it.
    if (Functions[F].Name.empty())
      Functions[F].Name = Records.text(Record.Name);
    if (Record.Family && Functions[F].Family.empty())
      Functions[F].Family = Records.text(Record.Family);
    bool IsDefined = Record.Flags & ALLOCSITE_FUNCTION_INSTRUMENTED || Record.Aliasee;
    if (Of.Wrapped && IsDefined && !IsOwn && !wrapperOf(Of.Wrapped) &&
        !addWrapper(Of.Wrapped, F))
      return false;
  }
  for (uint32_t R = 1; R < Count; ++R) {
    Id F = Ids[New.FirstId + R];
    if (HasOwn && Functions[F].Scope == 0)
      join(find(Own, Functions[F].Symbol), F);
    if (uint32_t Aliasee = Records.Functions[R].Aliasee)
      join(F, idOf(Number, Aliasee));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Modules that define a function
//===----------------------------------------------------------------------===//

/// Chains the keys of all modules by their low bits.
bool FunctionTable::indexDefinitions() {
  size_t Count = 0;
  for (uint32_t M = 0; M < Modules.size(); ++M)
    Count += functionKeys(Loaded[M].Tables).size();
  size_t Size = 256;
  while (Size < Count && Size < size_t(1) << (8 * ALLOCSITE_KEY_BYTES))
    Size *= 2;
  if (!FirstDefinition.resize(Size) || !Definitions.reserve(Count))
    return false;
  for (uint32_t M = static_cast<uint32_t>(Modules.size()); M-- > 0;) {
    FunctionKeys Keys = functionKeys(Loaded[M].Tables);
    for (uint32_t I = 0; I < Keys.size(); ++I) {
      uint32_t &First = FirstDefinition[Keys[I] & (Size - 1)];
      if (!Definitions.push({Keys[I], M, First}))
        return false;
      First = static_cast<uint32_t>(Definitions.size());
    }
  }
  return true;
}

/// Reads the modules that may define Symbol, in the order of modules, so that the same modules
/// give the same answer. Takes each off the chain of its key, so that it is walked past once,
/// however many symbols have that key.
void FunctionTable::readDefiners(uint64_t Symbol) {
  if (!FirstDefinition.size() && !indexDefinitions()) {
    IsIncomplete = true;
    return;
  }
  uint16_t Key = ALLOCSITE_KEY_OF(Symbol);
  uint32_t *Link = &FirstDefinition[Key & (FirstDefinition.size() - 1)];
  while (*Link) {
    Definition &Each = Definitions[*Link - 1];
    if (Each.Key == Key) {
      records(Each.Module);
      *Link = Each.Next;
    } else {
      Link = &Each.Next;
    }
  }
}

void FunctionTable::seekSymbol(Id F) {
  if (Functions[F].IsRead || Functions[F].Scope)
    return;
  Functions[F].IsRead = true;
  readDefiners(Functions[F].Symbol);
  Id Wrapper = wrapperOf(Functions[F].Symbol);
  if (isInstrumented(Wrapper))
    Functions[F].WrappedBy = Wrapper;
}

// With --wrap=f, calls of f reach __wrap_f, and calls of __real_f, which is defined nowhere,
// reach f. Modules may differ in whether they were linked with it.
void FunctionTable::seek(Id F) {
  if (F == None || Functions[F].IsSought)
    return;
  Functions[F].IsSought = true;
  seekSymbol(F);
  TextRef Name = Functions[F].Name;
  uint64_t Real = allocSiteSymbolHashBehind(ALLOCSITE_REAL_PREFIX, Name.Bytes, Name.Size);
  if (!Real || isInstrumented(F))
    return;
  Id Wrapped = intern(0, Real);
  IsIncomplete |= Wrapped == None;
  seekSymbol(Wrapped);
  if (!Functions[Wrapped].WrappedBy)
    return;
  // No module that was read has a record of it.
  if (Functions[Wrapped].Name.empty()) {
    size_t Before = strlen(ALLOCSITE_REAL_PREFIX);
    Functions[Wrapped].Name = TextRef(Name.Bytes + Before, Name.Size - Before);
  }
  join(F, Wrapped);
}

} // namespace allocsite

//===- SharedCalls.cpp - Tells calls of one id apart by callee ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SharedCalls.h"

namespace allocsite {

using FunctionId = FunctionTable::Id;

uint64_t SharedCalls::hashOf(const Entry &Key) {
  return hashWord(uint64_t(Key.Module) << 32 | Key.First, Key.Callee);
}

/// The call of the entry with Key's module, first call and callee, or None.
uint32_t SharedCalls::findEntry(const Entry &Key) const {
  uint32_t At = ByCallee.find(hashOf(Key), [&](uint32_t I) {
    const Entry &Each = Entries[I];
    return Each.Module == Key.Module && Each.First == Key.First && Each.Callee == Key.Callee;
  });
  return At == PageIndex::None ? None : Entries[At].Call;
}

/// False if memory is short.
bool SharedCalls::addEntry(const Entry &New) {
  uint32_t At = static_cast<uint32_t>(Entries.size());
  return Entries.push(New) && ByCallee.insert(hashOf(New), At);
}

bool SharedCalls::index(FunctionTable &Functions, uint32_t Module, uint32_t First,
                        uint32_t End) {
  Entry New = {Module, First, FunctionTable::None, First};
  if (findEntry(New) != None)
    return true;
  if (!addEntry(New))
    return false;
  const ModuleTables &Records = *Functions.records(Module);
  for (New.Call = First; New.Call < End; ++New.Call) {
    New.Callee = Functions.idOf(Module, Records.CallSites[New.Call].Callee);
    if (findEntry(New) == None && !addEntry(New))
      return false;
  }
  return true;
}

uint32_t SharedCalls::find(FunctionTable &Functions, uint32_t Module, uint32_t First,
                           uint32_t End, FunctionId Current) {
  constexpr uint32_t MostInTurn = 8;
  if (!Current)
    return None;
  if (End - First <= MostInTurn) {
    const ModuleTables &Records = *Functions.records(Module);
    FunctionId Root = Functions.root(Current);
    for (uint32_t I = First; I < End; ++I)
      if (Functions.root(Functions.idOf(Module, Records.CallSites[I].Callee)) == Root)
        return I;
    return None;
  }
  if (!index(Functions, Module, First, End)) {
    IsIncomplete = true;
    return None;
  }
  // The call may use any name of the function: take the first call of any of them.
  uint32_t Found = None;
  FunctionId Same = Current;
  do {
    uint32_t Call = findEntry({Module, First, Same, 0});
    Found = Call < Found ? Call : Found;
    Same = Functions[Same].NextSame;
  } while (Same != Current);
  return Found;
}

} // namespace allocsite

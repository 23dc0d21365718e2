//===- LibraryFunctions.cpp - Library functions that are leaves ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunctions.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

using namespace allocsite;

namespace {

enum class Kind { Plain, Stream, Wait, Cxx };

const std::unordered_map<std::string_view, Kind> Known = {
#define HEAP(Name) {#Name, Kind::Plain},
#define PLAIN(Name) {#Name, Kind::Plain},
#define STREAM(Name) {#Name, Kind::Stream},
#define WAIT(Name) {#Name, Kind::Wait},
#define CXX(Name) {#Name, Kind::Cxx},
#include "LibraryFunctions.inc"
};

using Symbols = std::vector<std::string_view>;

const Symbols ClassesOfCxx = {
#define CXX_CLASS(Prefix) #Prefix,
#include "LibraryFunctions.inc"
};
const Symbols Heaps = {
#define HEAP(Name) #Name,
#include "LibraryFunctions.inc"
};
const Symbols HeapsOfCxx = {
#define CXX(Name) #Name,
#include "LibraryFunctions.inc"
};

const Symbols HooksOfStreams = {"fopencookie", "register_printf_function",
                                "register_printf_specifier", "register_printf_modifier",
                                "register_printf_type"};
const Symbols HooksOfThreads = {"pthread_cancel"};
// Setters of handlers that run when an exception is not caught or memory is short.
const Symbols HooksOfCxx = {"_ZSt15set_new_handlerPFvvE", "_ZSt13set_terminatePFvvE",
                            "_ZSt14set_unexpectedPFvvE"};

bool isOneOf(std::string_view Symbol, const Symbols &Of) {
  return std::find(Of.begin(), Of.end(), Symbol) != Of.end();
}

bool beginsWith(std::string_view Symbol, std::string_view Prefix) {
  return Symbol.substr(0, Prefix.size()) == Prefix;
}

std::optional<Kind> kindOf(std::string_view Symbol) {
  if (auto Found = Known.find(Symbol); Found != Known.end())
    return Found->second;
  for (std::string_view Class : ClassesOfCxx)
    if (beginsWith(Symbol, Class))
      return Kind::Cxx;
  return {};
}

bool hasOne(const Symbols &Of, Kind Wanted) {
  return std::any_of(Of.begin(), Of.end(),
                     [&](std::string_view Symbol) { return kindOf(Symbol) == Wanted; });
}

void append(Symbols &To, const Symbols &More) {
  To.insert(To.end(), More.begin(), More.end());
}

} // namespace

void LibraryFunctions::define(std::string_view Symbol) {
  OwnHeap |= isOneOf(Symbol, Heaps) || Symbol == "free" || Symbol == "cfree";
  // Operators of a class begin with _ZN and do not match.
  for (std::string_view Operator : {"_Znw", "_Zna", "_Zdl", "_Zda"})
    OwnNew |= beginsWith(Symbol, Operator);
}

void LibraryFunctions::declare(std::string_view Symbol) {
  OwnStreams |= isOneOf(Symbol, HooksOfStreams);
  Cancels |= isOneOf(Symbol, HooksOfThreads);
  OwnNew |= isOneOf(Symbol, HooksOfCxx);
}

bool LibraryFunctions::isLeaf(std::string_view Symbol) const {
  auto Of = kindOf(Symbol);
  if (!Of || OwnHeap)
    return false;
  switch (*Of) {
  case Kind::Plain:
    return true;
  case Kind::Stream:
    return !OwnStreams && !Cancels;
  case Kind::Wait:
    return !Cancels;
  case Kind::Cxx:
    return !OwnNew;
  }
  return false;
}

Symbols LibraryFunctions::heapsOf(const Symbols &Leaves) const {
  Symbols Found;
  if (!Leaves.empty())
    append(Found, Heaps);
  if (hasOne(Leaves, Kind::Cxx))
    append(Found, HeapsOfCxx);
  return Found;
}

Symbols LibraryFunctions::hooksOf(const Symbols &Leaves) const {
  Symbols Found;
  if (hasOne(Leaves, Kind::Stream))
    append(Found, HooksOfStreams);
  if (hasOne(Leaves, Kind::Stream) || hasOne(Leaves, Kind::Wait))
    append(Found, HooksOfThreads);
  if (hasOne(Leaves, Kind::Cxx))
    append(Found, HooksOfCxx);
  return Found;
}

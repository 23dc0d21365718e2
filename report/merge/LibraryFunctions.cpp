//===- LibraryFunctions.cpp - Library functions that are leaves ----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFunctions.h"

#include <unordered_map>

using namespace allocsite;

namespace {

enum class Kind { Plain, Stream, Wait, Cxx };

const std::unordered_map<std::string_view, Kind> Known = {
#define PLAIN(Name) {#Name, Kind::Plain},
#define STREAM(Name) {#Name, Kind::Stream},
#define WAIT(Name) {#Name, Kind::Wait},
#define CXX(Name) {#Name, Kind::Cxx},
#include "LibraryFunctions.inc"
};

constexpr std::string_view ClassesOfCxx[] = {
#define CXX_CLASS(Prefix) #Prefix,
#include "LibraryFunctions.inc"
};

template <size_t Count>
bool isOneOf(std::string_view Symbol, const std::string_view (&Of)[Count]) {
  for (std::string_view Each : Of)
    if (Symbol == Each)
      return true;
  return false;
}

bool beginsWith(std::string_view Symbol, std::string_view Prefix) {
  return Symbol.substr(0, Prefix.size()) == Prefix;
}

/// By which the linker lets others stand in for a function (--wrap).
constexpr std::string_view Wrapped = "__wrap_";

} // namespace

void LibraryFunctions::define(std::string_view Symbol) {
  if (beginsWith(Symbol, Wrapped))
    Symbol.remove_prefix(Wrapped.size());
  static constexpr std::string_view Heap[] = {
      "malloc",        "calloc",   "realloc",        "reallocarray",
      "aligned_alloc", "memalign", "posix_memalign", "valloc",
      "pvalloc",       "free",     "cfree",          "__libc_malloc"};
  OwnHeap |= isOneOf(Symbol, Heap);
  // Those of a class begin with _ZN.
  for (std::string_view Operator : {"_Znw", "_Zna", "_Zdl", "_Zda"})
    OwnNew |= beginsWith(Symbol, Operator);
}

void LibraryFunctions::declare(std::string_view Symbol) {
  static constexpr std::string_view Streams[] = {
      "fopencookie", "register_printf_function", "register_printf_specifier",
      "register_printf_modifier", "register_printf_type"};
  OwnStreams |= isOneOf(Symbol, Streams);
  Cancels |= Symbol == "pthread_cancel";
  OwnNew |= Symbol == "_ZSt15set_new_handlerPFvvE";
}

bool LibraryFunctions::isLeaf(std::string_view Symbol) const {
  if (OwnHeap)
    return false;
  for (std::string_view Class : ClassesOfCxx)
    if (beginsWith(Symbol, Class))
      return !OwnNew;
  auto Found = Known.find(Symbol);
  if (Found == Known.end())
    return false;
  switch (Found->second) {
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

//===- Types.cpp - What type a call makes room for ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"
#include "HeapAllocSite.h"
#include "Source.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace allocsite {

static std::string typeInSource(const CallBase &Call, StringRef Callee) {
  if (!source())
    return "";
  const std::string Called = Callee.str();
  // The names of values are terminated by a zero.
  TypeQuery Query{Call.getFunction()->getName().data(), Called.c_str(), 0, 0};
  if (const DebugLoc &Location = Call.getDebugLoc()) {
    Query.Line = Location.getLine();
    Query.Column = Location.getCol();
  }
  const char *Type = source()->TypeOf(Query);
  return Type ? Type : "";
}

std::string typeOf(const CallBase &Call, StringRef Callee) {
  std::string Type = typeInSource(Call, Callee);
  return Type.empty() ? heapAllocType(Call) : Type;
}

} // namespace allocsite

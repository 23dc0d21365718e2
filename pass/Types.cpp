//===- Types.cpp - What type a call makes room for ------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"
#include "Allocators.h"
#include "TypeQuery.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace allocsite {

/// Null where nobody knows types: in opt, or without `-fplugin=`.
static TypeAnswer Answer = nullptr;

std::string typeOf(const CallBase &Call) {
  const Function *Callee = directCallee(Call);
  if (!Answer || !Callee)
    return "";
  // The names of values are terminated by a zero.
  TypeQuery Query{Call.getFunction()->getName().data(),
                  Callee->getName().data(), 0, 0};
  if (const DebugLoc &Location = Call.getDebugLoc()) {
    Query.Line = Location.getLine();
    Query.Column = Location.getCol();
  }
  const char *Type = Answer(Query);
  return Type ? Type : "";
}

} // namespace allocsite

extern "C" __attribute__((visibility("default"))) void
allocsiteUseTypes(allocsite::TypeAnswer Answer) {
  allocsite::Answer = Answer;
}

//===- Mechanisms.h - Which of them are on, and how often they apply ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each mechanism of Mechanisms.inc asks whether it is on before it does anything, and says
// where it has done something:
//
//     if (without(Mechanism::Gates))
//       return;
//     …
//     applied(Mechanism::Gates, F);
//
// clang writes how often that was: `-save-stats=obj` makes a file with
// "allocsite.gates": 12. With an LLVM and a plugin that have assertions,
// `-debug-only=allocsite` prints each.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_SUPPORT_MECHANISMS_H
#define ALLOCSITE_PASS_SUPPORT_MECHANISMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include <string>

namespace allocsite {

enum class Mechanism {
#define MECHANISM(Id, Name, What) Id,
#include "Mechanisms.inc"
};

/// True where the mechanism is switched off, in the whole process.
bool without(Mechanism Which);

/// The mechanism has done something in `F`. May be called by several threads.
void applied(Mechanism Which, const llvm::Function &F);

/// Switches off those of these names, and the others on. Returns the first name that is
/// unknown, or an empty string. Threads that call it at once must give the same names.
std::string switchOff(llvm::ArrayRef<std::string> Names);

/// The names of all, separated by '|'.
std::string mechanismNames();

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_MECHANISMS_H

//===- Mechanisms.h - Which of them are on, and how often they apply ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each mechanism of Mechanisms.inc tests whether it is on, and records each application:
//
//     if (without(Mechanism::Gates))
//       return;
//     …
//     applied(Mechanism::Gates, F);
//
// clang writes the counts: `-save-stats=obj` makes a file with "allocsite.gates": 12. With
// assertions in LLVM and in the plugin, `-debug-only=allocsite` prints each application.
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

/// True if the mechanism is switched off, in the whole process.
bool without(Mechanism Which);

/// Records that the mechanism was applied in `F`. Thread-safe.
void applied(Mechanism Which, const llvm::Function &F);

/// Switches the named mechanisms off, and all others on. Returns the first unknown name, or an
/// empty string. Concurrent calls must pass the same names.
std::string switchOff(llvm::ArrayRef<std::string> Names);

/// The names of all, separated by '|'.
std::string mechanismNames();

} // namespace allocsite

#endif // ALLOCSITE_PASS_SUPPORT_MECHANISMS_H

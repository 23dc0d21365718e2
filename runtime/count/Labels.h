//===- Labels.h - What is known of a return address -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass puts a label before each call that may lead to an allocation
// (pass/thread/CallLabels.h). The call that returns to an address is that of the last label
// before it in the same function.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_COUNT_LABELS_H
#define ALLOCSITE_RUNTIME_COUNT_LABELS_H

#include "allocsite/Abi.h"

extern "C" {
// Of the section that OwnCode.h names.
extern const char AllocSiteCodeBegin[] __asm__("__start_allocsite_counts")
    __attribute__((visibility("hidden")));
extern const char AllocSiteCodeEnd[] __asm__("__stop_allocsite_counts")
    __attribute__((visibility("hidden")));
}

namespace allocsite {

/// Whether an address is in code of OwnCode.h.
inline bool isOfRuntime(uintptr_t Address) {
  return Address - reinterpret_cast<uintptr_t>(AllocSiteCodeBegin) <
         static_cast<uintptr_t>(AllocSiteCodeEnd - AllocSiteCodeBegin);
}

/// What a label says of a return address.
struct FrameLabel {
  uint32_t Call; ///< Number of the call in the process; 0: no label, or it is no frame.
  uint32_t Hash; ///< As in AllocSiteLabel.

  /// The address is in code of OwnCode.h, or in a function that counts for others.
  static constexpr FrameLabel ofRuntime() { return {~uint32_t(0), 0}; }
  bool isOfRuntime() const { return Call == ~uint32_t(0); }
};

/// Where code lies.
struct CodePlace {
  uintptr_t FunctionBegin;
  uint64_t Object; ///< objectAt()
};

/// Whether an object, as CodePlace has it, has any labels. Any thread, signal handlers included.
bool hasLabels(uint64_t Object);

/// The label of a return address. Any thread, signal handlers included.
FrameLabel labelAt(uintptr_t Return, const CodePlace &In);

/// Makes the labels of a module known, whose calls have numbers from CallBase on. Object: objectAt()
/// of it. IsAgain: it was loaded before, perhaps elsewhere, and another may have had its place
/// since. False if memory is short. Hold RuntimeLock.
bool addLabels(const AllocSiteModule &Of, uint32_t CallBase, uint64_t Object, bool IsAgain);

} // namespace allocsite

#endif

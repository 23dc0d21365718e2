//===- CallLabels.h - Calls by the address that they return to --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The context of a call is a hash of all calls on the way to it:
//
//     3 * context + hash of the call
//
// Who walks the stack finds addresses, and needs the records of the calls. So each call that
// changes the context, or passes it on, has a label: three words in a section of their own,
// which no code reads.
//
//       mov  %rax,%fs:context
//     1:                                   .allocsite.calls: 1b - .
//       call f                                               records + 7 - .
//                                                            hash of the call
//
// The label is before the call and not after it: between the two are only the call's
// arguments, while code after a call may be anywhere. The call that returns to an address is
// the one of the last label before it.
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_THREAD_CALLLABELS_H
#define ALLOCSITE_PASS_THREAD_CALLLABELS_H

#include "ThreadState.h"
#include "plan/Numbering.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace allocsite {

/// The labels of one module.
class CallLabels {
public:
  explicit CallLabels(llvm::Module &M);

  /// What calls with the ids `Ids`, oldest first, add to a context at once.
  uint32_t hash(llvm::ArrayRef<uint32_t> Ids) const;
  /// The same, with one more.
  uint32_t hash(llvm::ArrayRef<uint32_t> Ids, uint32_t Newest) const;

  /// `Call` will have a label with its record. `Deferred`: the ids that the callers left to
  /// its function, which it pushes as well.
  void push(llvm::CallBase &Call, const CallNumber &Its, llvm::ArrayRef<uint32_t> Deferred);
  /// `Call` will have a label that says that it changes nothing.
  void pass(llvm::CallBase &Call);

  /// `F` is called to count allocations of its callers.
  static void markHelper(llvm::Function &F);

  /// Emits the labels of all calls, or of those that replaced them. Call last.
  void emit(ThreadState &Thread);

private:
  void label(llvm::CallBase &Call, uint32_t Record, uint32_t Hash);
  void emitIn(llvm::Function &F, ThreadState &Thread);

  llvm::Module &M;
  const uint64_t Key; ///< Of the module, so that equal numbers of two modules differ.
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_THREAD_CALLLABELS_H

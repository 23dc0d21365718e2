//===- Plan.h - What is to be done to a module ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan, only data: what each call of a function does to the context, and which
// allocations are counted as which sites. plan/ makes the plan, lower/ emits it. Printed by
// -allocsite-print-plan:
//
//   main                                    puts back
//     %p = call malloc(i64 24)              count site 1, 24 bytes
//     call build(i32 %n)                    push 1: passes it, is trusted
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_PLAN_H
#define ALLOCSITE_PASS_PLAN_PLAN_H

#include "ContextArguments.h"
#include "Numbering.h"
#include "rules/Rules.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace allocsite {

struct Allocator; // recognise/Allocators.h

enum class Action {
  Push,       ///< Runs under an id.
  Pass,       ///< Runs under the function's entry context.
  Leave,      ///< Unwinds or jumps: the destination is unknown.
  Abort,      ///< Ends the process: the handlers that still run have no known callers.
  ReturnTwice ///< May return a second time, with another context.
};

/// What one call does to the context.
struct CallDecision {
  Action Does;
  llvm::Instruction *At; ///< A call, or a `resume`.

  // For Push and Pass: how the callee handles the context.
  bool TakesArgument = false;   ///< It gets the context as an argument, not from the thread.
  bool PutsBack = false;        ///< It returns with the thread's context unchanged.
  bool PushesForCaller = false; ///< It gets the caller's entry context, and pushes the id.

  // For Push.
  CallNumber Its = {};
  bool BecomesOrdinary = false; ///< The call must not remain a tail call.

  // For Pass.
  bool IsLast = false; ///< A tail call: it may replace this function's frame.

  /// True if both push the same id on the same context.
  bool pushesLike(const CallDecision &Other) const;
};

/// One of the sites that an allocation may belong to, with its mark of the first stage.
struct SiteChoice {
  uint64_t Mark;
  uint32_t Site = 0; ///< The number in its module.
};

/// An allocation to count: one with a marker after it, or a library call that the optimiser
/// kept. Or the creation of an arena, which is a site too.
struct CountDecision {
  llvm::Instruction *Before; ///< Executed when the allocation has returned.
  llvm::DebugLoc Location;   ///< That of the call, with its inline chain.
  llvm::Instruction *Marker = nullptr;
  llvm::CallBase *Call = nullptr;     ///< The call, if there is no marker,
  const Allocator *Callee = nullptr;  ///< and the allocator that it calls.
  llvm::CallBase *Result = nullptr;   ///< The call, if its result shows a failure.
  std::optional<uint64_t> Bytes = {}; ///< The size, if constant.
  /// Several if the optimiser has merged markers.
  llvm::SmallVector<SiteChoice, 1> Sites = {};
  Event Does = Event::Allocate;  ///< Or Create.
  llvm::Value *Arena = nullptr;  ///< With live=1: the arena, a pointer; or null.
  llvm::Value *Object = nullptr; ///< The object made in it, if known (see emitObject()).
  /// The allocation is a block that is freed by itself. With a marker and without an arena,
  /// `Object` is that block.
  bool OfBlocks = false;
  /// The memory is an arena's: a chunk that the arena takes meanwhile is an allocation too.
  bool OfArena = false;
};

/// A note that tells an allocator its site, or else its context (Marks.h).
struct NoteDecision {
  llvm::Instruction *Note;
  llvm::SmallVector<SiteChoice, 1> Sites = {}; ///< None: the note tells the context.
};

/// A call that ends the process, before which its log is written.
struct ExitDecision {
  llvm::CallBase *Call;
  unsigned How;        ///< AllocSiteRunEnd.
  llvm::Value *Status; ///< Null: it passes none.
};

struct FunctionPlan {
  llvm::Function *F;
  bool HasNoCallers = false;              ///< Its callers push no id for it, as for `free`.
  std::vector<CallDecision> Calls = {};   ///< In the order of the instructions.
  std::vector<CountDecision> Counts = {}; ///< Likewise.
  std::vector<NoteDecision> Notes = {};

  bool hasPush() const;
};

struct ModulePlan {
  ContextArguments Arguments;
  std::vector<FunctionPlan> Functions; ///< In the order of the module.
  std::vector<ExitDecision> Exits;

  void print(llvm::raw_ostream &To) const;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_PLAN_H

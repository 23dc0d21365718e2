//===- Plan.h - What is to be done to a module ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data alone: for each function what its calls do to the context, and which allocations
// are counted, as what. plan/ decides it and lower/ carries it out. As
// -allocsite-print-plan prints it:
//
//   main                                    puts back
//     %p = call malloc(i64 24)              count site 1, 24 bytes
//     call build(i32 %n)                    push 1: passes it, is trusted
//
//===----------------------------------------------------------------------===//

#ifndef ALLOCSITE_PASS_PLAN_PLAN_H
#define ALLOCSITE_PASS_PLAN_PLAN_H

#include "ContextArguments.h"
#include "rules/Rules.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace allocsite {

struct Allocator; // recognise/Allocators.h

/// The number of a site in its module, or the id of a call, for the whole inline chain; and
/// the one for the chain that ends inside of a recursion that has become a loop, where that
/// is another (TailRecursion.h).
struct Number {
  uint32_t Whole = 0;
  std::optional<uint32_t> Inside;
};

/// An index of FunctionPlan::Loops: the context is that of the loop. Nothing: it is the
/// function's own.
using LoopIndex = std::optional<unsigned>;

/// A recursive function, or an inlined copy of one, whose calls of itself have become
/// branches.
struct RecursionLoop {
  const llvm::DISubprogram *Subprogram;
  const llvm::DILocation *InlinedAt;
  LoopIndex Around; ///< That the copy was inlined into.
  llvm::SmallVector<llvm::Instruction *, 2> Enters;
  struct Branch {
    llvm::Instruction *At; ///< A `recurse`.
    Number Id;             ///< That it pushes,
    LoopIndex In;          ///< which may depend on this one.
  };
  llvm::SmallVector<Branch, 2> Branches;
};

enum class Action {
  Push,       ///< Runs under an id.
  Pass,       ///< Must find the context that the function found.
  Leave,      ///< Unwinds or jumps: nobody knows to where.
  Abort,      ///< Ends the process: what runs meanwhile is not known to have callers.
  ReturnTwice ///< May return a second time, with another context.
};

/// What one call does to the context.
struct CallDecision {
  Action Does;
  llvm::Instruction *At; ///< A call, or what resumes unwinding.

  // How the callee deals with the context, of Push and Pass.
  bool TakesArgument = false;   ///< It is passed that, and the thread's stays as it is.
  bool PutsBack = false;        ///< It returns with the thread's as it was.
  bool PushesForCaller = false; ///< It is passed what was found, and pushes the id itself.

  // Of Push.
  Number Id = {};               ///< Without the module's base.
  LoopIndex Loop = {};          ///< What it is pushed on.
  bool UnlessNewest = false;    ///< Leave the context where that id is already the newest.
  bool BecomesOrdinary = false; ///< A tail call no longer.

  // Of Pass.
  bool IsLast = false; ///< This function may be gone when it returns.

  /// Whether both push the same on the same.
  bool pushesLike(const CallDecision &Other) const;
};

/// One of the sites that an allocation may be of, by the mark of the first stage.
struct SiteChoice {
  uint64_t Mark;
  Number Site;
};

/// An allocation that is counted: one that a marker stands behind, or a library call that
/// the optimiser left. Or an arena that is made, which is a site as well.
struct CountDecision {
  llvm::Instruction *Before; ///< Executed when the allocation has returned.
  llvm::DebugLoc Location;   ///< Of the call, with its inline chain.
  llvm::Instruction *Marker = nullptr;
  const llvm::CallBase *Call = nullptr; ///< Where there is no marker,
  const Allocator *Callee = nullptr;    ///< with what it calls.
  llvm::CallBase *Result = nullptr;     ///< The call, if its result tells a failure.
  std::optional<uint64_t> Bytes = {};   ///< Where they are known now.
  /// Several where the optimiser has merged markers.
  llvm::SmallVector<SiteChoice, 1> Sites = {};
  LoopIndex Loop = {};
  Event Does = Event::Allocate;  ///< Or Create.
  llvm::Value *Arena = nullptr;  ///< Where arenas are followed: which one, a pointer;
  llvm::Value *Object = nullptr; ///< what it made in it, if known, as emitObject() makes it.
  /// Of a marker without an arena Object is the block. Is what it hands out a block that is
  /// freed alone?
  bool OfBlocks = false;
};

/// A note that an allocator is told by (AwareCalls.h): of its site, or else of its context.
struct NoteDecision {
  llvm::Instruction *Note;
  llvm::SmallVector<SiteChoice, 1> Sites = {}; ///< None: of the context.
  LoopIndex Loop = {};
};

struct FunctionPlan {
  llvm::Function *F;
  bool HasNoCallers = false; ///< They push nothing for it.
  std::vector<RecursionLoop> Loops = {};
  std::vector<CallDecision> Calls = {};   ///< In the order of the instructions.
  std::vector<CountDecision> Counts = {}; ///< Likewise.
  std::vector<NoteDecision> Notes = {};

  bool hasPush() const;
};

struct ModulePlan {
  ContextArguments Arguments;
  std::vector<FunctionPlan> Functions; ///< In the order of the module.
  std::vector<llvm::CallBase *> Exits; ///< They end the process at once.

  void print(llvm::raw_ostream &To) const;
};

} // namespace allocsite

#endif // ALLOCSITE_PASS_PLAN_PLAN_H

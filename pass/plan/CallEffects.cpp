//===- CallEffects.cpp - What a call may do to the context --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallEffects.h"
#include "prepare/Prepare.h"
#include "recognise/Allocators.h"
#include "rules/RustNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace allocsite {

/// True if the optimiser outlined `Callee` from the function of `F`: it has no frame of its
/// own.
static bool isPartOf(const Function &Callee, const Function &F) {
  return Callee.hasLocalLinkage() && &Callee != &F &&
         Callee.getName() != withoutCloneSuffix(Callee.getName()) &&
         withoutCloneSuffix(Callee.getName()) == withoutCloneSuffix(F.getName());
}

Effect CallEffects::of(const CallBase &Call) const {
  Effect Of = ofFrame(Call);
  if (Of != Effect::Push)
    return Of;
  return isGone(Call) || forwards(Call) ? Effect::Jump : Effect::Push;
}

namespace {

/// The functions of a module and the tail calls between them. A pointer is taken to lead to
/// the functions of its type whose address is taken here, and a function of another module to
/// all that other modules can name.
class TailGraph {
public:
  explicit TailGraph(Module &M) {
    for (Function &F : M)
      numberOf(&F);
    for (Function &F : M) {
      const unsigned Number = numberOf(&F);
      if (!F.hasLocalLinkage())
        add(Others, Number);
      if (F.hasAddressTaken())
        add(numberOf(F.getFunctionType()), Number);
      for (const Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && replacesFrame(*Call))
          add(Number, calleeOf(*Call));
    }
    findComponents();
  }

  /// True if tail calls lead back from the callee of `Call` to its caller.
  bool isInCycle(const CallBase &Call) {
    return Component[numberOf(Call.getFunction())] == Component[calleeOf(Call)];
  }

private:
  static constexpr unsigned Others = 0;

  /// Of a function, or of all that a pointer to a type of functions leads to.
  unsigned numberOf(const void *Of) {
    unsigned &Number = Numbers[Of];
    if (!Number) {
      Number = unsigned(Next.size());
      Next.emplace_back();
    }
    return Number;
  }
  unsigned calleeOf(const CallBase &Call) {
    const Function *Callee = decidedCallee(Call);
    if (!Callee)
      return numberOf(Call.getFunctionType());
    return Callee->isDeclaration() ? Others : numberOf(Callee);
  }
  void add(unsigned From, unsigned To) { Next[From].push_back(To); }

  /// Tarjan's algorithm, without recursion: a component's functions get the number of one.
  void findComponents() {
    const unsigned Count = unsigned(Next.size());
    std::vector<unsigned> Order(Count), Low(Count), At(Count), Open, Path;
    Component.assign(Count, ~0u);
    unsigned Seen = 0;
    for (unsigned Root = 0; Root < Count; ++Root) {
      if (Order[Root])
        continue;
      Path.push_back(Root);
      while (!Path.empty()) {
        const unsigned V = Path.back();
        if (!Order[V]) {
          Order[V] = Low[V] = ++Seen;
          Open.push_back(V);
        }
        bool Goes = false;
        while (At[V] < Next[V].size() && !Goes) {
          const unsigned W = Next[V][At[V]];
          if (!Order[W]) {
            Path.push_back(W);
            Goes = true;
          } else {
            if (Component[W] == ~0u)
              Low[V] = std::min(Low[V], Low[W]);
            ++At[V];
          }
        }
        if (Goes)
          continue;
        Path.pop_back();
        if (Low[V] != Order[V])
          continue;
        for (unsigned W = ~0u; W != V; Open.pop_back()) {
          W = Open.back();
          Component[W] = V;
        }
      }
    }
  }

  DenseMap<const void *, unsigned> Numbers;
  std::vector<SmallVector<unsigned, 2>> Next{1};
  std::vector<unsigned> Component;
};

} // namespace

void CallEffects::findTailCycles(Module &M) {
  TailGraph Tails(M);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && replacesFrame(*Call) && Tails.isInCycle(*Call))
        InTailCycles.insert(Call);
}

/// True if the frame of `Call` is gone while it runs: its function is then on no stack. A
/// function that restores the context jumps where it can. One that need not, since its callers
/// are known, calls, unless the calls may follow each other for ever.
bool CallEffects::isGone(const CallBase &Call) const {
  if (!replacesFrame(Call))
    return false;
  if (Arguments.putsBack(*Call.getFunction()))
    return !keepsFrame(Call);
  return Call.isMustTailCall() || (InTailCycles.count(&Call) && !Opts.KeepTailFrames) ||
         isToldByCallers(Call);
}

bool CallEffects::isToldByCallers(const CallBase &Call) const {
  const Function &F = *Call.getFunction();
  const Function *Callee = decidedCallee(Call);
  const DILocation *At = Call.getDebugLoc().get();
  // The callee must be a frame that is recognised, and nothing between the two must be one.
  // Frames of allocators identify the calls of their helpers.
  if (Opts.KeepTailFrames || !Callee || Callee->isDeclaration() ||
      (At && At->getInlinedAt()) || Frames.isTransparent(Callee->getName()) ||
      Frames.isAllocator(Callee->getName()) || Frames.isAllocator(F.getName()))
    return false;
  // A function that pushes for its caller as well would compute that push in front of its loops.
  // Of two jumps one after the other, the first function alone would be known.
  return !Arguments.mayPushForCaller(F) && !Arguments.putsBack(F) && replacesFrame(Call) &&
         !Call.isMustTailCall() && !InTailCycles.count(&Call) &&
         all_of(F.uses(), [&](const Use &U) {
           const CallBase *Of = callOf(U);
           return Of && !replacesFrame(*Of) &&
                  (ofFrame(*Of) == Effect::Push || callsItself(*Of));
         });
}

Effect CallEffects::ofFrame(const CallBase &Call) const {
  if (!Reach.mayAllocate(Call))
    return Effect::Ignore;
  const Function *Callee = decidedCallee(Call);
  if (Callee && unwinds(Call, Names.kind(Callee->getName()).Library))
    return Effect::Leave;
  // Recursion is one frame, however deep.
  if (callsItself(Call))
    return Effect::Pass;
  if (Callee && isPartOf(*Callee, *Call.getFunction()))
    return Effect::Pass;
  // The library of Rust, which calls the program's allocator too, has parts with the pass and
  // without: what is below the former is counted at its sites (ALLOCSITE_FUNCTION_RECORDED).
  auto isRecorded = [&] {
    return Callee && isRustAllocator(withoutCloneSuffix(Callee->getName()));
  };
  return Frames.hasFrame(Call) || isRecorded() ? Effect::Push : Effect::Pass;
}

/// True if a variant of a constructor or destructor (complete, base, deleting) calls another
/// variant: both are one function of the source. If it was inlined into another frame, that
/// frame is the caller.
bool CallEffects::forwards(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  if (!Callee)
    return false;
  StringRef Called = Callee->getName();
  bool HasVariant = false;
  auto isNoFrame = [&](StringRef Caller) {
    bool IsVariant = Frames.areVariants(Caller, Called);
    HasVariant |= IsVariant;
    Called = Caller;
    return IsVariant || (HasVariant && Frames.isTransparent(Caller));
  };
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (!isNoFrame(Frames.symbolOf(*At)))
      return false;
  return isNoFrame(Call.getFunction()->getName());
}

/// True if a function of the source calls itself, or its copy (Prepare.h), and nothing else
/// was inlined between.
bool CallEffects::callsItself(const CallBase &Call) const {
  const Function *Callee = decidedCallee(Call);
  const Function &F = *Call.getFunction();
  if (!Callee || symbolInProfile(*Callee) != symbolInProfile(F))
    return false;
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (Frames.symbolOf(*At) != symbolInProfile(F))
      return false;
  return true;
}

/// True if `Value` is used only by llvm.global_ctors or llvm.global_dtors.
static bool isForLoaderAlone(const Constant &Value) {
  return all_of(Value.users(), [](const User *Of) {
    if (auto *Table = dyn_cast<GlobalVariable>(Of))
      return Table->getName() == "llvm.global_ctors" ||
             Table->getName() == "llvm.global_dtors";
    auto *Aggregate = dyn_cast<ConstantAggregate>(Of);
    return Aggregate && isForLoaderAlone(*Aggregate);
  });
}

/// True if nothing in the program can call `F`: it is in no cycle of tail calls.
static bool isCalledByLoaderAlone(const Function &F) {
  // C lets main call itself.
  return F.getName() == "main" ? F.use_empty() : F.hasLocalLinkage() && isForLoaderAlone(F);
}

/// True if the tail call `Call` becomes an ordinary call: if that costs at most one stack
/// frame, and in allocators, whose frames identify the calls of their helpers.
bool CallEffects::keepsFrame(const CallBase &Call) const {
  if (Call.isMustTailCall())
    return false;
  const Function &F = *Call.getFunction();
  if (Opts.KeepTailFrames || F.doesNotRecurse() || isCalledByLoaderAlone(F))
    return true;
  const DILocation *At = Call.getDebugLoc().get();
  for (; At && At->getInlinedAt(); At = At->getInlinedAt())
    if (Frames.isAllocator(Frames.symbolOf(*At)))
      return true;
  return Frames.isAllocator(F.getName());
}

bool CallEffects::isLast(const CallBase &Call) const {
  if (!replacesFrame(Call))
    return false;
  Effect Of = ofFrame(Call);
  return Of == Effect::Pass || (Of == Effect::Push && (forwards(Call) || !keepsFrame(Call)));
}

} // namespace allocsite

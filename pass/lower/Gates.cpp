//===- Gates.cpp - Calls that count on their way --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gates.h"
#include "Counter.h"
#include "NextAllocators.h"
#include "allocsite/Abi.h"
#include "arch/Machine.h"
#include "support/Calls.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Mechanisms.h"
#include "support/Target.h"
#include "thread/Thunks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;

namespace allocsite {

namespace {

/// A call that goes through a gate.
struct Passage {
  CountBehind Of;
  unsigned Size;   ///< The position of the size among the arguments, from 1.
  StoreInst *Push; ///< The store of the context for the call, or null.
};

using Passages = SmallVector<Passage, 4>;

} // namespace

/// True if `F` keeps a frame pointer for backtraces, and they would skip it behind a gate.
static bool isSkippedByBacktraces(const Function &F) {
  if (machineOf(*F.getParent()).gatesMakeFrames())
    return false;
  StringRef Kept = F.getFnAttribute("frame-pointer").getValueAsString();
  return !Kept.empty() && Kept != "none";
}

/// True if direct calls of `Callee` differ from indirect ones: in diagnostics, or in the
/// registers that they preserve.
static bool isSpecial(const Function &Callee) {
  for (const char *Kind : {"dontcall-error", "dontcall-warn", "no_caller_saved_registers"})
    if (Callee.hasFnAttribute(Kind))
      return true;
  return false;
}

/// The callee of `Call` if that can go through a gate, or null. A call with a count after it
/// is in optimised code, and returns once.
static Function *calleeBehindGate(const CallBase &Call) {
  Function *Callee = calleeOfThunk(Call);
  bool Can = Callee && Callee->isDeclaration() && !Callee->isVarArg() &&
             Callee->getCallingConv() == CallingConv::C && !isSpecial(*Callee) &&
             !isSkippedByBacktraces(*Call.getFunction()) &&
             Callee->arg_size() <= ALLOCSITE_MOST_GATE_ARGUMENTS &&
             all_of(Callee->args(), [](const llvm::Argument &Each) {
               return !Each.getType()->isFloatingPointTy();
             });
  return Can ? Callee : nullptr;
}

/// The position of the argument that is the number of bytes, from 1. (The count may use a
/// freeze of it, which has the same value in a register.)
static std::optional<unsigned> findSize(const CountBehind &Of) {
  const Value *Size = Of.size();
  if (auto *Frozen = dyn_cast<FreezeInst>(Size))
    Size = Frozen->getOperand(0);
  for (unsigned I = 0; I < Of.Call->arg_size(); ++I)
    if (Of.Call->getArgOperand(I) == Size)
      return I + 1;
  return std::nullopt;
}

/// True if `What` is computed before the call, which is in the block of the count or ends the
/// block before it.
static bool isBefore(const Value &What, const CountBehind &Of) {
  auto *I = dyn_cast<Instruction>(&What);
  return !I || (I != Of.Call && !standsBetween(*I, *Of.Call, *Of.Count));
}

/// True if `I` is a computation, or a load of a word of the thread or module, not of the
/// function's stack.
static bool isOfThreadOrModule(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isExempt(I) && !isa<AllocaInst>(Load->getPointerOperand());
  return isa<FreezeInst>(I) || isa<BinaryOperator>(I) || isa<CastInst>(I) ||
         isa<GetElementPtrInst>(I);
}

/// True if `What` is, or could be, computed before the call.
static bool canBeBefore(const Value &What, const CountBehind &Of) {
  return isBefore(What, Of) ||
         (isOfThreadOrModule(cast<Instruction>(What)) &&
          all_of(cast<Instruction>(What).operands(),
                 [&](const Use &Each) { return canBeBefore(*Each, Of); }));
}

/// True if an instruction between the call and its count writes to memory.
static bool isWrittenBetween(const CountBehind &Of) {
  for (const Instruction *I = Of.Count->getPrevNode(); I && I != Of.Call; I = I->getPrevNode())
    if (I->mayWriteToMemory())
      return true;
  return false;
}

/// True if the context is, or could be, computed before the call. A callee that never reads
/// the thread's context (Callees.h) needs no push. Then the context is loaded only for the
/// count, but the callee does not change it, so that it can be loaded earlier.
static bool isKnownBefore(const CountBehind &Of, bool IsPushed) {
  return isBefore(*Of.context(), Of) ||
         (!IsPushed && !isWrittenBetween(Of) && canBeBefore(*Of.context(), Of));
}

/// Moves the computation of `What` before the call.
static void bringBefore(Value &What, const CountBehind &Of) {
  if (isBefore(What, Of))
    return;
  auto &I = cast<Instruction>(What);
  for (Use &Each : I.operands())
    bringBefore(*Each, Of);
  I.moveBefore(*Of.Call->getParent(), Of.Call->getIterator());
}

/// The calls that can go through a gate, by callee, in the order of the callees' first calls.
static MapVector<Function *, Passages> findPassages(const ThreadState &Thread) {
  DenseMap<const CallBase *, StoreInst *> Stores;
  for (const PushStore &Each : Thread.pushes())
    Stores[Each.Call] = cast<StoreInst>(Each.Store);
  MapVector<Function *, Passages> Found;
  for (const CountBehind &Each : Thread.countsBehind()) {
    Function *Callee = calleeBehindGate(*Each.Call);
    std::optional<unsigned> Size = findSize(Each);
    StoreInst *Push = Stores.lookup(Each.Call);
    // Gates treat a null result as a failure.
    const bool IsMade = Each.TellsFailure && Each.Call->getType()->isPointerTy();
    if (Callee && Size && IsMade && isKnownBefore(Each, Push))
      Found[Callee].push_back({Each, *Size, Push});
  }
  return Found;
}

/// Removes the count.
static void dropCount(CountBehind Of) {
  Value *Counter = Of.Count->getCalledOperand(), *Size = Of.size();
  if (!Of.Count->use_empty())
    Of.Count->replaceAllUsesWith(Of.Call);
  Of.Count->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Counter);
  RecursivelyDeleteTriviallyDeadInstructions(Size); // The freeze.
}

/// Sends the call to `Callee` through a gate. `PassesContext`: passes the context that its
/// push would store.
static void send(ThreadState &Thread, const Passage &Each, Function &Callee,
                 bool PassesContext) {
  CallBase *Call = Each.Of.Call;
  IRBuilder<> Builder(Call);
  PointerType *Pointer = pointerType(Callee.getContext());
  bringBefore(*Each.Of.context(), Each.Of);
  SmallVector<Value *, 4> More = {Each.Of.context(), Each.Of.tagStart(),
                                  emitAddressOfNext(Thread, Builder, Callee)};
  if (PassesContext)
    More.push_back(Builder.CreateIntToPtr(Each.Push->getValueOperand(), Pointer));
  SmallVector<Type *, 4> Types;
  for (const Value *Argument : More)
    Types.push_back(Argument->getType());
  FunctionType *Type = withMore(*Call->getFunctionType(), Types);
  Value *Gate = Thread.emitLoadGate(Builder, Type, Each.Size, Call->arg_size());
  dropCount(Each.Of);
  applied(Mechanism::Gates, *Call->getFunction());
  CallBase *Sent = callWithMore(*Call, {Type, Gate}, More);
  dropMemoryEffects(*Sent);
  markCount(*Sent);
  unmarkCounted(*Sent);
  if (!PassesContext)
    return;
  Sent->addParamAttr(Sent->arg_size() - 1, Attribute::Nest);
  Each.Push->eraseFromParent();
}

void useGates(ThreadState &Thread, Module &M,
              function_ref<bool(const Function &)> IsOfLibrary) {
  if (without(Mechanism::Gates))
    return;
  MapVector<Function *, Passages> Found = findPassages(Thread);
  if (isSharedCode(M))
    Found.remove_if([&](const auto &Each) { return !IsOfLibrary(*Each.first); });
  if (Found.empty() || isSanitized(M))
    return;
  DenseSet<const CallBase *> Sent;
  for (const auto &[Callee, All] : Found)
    for (const Passage &Each : All)
      Sent.insert(Each.Of.Call);
  Thread.forgetPushes(Sent);
  Thread.forgetCountsBehind(Sent);
  const bool CanPassContext = !reservesNest(M);
  for (const auto &[Callee, All] : Found) {
    // Otherwise its address would be that of our PLT entry, which other modules would then
    // call as well.
    if (!Callee->isImplicitDSOLocal())
      Callee->setDSOLocal(false);
    const bool PassesContext = CanPassContext && isWorthSharing(*Callee, All.size()) &&
                               all_of(All, [](const Passage &Each) { return Each.Push; });
    Function &To = PassesContext ? makePush(Thread, M, *Callee) : *Callee;
    for (const Passage &Each : All)
      send(Thread, Each, To, PassesContext);
  }
}

} // namespace allocsite

//===- ThreadState.cpp - How emitted code reaches its thread and module -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadState.h"
#include "allocsite/Abi.h"
#include "allocsite/Tag.h"
#include "support/Compat.h"
#include "support/Target.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace allocsite {

namespace {

enum StateField : unsigned {
#define ALLOCSITE_STATE(CType, IRType, Name) State##Name,
#include "allocsite/Descriptors.inc"
// Only in modules that follow arenas.
#define ALLOCSITE_ARENA_STATE(CType, IRType, Name) State##Name,
#include "allocsite/Descriptors.inc"
};

enum ThreadField : unsigned {
#define ALLOCSITE_THREAD(CType, IRType, Name) Thread##Name,
#include "allocsite/Descriptors.inc"
};

} // namespace

Instruction *exempt(Instruction *Access) {
  LLVMContext &Ctx = Access->getContext();
  Access->setMetadata("nosanitize", MDNode::get(Ctx, {}));
  return Access;
}

bool isExempt(const Instruction &Access) { return Access.getMetadata("nosanitize"); }

static constexpr char CountName[] = "allocsite.counts";

void markCount(CallBase &Call) {
  Call.setMetadata(CountName, MDNode::get(Call.getContext(), {}));
}
bool isCount(const CallBase &Call) { return Call.getMetadata(CountName); }
void unmarkCount(CallBase &Call) { Call.setMetadata(CountName, nullptr); }

static constexpr char CountedName[] = "allocsite.counted";

void markCounted(CallBase &Call) {
  Call.setMetadata(CountedName, MDNode::get(Call.getContext(), {}));
}
bool isCounted(const CallBase &Call) { return Call.getMetadata(CountedName); }
void unmarkCounted(CallBase &Call) { Call.setMetadata(CountedName, nullptr); }

ThreadState::ThreadState(Module &M, bool KeepsContext, bool Follows, bool Whole)
    : M(M), For(machineOf(M)), KeepsContext(KeepsContext), Follows(Follows), Whole(Whole),
      Shared(isSharedCode(M)), TagStarts(M, "allocsite.tags") {
  LLVMContext &Ctx = M.getContext();
  Type *Int64 = Type::getInt64Ty(Ctx);
  Type *Pointer = pointerType(Ctx);
  ThreadType = StructType::get(Ctx, {
#define ALLOCSITE_THREAD(CType, IRType, Name) IRType,
#include "allocsite/Descriptors.inc"
                                    });
  SmallVector<Type *, 16> Fields = {
#define ALLOCSITE_STATE(CType, IRType, Name) IRType,
#include "allocsite/Descriptors.inc"
  };
  if (Follows)
    Fields.append({
#define ALLOCSITE_ARENA_STATE(CType, IRType, Name) IRType,
#include "allocsite/Descriptors.inc"
    });
  StateType = StructType::get(Ctx, Fields);

  SmallVector<Constant *, 8> Initial;
  for (Type *Field : StateType->elements())
    Initial.push_back(Constant::getNullValue(Field));
  Initial[StateThreadOffset] = For.firstThreadOffset(M);
  State = new GlobalVariable(M, StateType, /*isConstant=*/false, GlobalValue::InternalLinkage,
                             ConstantStruct::get(StateType, Initial), "allocsite.state");
  exemptFromSanitizers(*State);
  placeApart(*State, /*HasPointers=*/true);
  if (!Shared)
    declare();
}

static void hide(GlobalVariable &Global) {
  Global.setVisibility(GlobalValue::HiddenVisibility);
  Global.setDSOLocal(true);
}

// Code compiled with -fPIC may be linked into an executable or a shared object.
void ThreadState::declare() {
  // At a link that joins files, one of them may have declared it.
  Thread = M.getNamedGlobal(ALLOCSITE_THREAD_NAME);
  if (Thread)
    return;
  Thread = new GlobalVariable(
      M, ThreadType, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
      ALLOCSITE_THREAD_NAME, nullptr,
      Shared ? GlobalValue::InitialExecTLSModel : GlobalValue::LocalExecTLSModel);
  hide(*Thread);
}

void ThreadState::dropUnused() {
  for (GlobalVariable **Global : {&State, &Thread})
    if (*Global) {
      (*Global)->removeDeadConstantUsers();
      if ((*Global)->use_empty()) {
        (*Global)->eraseFromParent();
        *Global = nullptr;
      }
    }
}

GlobalVariable &ThreadState::records() {
  if (!Records) {
    Records =
        new GlobalVariable(M, Type::getInt8Ty(M.getContext()), /*isConstant=*/true,
                           GlobalValue::ExternalLinkage, nullptr, "allocsite.unfinished");
    hide(*Records);
  }
  return *Records;
}

bool ThreadState::setRecords(GlobalVariable &Bytes) {
  if (!Records)
    return false;
  Records->replaceAllUsesWith(ConstantExpr::getPointerCast(&Bytes, Records->getType()));
  Records->eraseFromParent();
  Records = nullptr;
  return true;
}

GlobalVariable &ThreadState::define() {
  if (!Thread)
    declare();
  auto *NoSlots = new GlobalVariable(M, Type::getInt8Ty(M.getContext()), /*isConstant=*/false,
                                     GlobalValue::ExternalLinkage, nullptr,
                                     ALLOCSITE_NAME(ALLOCSITE_SYM_NO_SLOTS));
  hide(*NoSlots);
  SmallVector<Constant *, 2> Initial;
  for (Type *Field : ThreadType->elements())
    Initial.push_back(Constant::getNullValue(Field));
  // The second of two slots: the first is where a table has its mask.
  Initial[ThreadSlots] = ConstantExpr::getPointerCast(
      ConstantExpr::getInBoundsGetElementPtr(
          NoSlots->getValueType(), NoSlots,
          ConstantInt::get(Type::getInt64Ty(M.getContext()), sizeof(AllocSiteSlot))),
      pointerType(M.getContext()));
  Thread->setInitializer(ConstantStruct::get(ThreadType, Initial));
  Thread->setComdat(M.getOrInsertComdat(ALLOCSITE_NAME(ALLOCSITE_SYM_RUNTIME)));
  exemptFromSanitizers(*Thread);
  return *Thread;
}

Value *ThreadState::emitAddress(IRBuilder<> &Builder) const {
  if (!Shared)
    return Thread;
  return For.emitThreadWords(Builder, emitLoadState(Builder, StateThreadOffset), ThreadType);
}

Value *ThreadState::emitAddressAnew(IRBuilder<> &Builder) const {
  if (!Shared)
    return Thread;
  Value *Field = Builder.CreateStructGEP(StateType, State, StateThreadOffset);
  return For.emitThreadWords(Builder, exempt(Builder.CreateLoad(Builder.getInt64Ty(), Field)),
                             ThreadType);
}

Instruction *ThreadState::emitLoadContext(IRBuilder<> &Builder, Value *Address) const {
  return exempt(Builder.CreateLoad(Builder.getInt64Ty(),
                                   Builder.CreateStructGEP(ThreadType, Address, ThreadContext),
                                   "allocsite.context"));
}

Instruction *ThreadState::emitStoreContext(IRBuilder<> &Builder, Value *Address,
                                           Value *Context) const {
  return exempt(Builder.CreateStore(
      Context, Builder.CreateStructGEP(ThreadType, Address, ThreadContext)));
}

void ThreadState::emitPush(IRBuilder<> &Builder, Value *Address, Value *Context,
                           CallBase &Call) {
  Pushes.push_back({emitStoreContext(Builder, Address, Context), &Call});
}

void ThreadState::forgetPushes(const DenseSet<const CallBase *> &Calls) {
  llvm::erase_if(Pushes, [&](const PushStore &Each) { return Calls.count(Each.Call); });
}

void ThreadState::emitLeave(IRBuilder<> &Builder) {
  Exits.push_back(emitStoreContext(Builder, emitAddress(Builder),
                                   Builder.getInt64(ALLOCSITE_UNKNOWN_CONTEXT)));
}

Value *ThreadState::emitLoadSlots(IRBuilder<> &Builder, Value *Address) const {
  return exempt(Builder.CreateLoad(pointerType(M.getContext()),
                                   Builder.CreateStructGEP(ThreadType, Address, ThreadSlots)));
}

Value *ThreadState::emitLoadSlotMask(IRBuilder<> &Builder, Value *Slots) const {
  Value *Address = Builder.CreatePointerCast(
      Builder.CreateGEP(Builder.getInt8Ty(), Slots,
                        Builder.getInt64(ALLOCSITE_SLOT_MASK_OFFSET)),
      pointerTo(Builder.getInt64Ty()));
  return exempt(Builder.CreateLoad(Builder.getInt64Ty(), Address));
}

Value *ThreadState::emitLoadState(IRBuilder<> &Builder, unsigned Field) const {
  return emitLoadOnce(Builder, StateType->getElementType(Field),
                      Builder.CreateStructGEP(StateType, State, Field));
}

Value *ThreadState::emitLoadOnce(IRBuilder<> &Builder, Type *Type, Value *Address) const {
  Instruction *Load = exempt(Builder.CreateLoad(Type, Address));
  // Written once, before the module's own code runs: code generation may take
  // it, and the tag that depends on it, out of loops.
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(M.getContext(), {}));
  return Load;
}

Value *ThreadState::emitTagStart(IRBuilder<> &Builder, Value *Number, uint64_t More) {
  Type *Int64 = Builder.getInt64Ty();
  if (auto *Constant = dyn_cast<ConstantInt>(Number))
    return emitLoadOnce(Builder, Int64,
                        TagStarts.address(siteInTag(Constant->getZExtValue()) + More));
  return Builder.CreateAdd(emitLoadOnce(Builder, Int64, TagStarts.address(More)),
                           Builder.CreateMul(Number, Builder.getInt64(ALLOCSITE_SITE_FACTOR)));
}

Value *ThreadState::emitLoadSiteBase(IRBuilder<> &Builder) const {
  return emitLoadState(Builder, StateSiteBase);
}

Value *ThreadState::emitSiteNumber(IRBuilder<> &Builder, Value *Number) const {
  Value *Base = emitLoadSiteBase(Builder);
  return Builder.CreateSelect(Builder.CreateIsNull(Base), Builder.getInt64(0),
                              Builder.CreateAdd(Base, Number));
}

/// A function of the runtime that is linked into the same executable.
static FunctionCallee runtimeFunction(Module &M, StringRef Name, FunctionType *Type,
                                      CallingConv::ID Convention = CallingConv::C) {
  FunctionCallee Callee = M.getOrInsertFunction(Name, Type);
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
    F->setDoesNotThrow();
    F->setCallingConv(Convention);
  }
  return Callee;
}

/// A pointer variable of that runtime.
static Constant *runtimePointer(Module &M, StringRef Name) {
  Constant *Pointer = M.getOrInsertGlobal(Name, pointerType(M.getContext()));
  if (auto *Global = dyn_cast<GlobalVariable>(Pointer))
    hide(*Global);
  return Pointer;
}

void ThreadState::emitMiss(IRBuilder<> &Builder, Value *Tag, Value *Context, Value *Size,
                           Value *Site) const {
  Type *Int64 = Builder.getInt64Ty();
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Int64, Int64, Int64, Int64}, false);
  CallInst *Call;
  if (Shared) {
    Value *Miss =
        Builder.CreatePointerCast(emitLoadState(Builder, StateMiss), pointerTo(Type));
    Call = Builder.CreateCall(Type, Miss, {Tag, Context, Size, Site});
  } else {
    Call = Builder.CreateCall(runtimeFunction(M, ALLOCSITE_NAME(ALLOCSITE_SYM_MISS), Type,
                                              CallingConv::PreserveMost),
                              {Tag, Context, Size, Site});
  }
  Call->setCallingConv(CallingConv::PreserveMost);
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::Cold);
  markCount(*Call);
}

void ThreadState::emitNote(IRBuilder<> &Builder, Value *Context) const {
  Value *Zero = Builder.getInt64(0);
  auto emit = [&](IRBuilder<> &At) {
    emitMiss(At, Zero, Context, Zero, At.getInt64(ALLOCSITE_NO_SITE));
  };
  if (!Shared)
    return emit(Builder);
  Instruction *Registered =
      SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(emitLoadState(Builder, StateMiss)),
                                &*Builder.GetInsertPoint(), false);
  IRBuilder<> Inner(Registered);
  emit(Inner);
}

/// Emits a load of a pointer to a function of the runtime: from the field of the state, whose
/// initial value is then what `Make` returns, or from the runtime's variable `Name`. It is not
/// invariant, so that it stays at the call and folds into it.
Value *ThreadState::emitLoadFunction(IRBuilder<> &Builder, FunctionType *Type, unsigned Field,
                                     StringRef Name, function_ref<Function *()> Make) {
  Value *From;
  if (Shared) {
    initialise(Field, Make);
    From = Builder.CreateStructGEP(StateType, State, Field);
  } else {
    From = runtimePointer(M, Name);
  }
  return Builder.CreatePointerCast(
      exempt(Builder.CreateLoad(pointerType(M.getContext()), From)), pointerTo(Type));
}

/// The same of the function that counts.
Value *ThreadState::emitLoadCount(IRBuilder<> &Builder, FunctionType *Type, bool Behind) {
  return emitLoadFunction(Builder, Type, Behind ? StateCountBehind : StateCount,
                          Behind ? ALLOCSITE_NAME(ALLOCSITE_SYM_COUNT_BEHIND)
                                 : ALLOCSITE_NAME(ALLOCSITE_SYM_COUNT),
                          [&] { return defineUncounted(Behind); });
}

Constant *ThreadState::tagStart(uint64_t Number, uint64_t More) {
  return ConstantExpr::getPointerCast(TagStarts.address(siteInTag(Number) + More),
                                      pointerType(M.getContext()));
}

Value *ThreadState::emitTagStartAddress(IRBuilder<> &Builder, uint64_t Number, Value *Failed) {
  Constant *Address = tagStart(Number);
  return Failed
             ? Builder.CreateSelect(Failed, tagStart(Number, ALLOCSITE_SITE_FAILED), Address)
             : Address;
}

void ThreadState::emitCount(IRBuilder<> &Builder, uint64_t Number, Value *Context, Value *Size,
                            Value *Failed) {
  Type *Int64 = Builder.getInt64Ty();
  auto *Type = FunctionType::get(Builder.getVoidTy(),
                                 {pointerType(M.getContext()), Int64, Int64}, false);
  Value *Start = emitTagStartAddress(Builder, Number, Failed);
  CallInst *Call = Builder.CreateCall(Type, emitLoadCount(Builder, Type, /*Behind=*/false),
                                      {Start, Context, Size});
  Call->setCallingConv(CallingConv::PreserveMost);
  Call->setDoesNotThrow();
  markCount(*Call);
}

CallInst *ThreadState::emitCountBehind(IRBuilder<> &Builder, uint64_t Number, Value *Context,
                                       Value *Size, CallBase &Before, bool TellsFailure) {
  Type *Int64 = Builder.getInt64Ty();
  PointerType *Pointer = pointerType(M.getContext());
  Value *Passed = &Before;
  if (Before.use_empty() && !(TellsFailure && Before.getType()->isPointerTy()))
    Passed = UndefValue::get(Pointer);
  auto *Type =
      FunctionType::get(Passed->getType(), {Passed->getType(), Pointer, Int64, Int64}, false);
  CallInst *Call = Builder.CreateCall(Type, emitLoadCount(Builder, Type, /*Behind=*/true),
                                      {Passed, tagStart(Number), Context, Size});
  Call->setCallingConv(For.conventionBehindCalls());
  markCount(*Call);
  Call->setDoesNotThrow();
  // MemorySanitizer would take the result for undefined: the callee is not instrumented.
  exempt(Call);
  CountsBehind.push_back({Call, &Before, Number, TellsFailure});
  return Call;
}

/// The address of a tag start: in the module's table for a constant site, otherwise in a stack
/// slot.
static Value *emitStoredStart(IRBuilder<> &Builder, ThreadState &Thread, Value *Number,
                              Value *Failed) {
  if (auto *One = dyn_cast<ConstantInt>(Number))
    return Thread.emitTagStartAddress(Builder, One->getZExtValue(), Failed);
  BasicBlock &Entry = Builder.GetInsertBlock()->getParent()->getEntryBlock();
  Value *Room =
      IRBuilder<>(&Entry, Entry.getFirstInsertionPt()).CreateAlloca(Builder.getInt64Ty());
  Value *Start = Thread.emitTagStart(Builder, Number, 0);
  if (Failed)
    Start = Builder.CreateXor(
        Start, Builder.CreateSelect(Failed, Builder.getInt64(ALLOCSITE_SITE_FAILED),
                                    Builder.getInt64(0)));
  exempt(Builder.CreateStore(Start, Room));
  return Builder.CreatePointerCast(Room, pointerType(Builder.getContext()));
}

void ThreadState::emitCountOfBlock(IRBuilder<> &Builder, Value *Number, Value *Context,
                                   Value *Size, Value &Block, Value *Failed) {
  Type *Int64 = Builder.getInt64Ty();
  PointerType *Pointer = pointerType(M.getContext());
  Value *Start = emitStoredStart(Builder, *this, Number, Failed);
  auto *Type = FunctionType::get(Pointer, {Pointer, Pointer, Int64, Int64}, false);
  CallInst *Call =
      Builder.CreateCall(Type, emitLoadCount(Builder, Type, /*Behind=*/true),
                         {Builder.CreatePointerCast(&Block, Pointer), Start, Context, Size});
  Call->setCallingConv(For.conventionBehindCalls());
  markCount(*Call);
  Call->setDoesNotThrow();
  exempt(Call);
}

void ThreadState::emitArenaCall(IRBuilder<> &Builder, unsigned Field, StringRef Name,
                                ArrayRef<Value *> Arguments) {
  SmallVector<Type *, 5> Types;
  for (const Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  auto *Type = FunctionType::get(Builder.getVoidTy(), Types, false);
  Value *Callee = emitLoadFunction(Builder, Type, Field, Name, [&] {
    return defineStub(Type, "allocsite.unfollowed." + Name, CallingConv::PreserveMost);
  });
  CallInst *Call = Builder.CreateCall(Type, Callee, Arguments);
  Call->setCallingConv(CallingConv::PreserveMost);
  markCount(*Call);
  Call->setDoesNotThrow();
  exempt(Call);
}

void ThreadState::emitCountInArena(IRBuilder<> &Builder, Value *Start, Value *Context,
                                   Value *Size, Value &Arena, Value *Object) {
  Value *Address = Object ? Builder.CreatePtrToInt(Object, Builder.getInt64Ty())
                          : static_cast<Value *>(Builder.getInt64(0));
  emitArenaCall(Builder, StateInArena, ALLOCSITE_NAME(ALLOCSITE_SYM_IN_ARENA),
                {Start, Context, Size,
                 Builder.CreatePointerCast(&Arena, pointerType(M.getContext())), Address});
}

void ThreadState::emitEvent(IRBuilder<> &Builder, Value *Does, Value &Arena, Value *More,
                            Value *Start, Value *Context) {
  emitArenaCall(Builder, StateEvent, ALLOCSITE_NAME(ALLOCSITE_SYM_EVENT),
                {Does, Builder.CreatePointerCast(&Arena, pointerType(M.getContext())), More,
                 Start, Context});
}

void ThreadState::forgetCountsBehind(const DenseSet<const CallBase *> &Calls) {
  erase_if(CountsBehind, [&](const CountBehind &Each) { return Calls.count(Each.Call) != 0; });
}

Value *ThreadState::emitLoadGate(IRBuilder<> &Builder, FunctionType *Type, unsigned Size,
                                 unsigned Of) {
  static constexpr const char *Names[] = {
#define NAME(Size, Of) ALLOCSITE_NAME(ALLOCSITE_SYM_GATE(Size, Of)),
      ALLOCSITE_GATES(NAME)
#undef NAME
  };
#define CHECK(Size, Of)                                                                       \
  static_assert(StateGate_##Size##_of_##Of ==                                                 \
                    StateGate_1_of_1 + ALLOCSITE_GATE_NUMBER(Size, Of),                       \
                "the state has gates in the order of their numbers");
  ALLOCSITE_GATES(CHECK)
#undef CHECK
  const unsigned Number = ALLOCSITE_GATE_NUMBER(Size, Of);
  return emitLoadFunction(Builder, Type, StateGate_1_of_1 + Number, Names[Number],
                          [&] { return defineGoOn(Of); });
}

/// A function that shared code calls in place of one of the runtime until its module is
/// registered: returns its first argument, or nothing.
Function *ThreadState::defineStub(FunctionType *Type, const Twine &Name,
                                  CallingConv::ID Convention) {
  Function *Stub = Function::Create(Type, GlobalValue::InternalLinkage, Name, M);
  Stub->setCallingConv(Convention);
  placeApart(*Stub);
  Stub->setDoesNotThrow();
  for (Attribute::AttrKind Kind :
       {Attribute::DisableSanitizerInstrumentation, Attribute::NoSanitizeCoverage})
    Stub->addFnAttr(Kind);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "entry", Stub));
  if (Type->getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Stub->getArg(0));
  return Stub;
}

/// Defines the function that is called in place of the runtime's counting one until the module
/// is registered, and always while the profiler is off.
Function *ThreadState::defineUncounted(bool Behind) {
  LLVMContext &Ctx = M.getContext();
  llvm::Type *Int64 = Type::getInt64Ty(Ctx), *Pointer = pointerType(Ctx);
  return Behind
             ? defineStub(FunctionType::get(Pointer, {Pointer, Pointer, Int64, Int64}, false),
                          "allocsite.uncounted.behind", For.conventionBehindCalls())
             : defineStub(
                   FunctionType::get(Type::getVoidTy(Ctx), {Pointer, Int64, Int64}, false),
                   "allocsite.uncounted", CallingConv::PreserveMost);
}

/// The gate that shared code calls until its module is registered: it jumps to the function
/// whose address follows the `Of` arguments and two more.
Function *ThreadState::defineGoOn(unsigned Of) {
  LLVMContext &Ctx = M.getContext();
  const std::string Name = "allocsite.go.on." + std::to_string(Of);
  if (Function *Made = M.getFunction(Name))
    return Made;
  auto *Type = FunctionType::get(Type::getVoidTy(Ctx), false);
  Function *GoOn = Function::Create(Type, GlobalValue::InternalLinkage, Name, M);
  placeApart(*GoOn);
  for (Attribute::AttrKind Kind :
       {Attribute::Naked, Attribute::NoInline, Attribute::NoUnwind,
        Attribute::DisableSanitizerInstrumentation, Attribute::NoSanitizeCoverage})
    GoOn->addFnAttr(Kind);
  IRBuilder<> Builder(BasicBlock::Create(Ctx, "entry", GoOn));
  For.emitJumpToArgument(Builder, Of + 2);
  Builder.CreateUnreachable();
  return GoOn;
}

/// Does nothing if the field is set already.
void ThreadState::initialise(unsigned Field, function_ref<Function *()> Make) {
  if (!State->getInitializer()->getAggregateElement(Field)->isNullValue())
    return;
  Function &Pointer = *Make();
  SmallVector<Constant *, 8> Initial;
  for (unsigned I = 0; I < StateType->getNumElements(); ++I)
    Initial.push_back(State->getInitializer()->getAggregateElement(I));
  Initial[Field] = ConstantExpr::getPointerCast(&Pointer, pointerType(M.getContext()));
  State->setInitializer(ConstantStruct::get(StateType, Initial));
}

void ThreadState::emitFlush(IRBuilder<> &Builder, unsigned How, Value *Status) const {
  auto *Int = Builder.getInt32Ty();
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Int, Int}, false);
  Value *const Arguments[] = {Builder.getInt32(Status ? How | ALLOCSITE_END_HAS_STATUS : How),
                              Status ? Builder.CreateSExtOrTrunc(Status, Int)
                                     : Builder.getInt32(0)};
  if (!Shared) {
    Builder.CreateCall(runtimeFunction(M, ALLOCSITE_NAME(ALLOCSITE_SYM_FLUSH), Type),
                       Arguments);
    return;
  }
  Value *Flush = emitLoadState(Builder, StateFlush);
  Instruction *Registered = SplitBlockAndInsertIfThen(Builder.CreateIsNotNull(Flush),
                                                      &*Builder.GetInsertPoint(), false);
  IRBuilder<> Inner(Registered);
  Inner.CreateCall(Type, Inner.CreatePointerCast(Flush, pointerTo(Type)), Arguments);
}

Constant *RegisteredNumbers::address(uint64_t Value) {
  LLVMContext &Ctx = M.getContext();
  auto *NoWords = ArrayType::get(Type::getInt64Ty(Ctx), 0);
  if (!Unfinished)
    Unfinished = new GlobalVariable(M, NoWords, /*isConstant=*/false,
                                    GlobalValue::ExternalLinkage, nullptr, Name);
  auto [At, IsNew] = Known.emplace(Value, Words.size());
  if (IsNew)
    Words.push_back(Value);
  Constant *Indices[] = {ConstantInt::get(Type::getInt64Ty(Ctx), 0),
                         ConstantInt::get(Type::getInt64Ty(Ctx), At->second)};
  return ConstantExpr::getGetElementPtr(NoWords, Unfinished, Indices);
}

GlobalVariable *RegisteredNumbers::finish() {
  if (!Unfinished)
    return nullptr;
  Constant *Initial = ConstantDataArray::get(M.getContext(), Words);
  auto *Finished =
      new GlobalVariable(M, Initial->getType(), false, GlobalValue::InternalLinkage, Initial);
  Finished->takeName(Unfinished);
  exemptFromSanitizers(*Finished);
  placeApart(*Finished, /*HasPointers=*/false);
  Unfinished->replaceAllUsesWith(
      ConstantExpr::getPointerCast(Finished, Unfinished->getType()));
  Unfinished->eraseFromParent();
  return Finished;
}

} // namespace allocsite

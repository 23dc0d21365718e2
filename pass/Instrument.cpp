//===- Instrument.cpp - Last stage: count what was marked -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "describe/Descriptor.h"
#include "embed/Embed.h"
#include "frames/Frames.h"
#include "inventory/Inventory.h"
#include "inventory/Refusals.h"
#include "lower/Context.h"
#include "lower/ContextArguments.h"
#include "lower/CountTogether.h"
#include "lower/FailedCalls.h"
#include "lower/Counter.h"
#include "lower/Gates.h"
#include "lower/Leaves.h"
#include "lower/LoadedCallees.h"
#include "lower/LoopCounts.h"
#include "lower/RecursionCounts.h"
#include "lower/SharedPushes.h"
#include "marks/LinkMarks.h"
#include "frames/Locations.h"
#include "marks/Marks.h"
#include "marks/OwnNames.h"
#include "plan/AwareNotes.h"
#include "plan/CallPlan.h"
#include "plan/FramelessTails.h"
#include "plan/InlineHits.h"
#include "plan/Numbering.h"
#include "plan/RecursiveCopies.h"
#include "plan/SitePlan.h"
#include "plan/TailCalls.h"
#include "plan/TailRecursion.h"
#include "plan/Unseen.h"
#include "recognise/Callees.h"
#include "recognise/LeafList.h"
#include "rules/Config.h"
#include "support/Compat.h"
#include "support/Diagnostics.h"
#include "support/Mechanisms.h"
#include "support/Options.h"
#include "support/Target.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace allocsite {

namespace {

class Instrumenter {
public:
  Instrumenter(Module &M, const Options &Opts, bool EmulatedTls, Marked Left)
      : M(M), Opts(Opts), EmulatedTls(EmulatedTls), Configured(Opts, Left.Rules),
        Leaves(M, Opts.Leaves), Names(&Configured, Opts.Frames == FrameChoice::Raw),
        Allocators(Configured, Names, std::move(Left.Entries)),
        Frames(M, Names, Allocators, std::move(Left.Symbols)),
        Numbers(M, Names, Allocators, Frames, std::move(Left.Types)),
        MarkedSites(std::move(Left.Sites)), Thread(M, Opts.keptIds()),
        Untouchable(findUntouchable(M)), Refused(M, Names, !Opts.Inventory.empty()) {
    Names.setHidden(Left.Hidden);
  }

  void run() {
    // Wrong in this stage only, where it is a process of its own.
    fail(M.getContext(), Opts.Problems);
    fail(M.getContext(), Configured.problems());
    fail(M.getContext(), Leaves.problems());
    const uint32_t Unseen = findUnseen(M); // Before calls are rewritten.
    takeOwnNames(M, [&](StringRef Alias, StringRef Own) {
      AllocatorTable Renamed(Configured, Names); // Of functions as they are called now.
      return Allocators.familyOf(Own, M).empty() && !Renamed.familyOf(Alias, M).empty();
    });
    Refused.take();
    if (Opts.keptIds())
      copyRecursions(M, [&](const Function &F) {
        return !Untouchable.count(&F) && !Frames.isTransparent(F.getName());
      });
    // What is counted, and which calls have to be known for it.
    SitePlan Sites(M, Allocators, Frames, Numbers, std::move(MarkedSites), Untouchable,
                   Refused);
    Callees Reach(M, Sites.functions(), Leaves);
    warnOfLeaves(Reach);
    const std::string Functions =
        Opts.Inventory.empty() ? "" : functionLines(M, Reach);
    keepFrames(Reach);
    CallPlan Calls(M, Names, Frames, Numbers, Reach, Untouchable, Arguments, Opts);

    // Rewrite. Contexts first: they need the blocks as they are.
    markReturningTwice(M);
    for (Function *F : definitions())
      instrument(*F, Sites, Calls, Reach);
    shareLeaves(Thread, M);
    loadCalleesLate(Thread);
    Sites.refuseRemoved();
    dropAwareNotes(M);
    Sites.dropMarks();
    emitFlushes();
    // A relay would have to keep all that is passed in registers around a call of libgcc.
    if (!EmulatedTls)
      useGates(Thread, M, Reach);
    countFailuresBehind(Thread);
    if (!EmulatedTls)
      sharePushes(Thread, M);
    Arguments.emit(Thread);
    Recursions.emit(Thread);
    dropCopies(M);
    dropMadeLocations(M);

    // Describe.
    writeInventory(M, Opts.Inventory, takeRuleLines(M, Configured), Functions,
                   Numbers.tables(), Sites.sizes(), Sites.holders(), Refused.kept());
    if (!Numbers.empty() || Unseen & ALLOCSITE_MODULE_TAKES_ADDRESS)
      emitRegistration(M, describe(Unseen));
    Thread.dropUnused();
    adoptProcessor(M);
    embedJoiner(M);
    if (definesMain(M) || isOptimisedFurther(M))
      keepApart(M);
    if (definesMain(M))
      embedRuntime(Thread.define(), Opts, EmulatedTls);
    setInstrumented(M);
    if (Opts.Verify)
      verify();
  }

private:
  void instrument(Function &F, SitePlan &Sites, CallPlan &Calls,
                  const Callees &Reach) {
    ContextFlow Flow(F, Arguments, Reach.hasNoCallers(F));
    ContextWord Context(Thread, Arguments, Flow, F);
    TailRecursion Recursion(F, Calls.sharesIdOf(F), Thread, Context, Numbers);
    AwareNotes Notes(F);
    if (Opts.keptIds())
      Calls.plan(F, Flow, Recursion);
    for (SitePoint &Site : Sites.of(F))
      Context.use(*Site.Before);
    SmallVector<Counted, 8> Allocations = allocationsOf(F, Sites, Recursion);
    const bool InRegister = countInRegister(F, Allocations, Flow, Reach);
    Notes.use(Context);
    Context.emit();
    Notes.fill(Sites, Recursion, Thread);
    TellsOfSites |= !Notes.empty();
    if (InRegister)
      Recursions.count(Thread);
    if (!F.hasOptNone())
      countTogether(Allocations);
    unsigned All = Allocations.size();
    LoopCounts Loops(F, Reach, Allocations);
    emit(Allocations, F, Context);
    Loops.emit(Thread, Context.address());
    Recursion.finish();
    Context.finish();
    Numbers.setInstrumented(F);
    if (Context.isUsed() || InRegister || All || !Notes.empty() || Arguments.isEntered(F))
      forgetMemoryEffects(F);
  }

  SmallVector<Counted, 8> allocationsOf(Function &F, SitePlan &Sites,
                                        TailRecursion &Recursion) {
    SmallVector<Counted, 8> Found;
    for (SitePoint &Site : Sites.of(F))
      Found.push_back({Site.Before, Site.Location,
                       Recursion.word(Site.Before, Site.Location.get()),
                       Sites.number(Site, Recursion), Sites.size(Site),
                       Site.Result});
    return Found;
  }

  /// Takes the one allocation of a recursion out of `All` where a register can count it:
  /// of one key, worth a hit inline, and the word is known where it is settled. That is so
  /// where the function keeps its word, or nothing changes the thread's.
  bool countInRegister(Function &F, SmallVectorImpl<Counted> &All, const ContextFlow &Flow,
                       const Callees &Reach) {
    const bool Takes = Arguments.takes(&F);
    if (without(Mechanism::RecursionCounts) || All.size() != 1 || EmulatedTls ||
        (!Takes && Flow.hasPush()))
      return false;
    const Counted &One = All.front();
    const auto Settled =
        RecursionCounts::settledBefore(F, *One.Before->getParent(), Reach);
    if (!Settled || !isa<ConstantInt>(One.Site) || !isa<ConstantInt>(One.Size) ||
        !InlineHits(F).isWorth(One))
      return false;
    applied(Mechanism::RecursionCounts, F);
    Recursions.settle(Thread, F, All.pop_back_val(), *Settled, /*FindsWord=*/!Takes);
    return true;
  }

  /// What callers push nothing for finds a word that is not of its calls, and puts that
  /// back behind them.
  void keepFrames(const Callees &Reach) {
    for (Function &F : M)
      if (Reach.hasNoCallers(F))
        keepFrame(F);
      else if (Opts.keptIds())
        keepFramelessTails(F, Names, Frames, Reach);
  }

  /// Once a module: a list that is old is old in many places.
  void warnOfLeaves(const Callees &Reach) {
    const FunctionSet &Found = Reach.noLongerLeaves();
    for (const Function &F : M)
      if (Found.count(&F))
        return warn(M.getContext(),
                    "'" + Names.get(F.getName()).Display + "'" +
                        (Found.size() > 1
                             ? " and " + Twine(Found.size() - 1) + " more are"
                             : Twine(" is")) +
                        " in the list of leaves, and may allocate: their callers are '-' "
                        "until `allocsite leaves` makes the list anew");
  }

  /// Those of the program: what the pass makes comes to the module meanwhile.
  std::vector<Function *> definitions() {
    std::vector<Function *> Found;
    for (Function &F : M)
      if (!F.isDeclaration() && !Untouchable.count(&F))
        Found.push_back(&F);
    return Found;
  }

  /// Inline where it is worth it, else as calls.
  void emit(MutableArrayRef<Counted> Allocations, Function &F, ContextWord &Context) {
    InlineHits Inline(F);
    SmallVector<bool, 8> IsInline;
    for (const Counted &Each : Allocations)
      IsInline.push_back(!isa<ConstantInt>(Each.Site) ||
                         (!EmulatedTls && Inline.isWorth(Each)));
    for (size_t I = Allocations.size(); I-- > 0;)
      if (!IsInline[I])
        measureWhereCounting(Thread, Allocations[I], Context.address());
    for (auto [Each, Stays] : zip(Allocations, IsInline))
      if (Stays) {
        applied(Mechanism::InlineHits, F);
        emitCounter(Thread, Each, Context.address());
      } else {
        emitCountCall(Thread, Each);
      }
  }

  /// The thread's words are memory that no attribute of the function covers.
  static void forgetMemoryEffects(Function &F) {
    dropMemoryEffects(F);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        dropMemoryEffects(*Call);
  }

  void emitFlushes() {
    SmallVector<CallBase *, 8> Exits;
    for (Function &F : M)
      if (!Untouchable.count(&F))
        for (Instruction &I : instructions(F))
          if (auto *Call = dyn_cast<CallBase>(&I); Call && exitsAtOnce(*Call))
            Exits.push_back(Call);
    for (CallBase *Exit : Exits) {
      IRBuilder<> Builder(Exit);
      Thread.emitFlush(Builder);
    }
  }

  GlobalVariable *describe(uint32_t Unseen) {
    for (const GlobalAlias &Alias : M.aliases())
      Numbers.addAlias(Alias);
    return emitDescriptor(M, Numbers.tables(), Numbers.idCount(), Thread,
                          (isSharedCode(M) ? ALLOCSITE_MODULE_PIC : 0) |
                              (TellsOfSites ? ALLOCSITE_MODULE_AWARE : 0) |
                              ALLOCSITE_MODULE_DEPTH(Opts.Depth) | Unseen);
  }

  void verify() {
    std::string Problems;
    raw_string_ostream Stream(Problems);
    if (verifyModule(M, &Stream))
      M.getContext().emitError("allocsite: the IR is broken after the pass: " +
                               Stream.str());
  }

  Module &M;
  const Options Opts;
  const bool EmulatedTls;
  const Config Configured;
  const LeafList Leaves;
  NameTable Names;
  AllocatorTable Allocators;
  FrameTable Frames;
  Numbering Numbers;
  std::vector<MarkedSite> MarkedSites;
  ThreadState Thread;
  ContextArguments Arguments;
  RecursionCounts Recursions;
  const FunctionSet Untouchable;
  Refusals Refused;
  bool TellsOfSites = false;
};

} // namespace

PreservedAnalyses InstrumentPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!isMarked(M))
    return PreservedAnalyses::all();
  const Options Opts = Options::read();
  if (AtLink) {
    setOptimisedNoFurther(M);
  } else if (Opts.AtLink && isForFullLink(M)) {
    leaveForLink(M, Opts);
    return PreservedAnalyses::none();
  }
  finishTailRecursion(
      M, MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager());
  Instrumenter(M, Opts, EmulatedTls, takeMarks(M)).run();
  return PreservedAnalyses::none();
}

} // namespace allocsite

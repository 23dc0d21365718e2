//===- Instrument.cpp - Last stage: count what was marked -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes.h"
#include "arch/Machine.h"
#include "describe/Descriptor.h"
#include "embed/Embed.h"
#include "frames/Frames.h"
#include "frames/Locations.h"
#include "inventory/Inventory.h"
#include "inventory/Refusals.h"
#include "lower/Gates.h"
#include "lower/Lowering.h"
#include "marks/LinkMarks.h"
#include "marks/Marks.h"
#include "marks/OwnNames.h"
#include "plan/CallPlan.h"
#include "plan/Numbering.h"
#include "plan/Plan.h"
#include "plan/SitePlan.h"
#include "prepare/Prepare.h"
#include "recognise/Callees.h"
#include "rules/Config.h"
#include "support/Compat.h"
#include "support/Compilation.h"
#include "support/Diagnostics.h"
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
        Numbers(M, Names, Allocators, Frames, std::move(Left.Types), Opts.HasLines),
        MarkedSites(std::move(Left.Sites)),
        Thread(M, Opts.keepsContext(), Opts.Live, Opts.Whole), Untouchable(findUntouchable(M)),
        Refused(M, Names, !Opts.Inventory.empty()) {
    Names.setHidden(Left.Hidden);
  }

  void run() {
    // Report wrong options and files: this stage may be a process of its own.
    report();
    // Find what the profile cannot show, before calls are changed.
    const uint32_t Unseen = findUnseen(M);
    // Give functions their own names back, copy recursive ones, and make blocks in which
    // calls that may throw are counted.
    prepare();
    // Find the sites of the first stage where the optimiser has left them.
    SitePlan Sites(M, Allocators, Frames, Numbers, std::move(MarkedSites), Untouchable,
                   Refused, Opts.Live);
    // Find out which calls may lead to an allocation.
    const Callees Reach(M, Sites.functions(), Leaves);
    warnOfLeaves(Reach);
    const std::string Functions = Opts.Inventory.empty() ? "" : functionLines(M, Reach);
    // Prevent tail calls that would lose frames.
    keepFrames(Reach);
    // Decide what each call does to the context, and which site each allocation is.
    const ModulePlan Plan = plan(Sites, Reach);
    if (Opts.PrintPlan)
      Plan.print(errs());
    warnOfLarge(Sites.sizes());
    if (Opts.Whole && !isSanitized(M) && !(Opts.Live && definesMain(M)))
      lookForOperatorNew(M);
    // Emit the plan.
    markReturningTwice(M);
    lower(Plan, Reach);
    dropCopies(M);
    dropMadeLocations(M);
    // Tell users the sites, and the runtime all that the profile refers to.
    writeInventory(M, Opts.Inventory, takeRuleLines(M, Configured), Functions,
                   Numbers.tables(), Sites.sizes(), Sites.holders(), Refused.kept());
    if (!Numbers.empty() || Unseen & ALLOCSITE_MODULE_RUST_ALLOCATOR)
      emitRegistration(M, describe(Plan, Unseen));
    // Embed the runtime beside `main`.
    embed();
    setInstrumented(M);
    if (Opts.Verify)
      verify();
  }

private:
  void report() {
    fail(M.getContext(), Opts.Problems);
    fail(M.getContext(), Configured.problems());
    fail(M.getContext(), Leaves.problems());
  }

  void prepare() {
    takeOwnNames(M, [&](StringRef Alias, StringRef Own) {
      AllocatorTable Renamed(Configured, Names); // Looks up the functions' current names.
      return Allocators.familyOf(Own, M).empty() && !Renamed.familyOf(Alias, M).empty();
    });
    Refused.take();
    if (Opts.keepsContext())
      copyRecursions(M, [&](const Function &F) {
        return !Untouchable.count(&F) && !Frames.isTransparent(F.getName());
      });
    for (Function &F : M)
      if (!F.isDeclaration() && !Untouchable.count(&F))
        splitNormalEdges(F, Allocators);
  }

  /// Prevents tail calls that would lose frames. A function that is called without a context
  /// must restore the one it finds after its own calls, so it may make no tail call at all.
  void keepFrames(const Callees &Reach) {
    for (Function &F : M) {
      if (Opts.Live)
        keepFrees(F);
      if (Reach.hasNoCallers(F))
        keepFrame(F);
      else if (Opts.keepsContext())
        keepFramelessTails(F, Names, Frames, Reach);
    }
  }

  /// Warns once for each module: an outdated list is wrong in many places.
  void warnOfLeaves(const Callees &Reach) {
    const FunctionSet &Found = Reach.noLongerLeaves();
    for (const Function &F : M)
      if (Found.count(&F))
        return warn(M.getContext(),
                    "'" + Names.get(F.getName()).Display + "'" +
                        (Found.size() > 1 ? " and " + Twine(Found.size() - 1) + " more are"
                                          : Twine(" is")) +
                        " in the list of leaves, and may allocate: their callers are '-' "
                        "until `allocsite leaves` makes the list anew");
  }

  /// Warns of sites that request more than max-size= bytes.
  void warnOfLarge(const SiteSizes &Sizes) {
    for (const auto &[Record, Size] : Sizes)
      if (Opts.MaxSize && Size.Bytes && *Size.Bytes > Opts.MaxSize) {
        const SiteText Text = textOfSite(Numbers.tables(), Numbers.tables().Sites[Record]);
        warn(M.getContext(), Text.Place + ": " + Text.Function + " asks for " +
                                 Twine(*Size.Bytes) +
                                 " bytes, more than max-size=" + Twine(Opts.MaxSize));
      }
  }

  ModulePlan plan(SitePlan &Sites, const Callees &Reach) {
    ModulePlan Plan;
    CallPlan Calls(Names, Frames, Numbers, Reach, Untouchable, Plan.Arguments, Opts);
    for (Function *F : Calls.findOwn(M))
      makeOwn(*F);
    Calls.decide(M);
    for (Function &F : M) {
      if (F.isDeclaration() || Untouchable.count(&F))
        continue;
      FunctionPlan Of{&F, Reach.hasNoCallers(F)};
      if (Opts.keepsContext())
        Calls.plan(Of);
      Sites.plan(Of);
      Numbers.setInstrumented(F);
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (auto End = endOfProcess(*Call))
            Plan.Exits.push_back({Call, End->How, End->Status});
      Plan.Functions.push_back(std::move(Of));
    }
    Sites.refuseRemoved();
    return Plan;
  }

  void lower(const ModulePlan &Plan, const Callees &Reach) {
    auto MayStayAway = [&](const CallBase &Call) { return Reach.mayStayAway(Call); };
    auto IsOfLibrary = [&](const Function &F) { return Reach.isOfLibrary(F); };
    Lowering(M, Plan, {MayStayAway, IsOfLibrary}, Thread, EmulatedTls).run();
  }

  GlobalVariable *describe(const ModulePlan &Plan, uint32_t Unseen) {
    for (const GlobalAlias &Alias : M.aliases())
      Numbers.addAlias(Alias);
    const bool TellsOfSites =
        any_of(Plan.Functions, [](const FunctionPlan &Of) { return !Of.Notes.empty(); });
    const bool HasPlaces = Numbers.addPlacesOfCalls();
    return emitDescriptor(M, Numbers.tables(), Numbers.callCount(), Thread,
                          (isSharedCode(M) ? ALLOCSITE_MODULE_PIC : 0) |
                              (HasPlaces ? ALLOCSITE_MODULE_PLACES : 0) |
                              (TellsOfSites ? ALLOCSITE_MODULE_AWARE : 0) |
                              (Opts.Live ? ALLOCSITE_MODULE_ARENAS : 0) |
                              (Opts.HasLines ? ALLOCSITE_MODULE_LINES : 0) |
                              ALLOCSITE_MODULE_DEPTH(Opts.Depth) | Unseen);
  }

  void embed() {
    Thread.dropUnused();
    adoptProcessor(M);
    embedJoiner(M);
    if (definesMain(M) || isOptimisedFurther(M))
      keepApart(M);
    if (!definesMain(M))
      return;
    embedRuntime(Thread.define(), Opts, EmulatedTls);
    // With a sanitizer, its allocator reports frees.
    if ((Opts.Whole || Opts.Live) && !isSanitized(M))
      embedEntries(M, Opts.Live);
    else
      emitNextWords(M);
  }

  void verify() {
    std::string Problems;
    raw_string_ostream Stream(Problems);
    if (verifyModule(M, &Stream))
      fail(M.getContext(), "the IR is broken after the pass: " + Stream.str());
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
  const FunctionSet Untouchable;
  Refusals Refused;
};

} // namespace

PreservedAnalyses InstrumentPass::run(Module &M, ModuleAnalysisManager &) {
  if (!isMarked(M))
    return PreservedAnalyses::all();
  const Options Opts = Options::read();
  if (BeforeLink && !isOptimisedFurther(M))
    setOptimisedFurther(M);
  if (AtLink) {
    setOptimisedNoFurther(M);
  } else if (Opts.AtLink && isForFullLink(M)) {
    leaveForLink(M, Opts);
    return PreservedAnalyses::none();
  }
  Instrumenter(M, Opts, EmulatedTls, takeMarks(M)).run();
  return PreservedAnalyses::none();
}

} // namespace allocsite

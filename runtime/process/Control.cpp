//===- Control.cpp - What a program says to the profiler ------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function of allocsite/control.h is one operation here, and so is each signal that the
// options name.
//
//===----------------------------------------------------------------------===//
#include "Control.h"
#include "Describe.h"
#include "Dump.h"
#include "Marks.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/control.h"
#include "count/Hooks.h"
#include "count/Pause.h"
#include "count/Tables.h"
#include "live/Arenas.h"
#include "live/FreedBlocks.h"
#include "live/Live.h"
#include "profile/Sampling.h"
#include "store/Profile.h"

#include <signal.h>
#include <string.h>

namespace allocsite {

//===----------------------------------------------------------------------===//
// Start and stop
//===----------------------------------------------------------------------===//

// Under RuntimeLock.
static bool IsStopped;  // by allocsite_stop(), or start=off
static uint32_t Scopes; // of the process that are open

static long pauseIfDue() {
  setDetour(DetourPause, IsStopped && !Scopes);
  return 0;
}

static long setStopped(bool ToStop) {
  LockGuard Guard;
  IsStopped = ToStop;
  return pauseIfDue();
}

static long addScope(bool Begins) {
  LockGuard Guard;
  if (!Begins && !Scopes)
    return EINVAL;
  Scopes += Begins ? 1 : -1;
  return pauseIfDue();
}

/// A scope of this thread, or a pause of it, begins or ends.
static long addThreadScope(bool IsPause, bool Begins) {
  LockGuard Guard;
  ThreadTable *Mine = ownTable();
  if (!Mine)
    return EAGAIN;
  TableOwn &Own = Mine->own();
  const uint32_t Before = IsPause ? Own.Apart : Own.Scopes;
  if (Before == (Begins ? (IsPause ? 127u : 4095u) : 0u)) // no more fit, or none is open
    return Begins ? EOVERFLOW : EINVAL;
  if (IsPause)
    Own.Apart += Begins ? 1 : -1;
  else
    Own.Scopes += Begins ? 1 : -1;
  if (IsPause && !(detours() & DetourApart))
    setDetour(DetourApart, true);
  attach(*Mine);
  return 0;
}

static long isOn() {
  LockGuard Guard;
  ThreadTable *Mine = ownTable();
  return Mine ? !isPausedFor(*Mine) : !(detours() & DetourPause);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {
struct Sums {
  TextRef Allocator; // empty: any
  struct allocsite_totals *To;

  void addCalls(uint64_t Context, uint64_t Site, uint64_t Calls, uint64_t Bytes) {
    if (!Allocator.empty() &&
        !isOfAllocator(Site & ~ALLOCSITE_SITE_FAILED, Context, Allocator))
      return;
    if (Site & ALLOCSITE_SITE_FAILED) {
      To->failed_calls += Calls;
      return;
    }
    To->calls += Calls;
    To->bytes = mergeSum(To->bytes, Bytes);
  }
  bool add(const CounterKey &Key, const Tally &Counted) {
    addCalls(Key.Context, Key.Site, Counted.Calls, bytesOf(Key.Size, Counted.Calls));
    return true;
  }
  bool addOther(const AllocSiteOther &Other) {
    addCalls(0, Other.Site, Other.Calls, Other.Bytes);
    return true;
  }
  static bool live(void *Self, const LiveKey &Key, const Tally &Counts) {
    Sums &Its = *static_cast<Sums *>(Self);
    // Of all allocators together: what arenas hand out lies in blocks of the heap.
    bool IsCounted = Its.Allocator.empty()
                         ? !(Key.InArena && isHeapFollowed())
                         : isOfAllocator(Key.Site, Key.Context, Its.Allocator);
    if (IsCounted) {
      Its.To->live_blocks += Counts.Live;
      Its.To->live_bytes += bytesOf(Key.Size, Counts.Live);
      Its.To->peak_bytes += bytesOf(Key.Size, Counts.AtPeak);
    }
    return true;
  }
};
} // namespace

long sumTotals(const char *Allocator, bool OfThread, struct allocsite_totals *To) {
  LockGuard Guard;
  Sums Its = {Allocator ? TextRef(Allocator) : TextRef(), To};
  const CounterVisitor Visitor = visitorOf(Its);
  if (OfThread) {
    ThreadTable *Mine = ownTable();
    if (!Mine)
      return EAGAIN;
    if (!visitCounters(*Mine, Visitor))
      return ENOMEM;
  } else if (!visitSinceReset(Visitor)) {
    return ENOMEM;
  }
  if (!visitLive({&Its, Sums::live}))
    return ENOMEM;
  const Sampling Sampled = samplingOf(TheState.Sampling);
  To->live_blocks = Sampled.whole(To->live_blocks);
  To->live_bytes = Sampled.whole(To->live_bytes);
  To->peak_bytes = Sampled.whole(To->peak_bytes);
  return 0;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static long report(const allocsite_report_wish &Wish) {
  if (Wish.style > unsigned(ReportStyle::Tsv) || Wish.depth < 1 ||
      Wish.depth > ALLOCSITE_FRAMES)
    return EINVAL;
  return writeReport(static_cast<ReportStyle>(Wish.style), Wish.depth, Wish.min_bytes,
                     Wish.descriptor);
}

long markOrReset(const char *Name, bool IsReset) {
  int Failed;
  {
    LockGuard Guard;
    Failed = setMark(Name, IsReset);
    if (!Failed && IsReset)
      resetLive();
  }
  if (!Failed)
    tellMark(Name);
  return Failed;
}

static long setHooksLocked(const struct allocsite_hooks *Hooks, void *User) {
  LockGuard Guard;
  long Failed = setHooks(Hooks, User);
  lookForListeners();
  return Failed;
}

static long carryOut(unsigned Operation, const void *Argument, void *Result) {
  const char *Word = static_cast<const char *>(Argument);
  auto *Totals = static_cast<struct allocsite_totals *>(Result);
  switch (Operation) {
  case ALLOCSITE_OPERATION_START:
    return setStopped(false);
  case ALLOCSITE_OPERATION_STOP:
    return setStopped(true);
  case ALLOCSITE_OPERATION_IS_ON:
    return isOn();
  case ALLOCSITE_OPERATION_BEGIN:
  case ALLOCSITE_OPERATION_END:
    return addScope(Operation == ALLOCSITE_OPERATION_BEGIN);
  case ALLOCSITE_OPERATION_BEGIN_THREAD:
  case ALLOCSITE_OPERATION_END_THREAD:
    return addThreadScope(/*IsPause=*/false, Operation == ALLOCSITE_OPERATION_BEGIN_THREAD);
  case ALLOCSITE_OPERATION_PAUSE_THREAD:
  case ALLOCSITE_OPERATION_RESUME_THREAD:
    return addThreadScope(/*IsPause=*/true, Operation == ALLOCSITE_OPERATION_PAUSE_THREAD);
  case ALLOCSITE_OPERATION_MARK:
    return markOrReset(Word ? Word : "", /*IsReset=*/false);
  case ALLOCSITE_OPERATION_RESET:
    return markOrReset("(reset)", /*IsReset=*/true);
  case ALLOCSITE_OPERATION_DUMP:
    return Word && *Word ? dumpTo(Word) : EINVAL;
  case ALLOCSITE_OPERATION_TOTALS:
    return sumTotals(Word, /*OfThread=*/false, Totals);
  case ALLOCSITE_OPERATION_THREAD_TOTALS:
    return sumTotals(Word, /*OfThread=*/true, Totals);
  case ALLOCSITE_OPERATION_WATCH:
    return beginWatch(/*OfThread=*/!Argument, static_cast<allocsite_watch **>(Result));
  case ALLOCSITE_OPERATION_REPORT:
    return report(*static_cast<const allocsite_report_wish *>(Argument));
  case ALLOCSITE_OPERATION_SET_HOOKS:
    return setHooksLocked(static_cast<const struct allocsite_hooks *>(Argument), Result);
  case ALLOCSITE_OPERATION_OBJECT_COUNTS:
  case ALLOCSITE_OPERATION_OBJECT_SIZES:
    return visitObjects(Operation == ALLOCSITE_OPERATION_OBJECT_SIZES,
                        *static_cast<const struct allocsite_object_visitor *>(Argument));
  case ALLOCSITE_OPERATION_ARENA_TOTALS:
    return sumArena(Argument, Totals);
  case ALLOCSITE_OPERATION_FOLLOWS:
    return (isHeapFollowed() ? ALLOCSITE_FOLLOWS_HEAP : 0) |
           (areArenasFollowed() ? ALLOCSITE_FOLLOWS_ARENAS : 0);
  case ALLOCSITE_OPERATION_BEGIN_NO_ALLOC:
  case ALLOCSITE_OPERATION_END_NO_ALLOC:
    return options().NoAlloc ? enterNoAlloc(Operation == ALLOCSITE_OPERATION_BEGIN_NO_ALLOC)
                             : 0;
  case ALLOCSITE_OPERATION_END_WATCH:
    return endWatch(static_cast<allocsite_watch *>(Result), Argument);
  }
  return ENOSYS; // of a later version
}

long control(unsigned Operation, const void *Argument, void *Result) {
  if (!ensureStarted())
    return ALLOCSITE_ABSENT;
  if (const AllocSiteOwner *Other = otherOwner())
    return Other->canControl() ? Other->Control(Operation, Argument, Result)
                               : ALLOCSITE_ABSENT;
  // A child of vfork or _Fork shares our memory, or the file, and speaks for itself alone.
  if (!isCounting() || !isOwnProcess())
    return ALLOCSITE_ABSENT;
  KeepErrno Keep;
  return carryOut(Operation, Argument, Result);
}

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

namespace {
/// One that an option names, and what its handler was before: the program's, which is called
/// behind ours.
struct Listened {
  int Signal;
  struct sigaction Before;
};
} // namespace

static Listened Toggle, Dump;

static void goOn(const Listened &To, int Signal, siginfo_t *Info, void *Context) {
  if (To.Before.sa_flags & SA_SIGINFO)
    To.Before.sa_sigaction(Signal, Info, Context);
  else if (To.Before.sa_handler != SIG_DFL && To.Before.sa_handler != SIG_IGN)
    To.Before.sa_handler(Signal);
}

static void toggle(int Signal, siginfo_t *Info, void *Context) {
  if (isOwnProcess()) {
    KeepErrno Keep;
    setStopped(!__atomic_load_n(&IsStopped, __ATOMIC_RELAXED));
  }
  goOn(Toggle, Signal, Info, Context);
}

static void dumpOnSignal(int Signal, siginfo_t *Info, void *Context) {
  if (isOwnProcess())
    dumpNumbered();
  goOn(Dump, Signal, Info, Context);
}

/// The number of "USR1", "SIGUSR1" or "10"; 0 where it is none that a handler may take.
static int signalOf(const char *Name) {
  static constexpr struct {
    const char *Name;
    int Number;
  } Known[] = {{"HUP", SIGHUP},   {"USR1", SIGUSR1}, {"USR2", SIGUSR2},   {"ALRM", SIGALRM},
               {"PIPE", SIGPIPE}, {"URG", SIGURG},   {"WINCH", SIGWINCH}, {"IO", SIGIO},
               {"QUIT", SIGQUIT}, {"CONT", SIGCONT}, {"PWR", SIGPWR},     {"PROF", SIGPROF}};
  if (strncmp(Name, "SIG", 3) == 0)
    Name += 3;
  for (const auto &Each : Known)
    if (strcmp(Name, Each.Name) == 0)
      return Each.Number;
  int Number = 0;
  for (; *Name >= '0' && *Name <= '9' && Number < 1000; ++Name)
    Number = Number * 10 + (*Name - '0');
  bool IsSynchronous = Number == SIGSEGV || Number == SIGBUS || Number == SIGILL ||
                       Number == SIGFPE || Number == SIGTRAP || Number == SIGABRT;
  return *Name || Number > SIGRTMAX || Number == SIGKILL || Number == SIGSTOP || IsSynchronous
             ? 0
             : Number;
}

static void listen(const char *Key, const char *Name, Listened &To,
                   void (*Handler)(int, siginfo_t *, void *)) {
  if (!Name || !*Name)
    return;
  struct sigaction Ours = {};
  Ours.sa_sigaction = Handler;
  Ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigemptyset(&Ours.sa_mask);
  To.Signal = signalOf(Name);
  if (!To.Signal || sigaction(To.Signal, &Ours, &To.Before) != 0)
    Message(Importance::Warning)
        .add("ALLOCSITE_OPTIONS: ")
        .add(Key)
        .add('=')
        .add(Name)
        .add(": not a signal that can be taken; write USR1, USR2 or a number");
}

void startControl() {
  IsStopped = options().Start == StartOff;
  if (IsStopped)
    setDetour(DetourPause, true);
  if (options().Probes == ProbesAll)
    startProbes();
  startNoAlloc();
  listen("signal-toggle", options().SignalToggle, Toggle, toggle);
  listen("signal-dump", options().SignalDump, Dump, dumpOnSignal);
}

} // namespace allocsite

__attribute__((used)) long ALLOCSITE_SYM_CONTROL(unsigned Operation, const void *Argument,
                                                 void *Result) {
  return allocsite::control(Operation, Argument, Result);
}

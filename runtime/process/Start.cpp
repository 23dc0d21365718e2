//===- Start.cpp - The life of the runtime --------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   executable, dynamic   .preinit_array, before every constructor; the dump is
//                         the first exit handler there is, and so the last run:
//                         after static destructors and those of shared objects
//   executable, static    .preinit_array; the dump is the last entry of
//                         .fini_array, which libc runs after exit handlers
//   liballocsite.so       a constructor (shared objects have no .preinit_array)
//   none of them yet      the first registration or allocation starts it
//
//===----------------------------------------------------------------------===//
#include "Start.h"
#include "Control.h"
#include "ControlThread.h"
#include "Coverage.h"
#include "Describe.h"
#include "Dump.h"
#include "Marks.h"
#include "Message.h"
#include "Platform.h"
#include "Tell.h"
#include "count/Called.h"
#include "count/Tables.h"
#include "interpose/StaticProgram.h"
#include "interpose/Through.h"
#include "interpose/ThroughMappings.h"
#include "live/Arenas.h"
#include "live/Live.h"
#include "live/LiveMappings.h"
#include "live/ShownSites.h"
#include "store/OutputFile.h"
#include "store/RunFacts.h"

#include <elf.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

extern "C" {
extern char **environ;
extern __attribute__((weak)) void *__libc_stack_end;
int __cxa_atexit(void (*Function)(void *), void *Argument, void *Object);
#ifdef __GLIBC__
// The handler is told the status. Not weak: what the program's code says of it would be too, as
// this stands in its object, and static programs would be linked without it.
int on_exit(void (*Function)(int, void *), void *Argument);
#else
static int on_exit(void (*)(int, void *), void *) { return -1; }
#endif
// Of every sanitizer's runtime; called before it ends the process.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*Callback)(void));

__attribute__((used)) int32_t ALLOCSITE_SYM_LEVEL = 1
#ifdef ALLOCSITE_SHARED
                                                    | ALLOCSITE_LEVEL_WHOLE
#endif
    ;

__attribute__((used)) extern const AllocSiteOwner ALLOCSITE_SYM_OWNER = {
    ALLOCSITE_ABI_VERSION, sizeof(AllocSiteOwner), ALLOCSITE_SYM_REGISTER, allocsite::describe,
    allocsite::control};
}

// The note of Owner.h. Aligned to 4: a segment of notes aligned to 8 is laid out
// differently.
__asm__(".pushsection .note.allocsite,\"a\",%note\n"
        ".balign 4\n"
        ".4byte 10\n"
        ".4byte 12\n"
        ".4byte 1\n"
        ".ascii \"AllocSite\\0\\0\\0\"\n"
        ".4byte " ALLOCSITE_NAME(
            ALLOCSITE_ABI_VERSION) "\n"
                                   ".hidden " ALLOCSITE_NAME(
                                       ALLOCSITE_SYM_OWNER) "\n"
                                                            ".8byte " ALLOCSITE_NAME(
                                                                ALLOCSITE_SYM_OWNER) " - .\n"
                                                                                     ".popsect"
                                                                                     "ion\n");

/// What the entries of interpose/ call first.
extern "C" __attribute__((used)) void ALLOCSITE_SYM_START() { allocsite::ensureStarted(); }

namespace allocsite {

enum Phase : uint32_t { NotStarted, Starting, Started };

static uint32_t CurrentPhase;
/// What .preinit_array is handed: libc sets `environ` only after that.
static char **FirstEnvironment;

/// The environment as the kernel has laid it out, for an allocation in somebody
/// else's .preinit_array that runs before ours: argc, argv, null, environment.
static char **environmentOnStack() {
  if (!&__libc_stack_end || !__libc_stack_end)
    return nullptr;
  long *Stack = static_cast<long *>(__libc_stack_end);
  return reinterpret_cast<char **>(Stack + 1 + Stack[0] + 1);
}

static void dumpAtExit(int Status, void *) { dump({ALLOCSITE_END_EXIT, true, Status}); }
static void dumpAtSomeExit(void *) { dump({ALLOCSITE_END_EXIT}); }
static void dumpAtQuickExit() { dump({ALLOCSITE_END_QUICK_EXIT}); }
static void dumpAtDeath() { dump({ALLOCSITE_END_SANITIZER}); }

/// The first exit handler there is.
static void watchExit() {
  if (on_exit(dumpAtExit, nullptr) != 0)
    __cxa_atexit(dumpAtSomeExit, nullptr, nullptr);
}

static void start() {
  const AllocSiteOwner *First = findOwner();
  if (First && First != &ALLOCSITE_SYM_OWNER) {
    TheState.Other = First;
    return;
  }
  startTables();
  watchForks();
  rememberStandardError();
  rememberDirectory();
#ifdef ALLOCSITE_SHARED
  endPreload(environ);
#endif
  // A set-uid program must not write where its caller says.
  char **Given = FirstEnvironment ? FirstEnvironment : environ;
  if (!Given)
    Given = environmentOnStack();
  char **Environment = getauxval(AT_SECURE) ? nullptr : Given;
  unsigned Level = wantedLevel(Environment, ALLOCSITE_SYM_LEVEL & ALLOCSITE_MOST_LEVEL);
  if (!Level) {
    helpIfWanted(Environment);
    return;
  }
  TheState.Settings = readOptions(Environment, Level);
  rememberOutput(options().Output);
  rememberRun();
  TheState.Owner = getpid();
  if (!isStaticProgram())
    watchExit();
  at_quick_exit(dumpAtQuickExit);
  // LeakSanitizer ends the process in an exit handler, before ours is called. A
  // program that has a callback of its own sets it later than this.
  if (__sanitizer_set_death_callback)
    __sanitizer_set_death_callback(dumpAtDeath);
  startMarks();
  startControl();
  startControlThread();
  TheState.Counting = true;
  countFaster();
  startSampling();
  HashShownSite = hashOfSite;
  if (options().Live) {
    // It calls malloc, which may read the environment when it is first called.
    if (!environ)
      environ = FirstEnvironment;
    startLive(isStaticProgram());
  }
  startGraph();
  if (options().Whole && ALLOCSITE_SYM_LEVEL & ALLOCSITE_LEVEL_WHOLE)
    interposeAllocators(isStaticProgram());
  if (options().Mappings)
    interposeMappings(followMappings, isStaticProgram());
  Message(Importance::Normal).add("heap profiler: enabled!");
}

bool ensureStarted() {
  // Acquire: what start() wrote is seen; the release is below.
  if (__atomic_load_n(&CurrentPhase, __ATOMIC_ACQUIRE) == Started)
    return true;
  KeepErrno Keep;
  LockGuard Guard;
  // Relaxed: under the lock, and the lock may be taken again by its holder: an
  // allocation inside of start(), by a hook of the program.
  uint32_t Phase = __atomic_load_n(&CurrentPhase, __ATOMIC_RELAXED);
  if (Phase == NotStarted) {
    __atomic_store_n(&CurrentPhase, Starting, __ATOMIC_RELAXED);
    start();
    if (!TheState.Counting) {
      countNowhere();
      countNowhereInArenas();
    }
    __atomic_store_n(&CurrentPhase, Started, __ATOMIC_RELEASE);
    Phase = Started;
  }
  return Phase == Started;
}

} // namespace allocsite

#ifdef ALLOCSITE_SHARED
__attribute__((constructor(101))) static void startEarly() { allocsite::ensureStarted(); }
#else
// Symbols, so that of two copies in one program both name the functions of the one
// whose symbols count (pass/embed/ObjectAsText.cpp).
extern "C" {
__attribute__((used)) void ALLOCSITE_SYM_START_EARLY(int, char **, char **Environment) {
  allocsite::FirstEnvironment = Environment;
  allocsite::ensureStarted();
}

// In a dynamic program the exit handler comes later and is the one that writes.
__attribute__((used)) void ALLOCSITE_SYM_DUMP_LAST() {
  if (allocsite::isStaticProgram())
    allocsite::dump({ALLOCSITE_END_EXIT});
}
}

__attribute__((section(".preinit_array"),
               used)) static void (*const Early)(int, char **,
                                                 char **) = ALLOCSITE_SYM_START_EARLY;
__attribute__((section(".fini_array.00000"),
               used)) static void (*const Last)() = ALLOCSITE_SYM_DUMP_LAST;
#endif

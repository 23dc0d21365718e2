//===- Hooks.cpp - Tells the program of each allocation -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Hooks.h"
#include "Pause.h"
#include "Platform.h"
#include "Tables.h"
#include "arch/Machine.h"
#include "store/Profile.h"

#include "arch/OwnCode.h"

// The base of the addresses in the notes, in case the object is moved (prelink).
[[gnu::used, gnu::section(".stapsdt.base"), clang::no_sanitize("address")]]
static const char ProbeBase = 0;

// A note of type 3 (stapsdt). Its descriptor: the address of the probe, the address of the
// base, no semaphore; the provider, the name, and the arguments in assembly syntax, each with
// its size in bytes: operands from %1 on.
#define PROBE(Provider, Name, Arguments, ...)                                                 \
  __asm__ volatile("990: nop\n"                                                               \
                   ".pushsection .note.stapsdt,\"\",%%note\n"                                 \
                   ".balign 4\n"                                                              \
                   ".4byte 992f-991f, 994f-993f, 3\n"                                         \
                   "991: .asciz \"stapsdt\"\n"                                                \
                   "992: .balign 4\n"                                                         \
                   "993: .8byte 990b, %c0, 0\n"                                               \
                   ".asciz \"" Provider "\"\n"                                                \
                   ".asciz \"" Name "\"\n"                                                    \
                   ".asciz \"" Arguments "\"\n"                                               \
                   "994: .balign 4\n"                                                         \
                   ".popsection\n"                                                            \
                   :                                                                          \
                   : "i"(&ProbeBase), __VA_ARGS__)
#define PROBE_EVENT(Name, Pointer, Size, Site)                                                \
  PROBE("allocsite", Name, "8@%1 8@%2 8@%3", "r"(Pointer), "r"(Size), "r"(Site))

namespace allocsite {

namespace {
/// Never changed and never freed: a thread may be about to call a hook of an earlier set.
struct HookSet {
  struct allocsite_hooks Hooks;
  void *User;
};
} // namespace

void (*AllocatedInNoAlloc)(uint64_t Size, uint64_t Site, uint64_t Context);

static const HookSet *TheHooks;
static bool HasProbes;

// Acquire: pairs with the release in setHooks(), so that the set is seen whole.
static const HookSet *hooks() { return __atomic_load_n(&TheHooks, __ATOMIC_ACQUIRE); }

bool hasListeners() { return __atomic_load_n(&HasProbes, __ATOMIC_RELAXED) || hooks(); }

int setHooks(const struct allocsite_hooks *Hooks, void *User) {
  KeepErrno Keep;
  HookSet *New = nullptr;
  if (Hooks) {
    New = static_cast<HookSet *>(allocate(ChunkKind::Modules, sizeof(HookSet)).Memory);
    if (!New)
      return ENOMEM;
    *New = {*Hooks, User};
  }
  __atomic_store_n(&TheHooks, New, __ATOMIC_RELEASE);
  setDetour(DetourHooks,
            HasProbes || (Hooks && (Hooks->on_alloc || Hooks->on_free || Hooks->on_reset)));
  return 0;
}

void startProbes() {
  // Keep ProbeBase by a reference from code: --gc-sections of gold drops symbols to which only
  // notes refer, and then cannot link the notes.
  __asm__ volatile("" : : "r"(&ProbeBase));
  HasProbes = true;
  setDetour(DetourHooks, true);
}

Telling::Telling() : Table(nullptr) {
  AllocSiteSlot *Slots = ALLOCSITE_SYM_THREAD.Slots;
  if (!isHooked(Slots) || isParked(Slots))
    return;
  ThreadTable *Its = ThreadTable::of(direct(Slots));
  // In a child that was made without fork handlers, the table is the parent's.
  if (!isOwnProcess()) {
    __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, Its->slots(), __ATOMIC_RELAXED);
    return;
  }
  bool IsInner = Its->own().IsInHook;
  Its->own().IsInHook = 1;
  __atomic_store_n(&ALLOCSITE_SYM_THREAD.Slots, Its->slots(), __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  // A thread may have hooked this one just now, without knowing that it is in a hook.
  if (!IsInner)
    Table = Its;
}

Telling::~Telling() {
  if (!Table)
    return;
  // The thread may have outgrown that table, or be that of a forked child.
  AllocSiteSlot *Slots = direct(ALLOCSITE_SYM_THREAD.Slots);
  ThreadTable *Its = ThreadTable::of(Slots);
  Table->own().IsInHook = 0;
  if (Slots == noSlots() || !Its->own().HasThread)
    return;
  Its->own().IsInHook = 0;
  attach(*Its);
}

namespace {
/// Clears the context while a hook runs, so that chains of its allocations begin with the hook.
class OwnContext {
  uint64_t Before = ALLOCSITE_SYM_THREAD.Context;

public:
  OwnContext() { ALLOCSITE_SYM_THREAD.Context = 0; }
  OwnContext(const OwnContext &) = delete;
  ~OwnContext() { ALLOCSITE_SYM_THREAD.Context = Before; }
};
} // namespace

// If assembly has called, the stack may not be aligned.
#define CALLS_PROGRAM __attribute__((noinline)) ALLOCSITE_REALIGNS

CALLS_PROGRAM static void tell(void (*Hook)(void *, const struct allocsite_event *),
                               void *User, const void *Pointer, uint64_t Size, uint64_t Site,
                               uint64_t Context) {
  KeepErrno Keep;
  OwnContext While;
  struct allocsite_event Event = {};
  Event.pointer = Pointer;
  Event.size = Size;
  Event.site = Site & ~ALLOCSITE_SITE_FAILED;
  Event.context = Context;
  Event.failed = Site & ALLOCSITE_SITE_FAILED ? 1 : 0;
  Hook(User, &Event);
}

// Out of line, so that each probe is in one place.
__attribute__((noinline)) static void probeAllocated(const void *Block, uint64_t Size,
                                                     uint64_t Site) {
  PROBE_EVENT("alloc", Block, Size, Site);
}
__attribute__((noinline)) static void probeFreed(const void *Block, uint64_t Size,
                                                 uint64_t Site) {
  PROBE_EVENT("free", Block, Size, Site);
}
__attribute__((noinline)) static void probeReset(const void *Arena, uint64_t Size,
                                                 uint64_t Site) {
  PROBE_EVENT("reset", Arena, Size, Site);
}

// The contract reads registers and not the note, so that each argument is in that of a call.
__attribute__((noinline)) void probeOtelAllocated(const void *Block, uint64_t Size,
                                                  uint64_t Weighted) {
  register const void *First __asm__(ALLOCSITE_ARGUMENT_1) = Block;
  register uint64_t Second __asm__(ALLOCSITE_ARGUMENT_2) = Size;
  register uint64_t Third __asm__(ALLOCSITE_ARGUMENT_3) = Weighted;
  PROBE("otel_memory", "alloc", "8@%1 8@%2 8@%3", "r"(First), "r"(Second), "r"(Third));
}
__attribute__((noinline)) void probeOtelFreed(const void *Block) {
  register const void *First __asm__(ALLOCSITE_ARGUMENT_1) = Block;
  PROBE("otel_memory", "free", "8@%1", "r"(First));
}

void tellAllocated(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context) {
  if (AllocatedInNoAlloc && ThreadTable::of(direct(ALLOCSITE_SYM_THREAD.Slots))->own().NoAlloc)
    AllocatedInNoAlloc(Size, Site, Context);
  if (!(Site & ALLOCSITE_SITE_FAILED))
    probeAllocated(Block, Size, Site);
  if (const HookSet *Its = hooks())
    if (Its->Hooks.on_alloc)
      tell(Its->Hooks.on_alloc, Its->User, Block, Size, Site, Context);
}

void tellFreed(const void *Block, uint64_t Size, uint64_t Site, uint64_t Context) {
  probeFreed(Block, Size, Site);
  if (const HookSet *Its = hooks())
    if (Its->Hooks.on_free)
      tell(Its->Hooks.on_free, Its->User, Block, Size, Site, Context);
}

void tellReset(const void *Arena, uint64_t Size, uint64_t Site, uint64_t Context) {
  probeReset(Arena, Size, Site);
  if (const HookSet *Its = hooks())
    if (Its->Hooks.on_reset)
      tell(Its->Hooks.on_reset, Its->User, Arena, Size, Site, Context);
}

CALLS_PROGRAM static void call(void (*Hook)(void *, const char *), void *User,
                               const char *Name) {
  KeepErrno Keep;
  OwnContext While;
  Hook(User, Name);
}

void tellMark(const char *Name) {
  const HookSet *Its = hooks();
  if (!Its || !Its->Hooks.on_mark)
    return;
  Telling While;
  call(Its->Hooks.on_mark, Its->User, Name);
}

} // namespace allocsite

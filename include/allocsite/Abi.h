/*===- Abi.h - What pass, runtime and report share --------------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * C-compatible, no LLVM, no fmt. Structs come from Descriptors.inc.
 *
 * The context is one 64-bit word a thread: a hash of all calls that are under way. A call
 * makes it
 *     Context * CONTEXT_STEP + hash of the call
 * and restores it afterwards. Which calls these were is read off the stack, once for each
 * site and context (runtime/count/Stacks.h).
 *
 * The tag of an allocation is
 *     Context * CONTEXT_FACTOR + TagBase + k * SITE_FACTOR + size * SIZE_FACTOR
 * (modulo 2^64). A table has 2^n slots, more of them where a thread has use for
 * them, and the word before the first one says which bytes they are. The slot of a
 * tag lies at the byte offset
 *     (Tag >> ALLOCSITE_SLOT_SHIFT) & SlotMask
 * so that one load of AllocSiteThread.Slots gives both, whatever a signal handler
 * does to the thread's table before the next instruction.
 * A hit is "Tag equal: Count += 1", inline or in the count function; all else calls
 * the miss function. A call that has failed counts under a site of its own, whose number
 * has the bit ALLOCSITE_SITE_FAILED: what its tags begin with differs in that bit alone.
 * Where the profiler is off the first miss of a thread sets
 * ALLOCSITE_SLOTS_OFF, so that inline hits look no further; and the count function, which
 * is always called through a pointer, is one that does nothing.
 *
 * Change anything here or in Descriptors.inc and raise ALLOCSITE_ABI_VERSION,
 * which is part of the symbols' names: a mismatch of pass and runtime is then a link
 * error. (allocsite.h, which users include alone, spells one name in full; a test
 * holds it against this file.)
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_ABI_H
#define ALLOCSITE_ABI_H

#include <stdint.h>

#define ALLOCSITE_ABI_VERSION 14

/* __allocsite_NAME_v14: the name that a symbol has in this version. */
#define ALLOCSITE_VERSIONED_(Name, Version) __allocsite_##Name##_v##Version
#define ALLOCSITE_VERSIONED(Name, Version) ALLOCSITE_VERSIONED_(Name, Version)
#define ALLOCSITE_SYMBOL(Name) ALLOCSITE_VERSIONED(Name, ALLOCSITE_ABI_VERSION)

/* Symbols. The pass spells them as strings, the runtime defines them. */
#define ALLOCSITE_SYM_THREAD ALLOCSITE_SYMBOL(thread) /* AllocSiteThread, TLS: see below */
#define ALLOCSITE_SYM_NO_SLOTS                                                                \
  ALLOCSITE_SYMBOL(no_slots)                        /* Slots of a thread without a table */
#define ALLOCSITE_SYM_MISS ALLOCSITE_SYMBOL(miss)   /* AllocSiteMissFn */
#define ALLOCSITE_SYM_COUNT ALLOCSITE_SYMBOL(count) /* AllocSiteCountFn *, read at each call */
#define ALLOCSITE_SYM_COUNT_BEHIND                                                            \
  ALLOCSITE_SYMBOL(count_behind) /* AllocSiteCountBehindFn * */
#define ALLOCSITE_SYM_GATE(Size, Of)                                                          \
  ALLOCSITE_SYMBOL(gate_##Size##_of_##Of) /* AllocSiteGateFn *, the same */
#define ALLOCSITE_SYM_IN_ARENA                                                                \
  ALLOCSITE_SYMBOL(in_arena) /* AllocSiteInArenaFn *, read at each call */
#define ALLOCSITE_SYM_EVENT ALLOCSITE_SYMBOL(event)       /* AllocSiteEventFn *, the same */
#define ALLOCSITE_SYM_FLUSH ALLOCSITE_SYMBOL(flush)       /* AllocSiteFlushFn */
#define ALLOCSITE_SYM_REGISTER ALLOCSITE_SYMBOL(register) /* AllocSiteRegisterFn */
#define ALLOCSITE_SYM_JOIN ALLOCSITE_SYMBOL(join) /* AllocSiteRegisterFn, for -fPIC code */
#define ALLOCSITE_SYM_DESCRIBE ALLOCSITE_SYMBOL(describe) /* AllocSiteDescribeFn */
#define ALLOCSITE_SYM_CONTROL ALLOCSITE_SYMBOL(control)   /* AllocSiteControlFn */
#define ALLOCSITE_SYM_LEVEL                                                                   \
  ALLOCSITE_SYMBOL(level)             /* int32_t: least SKIP_HEAP_PROFILE, and the bit below */
#define ALLOCSITE_LEVEL_WHOLE 0x10000 /* what libraries allocate is counted too */
#define ALLOCSITE_SYM_RUNTIME                                                                 \
  ALLOCSITE_SYMBOL(runtime) /* section group of the embedded runtime */

/* What code of the executable calls for an allocator of libc or C++, whose symbol is another's as
   well: past what the runtime puts in front of it. NEXT(Symbol) of each. */
/* clang-format off */
#define ALLOCSITE_NEXT_OF(NEXT)                                                               \
  NEXT(malloc) NEXT(calloc) NEXT(realloc) NEXT(reallocarray)                                  \
  NEXT(aligned_alloc) NEXT(memalign) NEXT(posix_memalign) NEXT(valloc) NEXT(pvalloc)          \
  NEXT(strdup) NEXT(strndup) NEXT(wcsdup)                                                     \
  NEXT(_Znwm) NEXT(_Znam) NEXT(_ZnwmRKSt9nothrow_t) NEXT(_ZnamRKSt9nothrow_t)                 \
  NEXT(_ZnwmSt11align_val_t) NEXT(_ZnamSt11align_val_t)                                       \
  NEXT(_ZnwmSt11align_val_tRKSt9nothrow_t) NEXT(_ZnamSt11align_val_tRKSt9nothrow_t)
/* clang-format on */

/* Of the runtime's own. */
#define ALLOCSITE_SYM_OWNER ALLOCSITE_SYMBOL(owner)                /* AllocSiteOwner */
#define ALLOCSITE_SYM_START_EARLY ALLOCSITE_SYMBOL(start_early)    /* in .preinit_array */
#define ALLOCSITE_SYM_NEXT(Symbol) ALLOCSITE_SYMBOL(next_##Symbol) /* void *: see below */
#define ALLOCSITE_SYM_START ALLOCSITE_SYMBOL(start) /* void(void): starts it, if it is not */
#define ALLOCSITE_SYM_INTERPOSERS                                                             \
  ALLOCSITE_SYMBOL(interposers) /* AllocSiteInterposers, of runtime/interpose/Interposers.h */
#define ALLOCSITE_SYM_LINKED ALLOCSITE_SYMBOL(linked)       /* AllocSiteLinked[], the same */
#define ALLOCSITE_SYM_DUMP_LAST ALLOCSITE_SYMBOL(dump_last) /* in .fini_array */

/* The name of one of them, as a string. */
#define ALLOCSITE_NAME_(Symbol) #Symbol
#define ALLOCSITE_NAME(Symbol) ALLOCSITE_NAME_(Symbol)

/* That of ALLOCSITE_SYM_THREAD, which is no identifier of C. libtool's configure test
   reads an object that defines main, refers from C to each symbol that it takes for an
   identifier, and finds that a thread-local one does not link. */
#define ALLOCSITE_THREAD_NAME "__allocsite_thread.v" ALLOCSITE_NAME(ALLOCSITE_ABI_VERSION)

#define ALLOCSITE_FRAMES 4 /* frames in a log: pc0 … pc3 */

/* The section of labels, one AllocSiteLabel after the other. It is linked to the code whose
   calls they are of: the linker sorts and drops both alike. Each module has one label of no
   call, by which the runtime finds the others. (A section whose bounds the linker defines
   would keep all code that has labels.) */
#define ALLOCSITE_LABELS_SECTION ".allocsite.calls"
struct AllocSiteLabel {
  int32_t Before; /* distance from here to the code just before the call */
  int32_t Record; /* distance from here to byte n of the module's records, which stands for
                     record n of its calls; n = 0: the call passes the context on */
  uint32_t Hash;  /* what the call adds to STEP times the context, and the three bits below */
} __attribute__((packed)); /* at any address: parts of the section are not aligned */
#define ALLOCSITE_LABEL_HASH UINT32_C(0x1FFFFFFF)
/* The function pushes for its callers too: the hash is of their calls and of this one, and
   the label of the call that led here adds nothing. */
#define ALLOCSITE_LABEL_COVERS_CALLERS UINT32_C(0x80000000)
/* The call counts an allocation of its function, under the function's entry context. With
   COVERS_CALLERS and without a record (HELPS): it is in a function that counts for others. */
#define ALLOCSITE_LABEL_COUNTS UINT32_C(0x40000000)
/* The call is of an allocator, and its site counts it. */
#define ALLOCSITE_LABEL_ALLOCATES UINT32_C(0x20000000)
#define ALLOCSITE_LABEL_HELPS (ALLOCSITE_LABEL_COUNTS | ALLOCSITE_LABEL_COVERS_CALLERS)

/* The context while an exception or a longjmp is on its way. Code without the pass that goes
   on from there has no known callers; instrumented code stores its own context. */
#define ALLOCSITE_UNKNOWN_CONTEXT UINT64_C(1)

/* Odd, so that a context and the hash of its last call give the context of the caller. */
#define ALLOCSITE_CONTEXT_STEP UINT64_C(3)
#define ALLOCSITE_CONTEXT_STEP_INVERSE UINT64_C(0xAAAAAAAAAAAAAAAB)

/* Odd, so that keys that differ in one thing have different tags. Chosen among
   random ones so that keys as programs have them (sites, sizes, and fields of the context
   that follow each other) fill at least two thirds of the slots that random tags would, of
   any table. */
#define ALLOCSITE_CONTEXT_FACTOR UINT64_C(0xD0ABD7D3688AA0D7)
#define ALLOCSITE_SITE_FACTOR UINT64_C(0xACECBED09B65BCB3)
#define ALLOCSITE_SIZE_FACTOR UINT64_C(0x7A911B4C8447749B)

/* SITE_FACTOR times this is 1: a tag of context and size 0 gives its site back. */
#define ALLOCSITE_SITE_FACTOR_INVERSE UINT64_C(0x09AD28BE821F527B)

/* This bit of a site's number says: calls of it that have failed. Sites are fewer; and since
   SITE_FACTOR is odd, the bit is the same one in what tags begin with. */
#define ALLOCSITE_SITE_FAILED (UINT64_C(1) << 63)

#define ALLOCSITE_SLOT_SHIFT 42
#define ALLOCSITE_MOST_LOG2_SLOTS 18 /* of what SLOT_SHIFT leaves of a tag */

enum AllocSiteFunctionFlag {
  ALLOCSITE_FUNCTION_INSTRUMENTED = 1, /* defined here and instrumented */
  ALLOCSITE_FUNCTION_TRANSPARENT = 2,  /* of a library, a wrapper: no frame */
  ALLOCSITE_FUNCTION_LOCAL = 4,        /* the symbol means this module's */
  ALLOCSITE_FUNCTION_RETURNS = 8,      /* transparent, and returns all that it allocates */
  ALLOCSITE_FUNCTION_JUMPS = 16,       /* ends in jumps to other frames, without a push */
  ALLOCSITE_FUNCTION_RECORDED =
      32 /* an allocator: each call that a site counts has a record */
};

enum AllocSiteSiteFlag {
  ALLOCSITE_SITE_ARENA = 1,    /* an allocator of the program, not libc's or C++'s */
  ALLOCSITE_SITE_RETURNED = 2, /* its function is transparent and returns the memory */
  ALLOCSITE_SITE_OF_LIBRARY =
      4, /* its frames are transparent, and shown if no caller is one */
  ALLOCSITE_SITE_BLOCK =
      8, /* counted with the address of what free or delete takes, or null */
  ALLOCSITE_SITE_CREATES = 16 /* makes an arena, and allocates nothing: no row */
};
/* Its flags also say from which SKIP_HEAP_PROFILE on the profile shows it: 1, for which
   nothing is stored, to ALLOCSITE_MOST_LEVEL. */
#define ALLOCSITE_MOST_LEVEL 255
#define ALLOCSITE_SITE_LEVEL(Level) (((uint32_t)(Level) - 1) << 8)
#define ALLOCSITE_SITE_LEVEL_OF(Flags) (((Flags) >> 8 & 255u) + 1)

enum AllocSiteModuleFlag {
  ALLOCSITE_MODULE_PIC = 1,            /* may be unloaded: the runtime keeps a copy */
  ALLOCSITE_MODULE_AWARE = 2,          /* tells of its sites: names are asked for, also off */
  ALLOCSITE_MODULE_REFERS = 4,         /* the allocators below are known of it */
  ALLOCSITE_MODULE_RUST_ALLOCATOR = 8, /* has the allocator of Rust in its object: not std's */
  ALLOCSITE_MODULE_PLACES = 32,        /* records of places follow those of calls */
  ALLOCSITE_MODULE_ARENAS = 64,        /* its state is an AllocSiteArenaState */
  ALLOCSITE_MODULE_LINES = 128,        /* frames of its calls have the lines of the calls */
  ALLOCSITE_MODULE_THROUGH = 2048      /* the runtime's own: sites of calls that an object
                                           without the pass has made */
};
/* Which of SystemAllocators.h it refers to, a bit each. */
#define ALLOCSITE_MODULE_ALLOCATORS(Bits) ((uint32_t)(Bits) << 16)
#define ALLOCSITE_MODULE_ALLOCATORS_OF(Flags) ((Flags) >> 16)
/* Its flags also say how many frames of an allocation it makes known, 0 to 4. */
#define ALLOCSITE_MODULE_DEPTH(Depth) ((uint32_t)(Depth) << 8)
#define ALLOCSITE_MODULE_DEPTH_OF(Flags) ((Flags) >> 8 & 7u)

struct AllocSiteModule;
struct AllocSiteSlot;

/* Called where no slot matched; `preserve_most`. Context is the one at entry
   of the function that holds the site, Size in bytes, Site = SiteBase + k. Any
   thread, any moment, signal handlers included. If Site is ALLOCSITE_NO_SITE nothing is
   counted, and only the stack is learnt: an allocator is told of the context, and may ask
   for its names later. */
#define ALLOCSITE_NO_SITE UINT64_C(0)
typedef void (*AllocSiteMissFn)(uint64_t Tag, uint64_t Context, uint64_t Size, uint64_t Site);
/* Counts one allocation; `preserve_most`. TagStart is where the word lies that the
   tags of its site begin with, without a size; Context and Size as above. */
typedef void (*AllocSiteCountFn)(const uint64_t *TagStart, uint64_t Context, uint64_t Size);
/* The same directly behind a call, where all registers that calls may change are free
   but the one with the result; `regcall`. Returns Result, whatever it is. */
typedef void *(*AllocSiteCountBehindFn)(void *Result, const uint64_t *TagStart,
                                        uint64_t Context, uint64_t Size);
/* Calls an allocator and counts, or where the profiler is off goes on to it; in its place:
   it is passed `Of` numbers and pointers, the allocator's, of which the `Size`th, from 1,
   is the bytes asked for, and behind them Context, TagStart, and the allocator's address,
   all in registers. It returns what the allocator does, a pointer, which is null where the
   call has failed, and which may leave by unwinding. */
typedef void (*AllocSiteGateFn)(void);
/* GATE(Size, Of) of each that there is, in the order of numbers. */
#define ALLOCSITE_GATES(GATE) GATE(1, 1) GATE(1, 2) GATE(2, 2) GATE(1, 3) GATE(2, 3) GATE(3, 3)
#define ALLOCSITE_GATE_NUMBER(Size, Of) ((Of) * ((Of) - 1) / 2 + (Size) - 1)
#define ALLOCSITE_MOST_GATE_ARGUMENTS 3 /* and three more: in registers */
/* Counts one allocation of which the arena is known, where those are followed;
   `preserve_most`. Start is what the tags of its site begin with, with
   ALLOCSITE_SITE_FAILED where the call has failed. Object is its address, or 0 where that is
   not known, with bits that say how it may go before its arena is emptied. */
typedef void (*AllocSiteInArenaFn)(uint64_t Start, uint64_t Context, uint64_t Size,
                                   const void *Arena, uint64_t Object);
#define ALLOCSITE_OBJECT_FREED_ALONE (UINT64_C(1) << 63)
#define ALLOCSITE_OBJECT_FREED_WITH_LATER (UINT64_C(1) << 62) /* with all that are younger */
#define ALLOCSITE_OBJECT_ARENA_IS_CURRENT                                                     \
  (UINT64_C(1) << 61) /* Arena is a variable's address */
#define ALLOCSITE_OBJECT_ADDRESS (ALLOCSITE_OBJECT_ARENA_IS_CURRENT - 1)
enum AllocSiteEvent {
#define ALLOCSITE_EVENT(Name, Kind, Word) ALLOCSITE_DOES_##Name,
#define ALLOCSITE_EVENT_OF_VALUE(Name) ALLOCSITE_DOES_##Name,
#include "allocsite/Events.inc"
};
/* What becomes of the arenas that were made of one that is emptied or ended. */
enum AllocSiteChildren {
  ALLOCSITE_CHILDREN_DESTROYED = 0,
  ALLOCSITE_CHILDREN_KEPT = 1,
  ALLOCSITE_CHILDREN_ALONE = 2 /* each of them is, and not the arena itself */
};
/* What is done to an arena besides allocating; `preserve_most`. Create: Start and Context
   are of the site, and More is the parent's address or 0. Reset and Destroy, before the call:
   More is of AllocSiteChildren. Free and Reallocate, before the call: More is the object's
   address, Start 1 where all younger ones of its arena go with it; Arena is null where the
   call does not name it. Move and Alias: More is the other address of the arena, which is
   its own or one more from now on. Reparent: More is the object or the arena that Arena has
   from now on. */
typedef void (*AllocSiteEventFn)(uint64_t Does, const void *Arena, uint64_t More,
                                 uint64_t Start, uint64_t Context);
/* Why a log is written. */
enum AllocSiteRunEnd {
  ALLOCSITE_END_NONE = 0,       /* no log was written: the process runs, or was killed */
  ALLOCSITE_END_EXIT = 1,       /* exit, or the return of main */
  ALLOCSITE_END_QUICK_EXIT = 2, /* quick_exit */
  ALLOCSITE_END_AT_ONCE = 3,    /* _exit, _Exit, or its system call */
  ALLOCSITE_END_ABORT = 4,
  ALLOCSITE_END_EXEC = 5,
  ALLOCSITE_END_SANITIZER = 6, /* a sanitizer has ended it */
  ALLOCSITE_END_DUMP = 7,      /* not yet: the log was written in between */
  ALLOCSITE_RUN_ENDS
};
#define ALLOCSITE_END_HAS_STATUS 0x100u
/* Called before what ends the process without running exit handlers. How: of AllocSiteRunEnd, or'ed
   with ALLOCSITE_END_HAS_STATUS where Status is that of the process. */
typedef void (*AllocSiteFlushFn)(uint32_t How, int32_t Status);
/* Called once by a constructor of priority 1. The module must outlive the
   process unless it has ALLOCSITE_MODULE_PIC. */
typedef void (*AllocSiteRegisterFn)(const struct AllocSiteModule *);

/* What allocsite_describe() of allocsite.h calls. Any thread. */
struct allocsite_names;
typedef int (*AllocSiteDescribeFn)(uint64_t Site, uint64_t Context,
                                   struct allocsite_names *Names);

/* What the functions of control.h call: Operation is one of its ALLOCSITE_OPERATION_…,
   which says what the others are and what is returned. Any thread. */
typedef long (*AllocSiteControlFn)(unsigned Operation, const void *Argument, void *Result);

struct AllocSiteFunction {
#define ALLOCSITE_FUNCTION(How, What, Name) uint32_t Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteFrame {
#define ALLOCSITE_FRAME(How, What, Name) uint32_t Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteSite {
#define ALLOCSITE_SITE(How, What, Name) uint32_t Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteCallSite {
#define ALLOCSITE_CALLSITE(How, What, Name) uint32_t Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteModule {
#define ALLOCSITE_MODULE(CType, IRType, Name) CType Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteState {
#define ALLOCSITE_STATE(CType, IRType, Name) CType Name;
#include "allocsite/Descriptors.inc"
};

/* Of modules with ALLOCSITE_MODULE_ARENAS: others pay nothing for it. */
struct AllocSiteArenaState {
  struct AllocSiteState State;
#define ALLOCSITE_ARENA_STATE(CType, IRType, Name) CType Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteThread {
#define ALLOCSITE_THREAD(CType, IRType, Name) CType Name;
#include "allocsite/Descriptors.inc"
};

struct AllocSiteSlot {
#define ALLOCSITE_SLOT(CType, IRType, Name) CType Name;
#include "allocsite/Descriptors.inc"
};

/* SlotMask of a table, from where AllocSiteThread.Slots points. */
#define ALLOCSITE_SLOT_MASK_OFFSET (-8)
/* This bit of AllocSiteThread.Slots says: do not count. What it points to is readable, a
   mask and tags that match nothing, for those who have not looked at the bit. */
#define ALLOCSITE_SLOTS_OFF UINT64_C(1)

#endif

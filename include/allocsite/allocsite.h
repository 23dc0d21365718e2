/*===- allocsite.h - What a source can say of its allocators ----------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * For those who own the code of an allocator. Annotations go in front of a
 * declaration or definition; once is enough, where callers see it:
 *
 *   ALLOCSITE_ALLOC(size=1, arena=0)
 *   void *pool_alloc(struct pool *, size_t);
 *
 * The words are those of a configuration file (docs/allocators.md), and
 * parameters are counted from 0, without `this`. A configuration file wins
 * over an annotation.
 *
 * C89 and C++98. Without the pass they change nothing: other compilers see
 * nothing, and clang sees an attribute that it makes no code of. Define
 * ALLOCSITE_NO_ANNOTATIONS for clang to see nothing either.
 *
 * An allocator may ask to be told of the sites that it serves, to tag, segregate or
 * account by them. Calls of it become calls of another function, which takes the same
 * and two numbers more:
 *
 *   ALLOCSITE_AWARE(pool_alloc_at)
 *   void *pool_alloc(struct pool *, size_t);
 *   void *pool_alloc_at(struct pool *, size_t, allocsite_site, allocsite_context);
 *
 * allocsite_describe() turns these into names.
 *
 * What a program says to the profiler while it runs (stop, start, marks, sums) is in
 * control.h, which this header includes.
 *
 *===----------------------------------------------------------------------===*/

#ifndef ALLOCSITE_ALLOCSITE_H
#define ALLOCSITE_ALLOCSITE_H

/* No warnings of variadic macros in C89. */
#ifdef __GNUC__
#pragma GCC system_header
#endif

#if defined(__clang__) && !defined(ALLOCSITE_NO_ANNOTATIONS)
#if __clang_major__ >= 18
#define ALLOCSITE_SAY_(text) __attribute__((annotate("allocsite " text)))
#else
/* Their `annotate` is lost where a function is declared only. */
#pragma clang diagnostic ignored "-Wunknown-assumption"
#define ALLOCSITE_SAY_(text) __attribute__((assume("allocsite " text)))
#endif
#else
#define ALLOCSITE_SAY_(text)
#endif

/* Hands out memory: ALLOCSITE_ALLOC(size=1, arena=0). size= is needed. */
#define ALLOCSITE_ALLOC(...) ALLOCSITE_SAY_("alloc " #__VA_ARGS__)

/* Calls an allocator for its caller, which is pc0 then. */
#define ALLOCSITE_WRAPPER ALLOCSITE_SAY_("wrapper")

/* Takes one block back: ALLOCSITE_FREE(block=0). Checked, not used yet. */
#define ALLOCSITE_FREE(...) ALLOCSITE_SAY_("free " #__VA_ARGS__)

/* Takes back all that an arena gave: ALLOCSITE_RESET(arena=0). See docs/live.md. */
#define ALLOCSITE_RESET(...) ALLOCSITE_SAY_("reset " #__VA_ARGS__)

/* What this function itself allocates is left out. */
#define ALLOCSITE_IGNORE ALLOCSITE_SAY_("fun")

/* What this function itself allocates is in the profile where SKIP_HEAP_PROFILE is at
   least N. Of an allocator, ALLOCSITE_ALLOC(size=1, level=2). */
#define ALLOCSITE_LEVEL(N) ALLOCSITE_SAY_("fun level=" #N)

/* Calls of this allocator go to the function NAME instead (its symbol, without
   quotes), which is told of site and context: see above and docs/allocators.md. */
#define ALLOCSITE_AWARE(NAME) ALLOCSITE_SAY_("aware aware=" #NAME)

/* This function, and what it calls, must not allocate: see docs/control.md. */
#ifdef __clang__
#define ALLOCSITE_NO_ALLOC __attribute__((annotate("allocsite::no_alloc")))
#else
#define ALLOCSITE_NO_ALLOC
#endif

#ifdef __GNUC__
#ifdef __cplusplus
extern "C" {
#endif

/* A call of an allocator: one number for all that it allocates from one chain of
   inlined functions, the same for as long as the process lives. 0 where it is not
   known: before the module of the call has registered itself (its constructor of
   priority 1), in a shared object that found no runtime, and, by convention, from
   code that was compiled without the pass and calls pool_alloc_at(…, 0, 0). */
typedef __UINT64_TYPE__ allocsite_site;

/* The calls that led to the function of the site, as a hash. 0 with depth=1 and below
   (an option of the pass). It means something beside its site only. Different ones may
   have the same names. */
typedef __UINT64_TYPE__ allocsite_context;

/* In place of an index, 0 for a site that is not known: sites are numbered through,
   beginning at 1, and in each module one number is left out. */
static __inline__ unsigned allocsite_index(allocsite_site site) __attribute__((unused));
static __inline__ unsigned allocsite_index(allocsite_site site) { return (unsigned)site; }

/* No pointer is null. Texts are the bytes of the source, end in a zero, and stay
   where they are until the process ends, also when a library is closed. */
struct allocsite_names {
  const char *allocator;    /* as the column of the profile; "-": not known */
  const char *type;         /* "-": not known */
  const char *site;         /* "file:line:column" or "function#ordinal" */
  const char *file;         /* "-": not known, and line and column are 0 */
  unsigned line, column;    /* from 1 */
  const char *functions[4]; /* pc0 to pc3: a name; "-": none, or not known; the
                               ellipsis U+2026: not recorded, with depth= below 4 */
  int counted;              /* 0: the profile leaves it out, for it was made inside
                               another entry of its own allocator, or its level is
                               above SKIP_HEAP_PROFILE */
};

int __allocsite_describe_v14(allocsite_site, allocsite_context, struct allocsite_names *)
    __attribute__((weak));

/* Fills `names` with what a row of the profile would say. Returns 1, or 0 with "-"
   everywhere where the site is 0 or belongs to no module, where there is no runtime,
   and where there is no memory. It works whether SKIP_HEAP_PROFILE is set or not.

   Any thread; signal handlers too, since it takes no memory of malloc's and holds
   its lock with signals blocked. A call costs some thousand instructions and four
   system calls. The first one, and the first after further modules were loaded, reads
   the tables of all modules, as the exit of a profiled program does. Code of a shared
   object has to be compiled with the pass, or it finds no runtime. */
static __inline__ int allocsite_describe(allocsite_site site, allocsite_context context,
                                         struct allocsite_names *names)
    __attribute__((unused));
static __inline__ int allocsite_describe(allocsite_site site, allocsite_context context,
                                         struct allocsite_names *names) {
  int i;
  if (__allocsite_describe_v14)
    return __allocsite_describe_v14(site, context, names);
  names->allocator = names->type = names->site = names->file = "-";
  names->line = names->column = 0;
  for (i = 0; i < 4; ++i)
    names->functions[i] = "-";
  names->counted = 1;
  return 0;
}

#ifdef __cplusplus
}
#endif
#endif

#include "control.h"

#endif

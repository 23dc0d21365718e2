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

/* Takes back all that an arena gave: ALLOCSITE_RESET(arena=0). Checked, not used
   yet. */
#define ALLOCSITE_RESET(...) ALLOCSITE_SAY_("reset " #__VA_ARGS__)

/* What this function itself allocates is left out. */
#define ALLOCSITE_IGNORE ALLOCSITE_SAY_("fun")

/* Calls of this allocator go to the function NAME instead (its symbol, without
   quotes), which is told of site and context: see above and docs/allocators.md. */
#define ALLOCSITE_AWARE(NAME) ALLOCSITE_SAY_("aware aware=" #NAME)

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

/* The calls that led to the function of the site: the last three, as the thread
   passed them. With a depth= of less than four (an option of the pass) fewer, and 0
   for depth=1 and below. It means something beside its site only. Different ones may
   have the same names. */
typedef __UINT64_TYPE__ allocsite_context;

/* In place of an index, 0 for a site that is not known: sites are numbered through,
   beginning at 1, and in each module one number is left out. */
static __inline__ unsigned allocsite_index(allocsite_site site)
    __attribute__((unused));
static __inline__ unsigned allocsite_index(allocsite_site site) {
  return (unsigned)site;
}

#ifdef __cplusplus
}
#endif
#endif

#endif

/*===- control.h - What a program says to the profiler ----------------------===
 *
 * Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * Counting stops and goes on, instants get names, logs are written while the program
 * runs, and sums are asked for:
 *
 *   allocsite_start();
 *   serve(request);
 *   allocsite_stop();
 *   allocsite_mark("served");
 *
 * docs/control.md has an example of each. All may stay in a program that is shipped: where
 * there is no runtime they do nothing, and where SKIP_HEAP_PROFILE is not set a call costs
 * some ten instructions. Any thread; signal handlers too. They take no memory of malloc's,
 * and errno stays.
 *
 * C99 and C++98. In a shared object they find the runtime of the process where the object
 * was compiled with the pass.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ALLOCSITE_CONTROL_H
#define ALLOCSITE_CONTROL_H

#ifdef __GNUC__
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#endif

/* What is returned where nothing counts: no runtime, or SKIP_HEAP_PROFILE is not set. */
#define ALLOCSITE_ABSENT (-1)

/* What the runtime is asked; see each function below. */
enum allocsite_operation_ {
  ALLOCSITE_OPERATION_START = 1,
  ALLOCSITE_OPERATION_STOP,
  ALLOCSITE_OPERATION_IS_ON,
  ALLOCSITE_OPERATION_BEGIN,
  ALLOCSITE_OPERATION_END,
  ALLOCSITE_OPERATION_BEGIN_THREAD,
  ALLOCSITE_OPERATION_END_THREAD,
  ALLOCSITE_OPERATION_MARK,
  ALLOCSITE_OPERATION_RESET,
  ALLOCSITE_OPERATION_DUMP,
  ALLOCSITE_OPERATION_TOTALS,
  ALLOCSITE_OPERATION_THREAD_TOTALS,
  ALLOCSITE_OPERATION_WATCH,
  ALLOCSITE_OPERATION_END_WATCH,
  ALLOCSITE_OPERATION_REPORT,
  ALLOCSITE_OPERATION_SET_HOOKS,
  ALLOCSITE_OPERATION_BEGIN_NO_ALLOC, /* the pass calls them */
  ALLOCSITE_OPERATION_END_NO_ALLOC,
  ALLOCSITE_OPERATION_OBJECT_COUNTS,
  ALLOCSITE_OPERATION_OBJECT_SIZES,
  ALLOCSITE_OPERATION_ARENA_TOTALS,
  ALLOCSITE_OPERATION_PAUSE_THREAD,
  ALLOCSITE_OPERATION_RESUME_THREAD,
  ALLOCSITE_OPERATION_FOLLOWS
};

long __allocsite_control_v14(unsigned operation, const void *argument, void *result)
    __attribute__((weak));

#define ALLOCSITE_CALL_(operation, argument, result)                                          \
  (__allocsite_control_v14 ? __allocsite_control_v14(operation, argument, result)             \
                           : ALLOCSITE_ABSENT)
#define ALLOCSITE_INLINE_ static __inline__ __attribute__((unused))

/* All threads count, or do not. A program counts from its start on, unless it is run with
   ALLOCSITE_OPTIONS=start=off. What another thread has begun to count at that moment, it
   counts. A call takes some microseconds, and more with many threads. */
ALLOCSITE_INLINE_ void allocsite_start(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_START, 0, 0);
}
ALLOCSITE_INLINE_ void allocsite_stop(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_STOP, 0, 0);
}

/* Whether an allocation of this thread would be counted now: 0 or 1. Sums and watches of a
   time in which it is 0 are 0, which says nothing of what was allocated. */
ALLOCSITE_INLINE_ int allocsite_is_on(void) {
  return ALLOCSITE_CALL_(ALLOCSITE_OPERATION_IS_ON, 0, 0) > 0;
}

/* What is followed until it is freed, or'ed: 0 without ALLOCSITE_OPTIONS=live=1, and where that
   could not be done. Live figures of what is not followed are 0. Or ALLOCSITE_ABSENT. */
enum allocsite_followed { ALLOCSITE_FOLLOWS_HEAP = 1, ALLOCSITE_FOLLOWS_ARENAS = 2 };
ALLOCSITE_INLINE_ int allocsite_follows(void) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_FOLLOWS, 0, 0);
}

/* From begin to end all threads count, or this one, though the process is stopped. They
   nest, and each begin has its end; those of a thread are called by it. */
ALLOCSITE_INLINE_ void allocsite_begin(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_BEGIN, 0, 0);
}
ALLOCSITE_INLINE_ void allocsite_end(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_END, 0, 0);
}
ALLOCSITE_INLINE_ void allocsite_begin_thread(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_BEGIN_THREAD, 0, 0);
}
ALLOCSITE_INLINE_ void allocsite_end_thread(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_END_THREAD, 0, 0);
}

/* From pause to resume this thread counts nothing, whatever scopes there are: for what a
   program allocates to measure itself. They nest, up to 127. What a thread allocates so is
   not followed with live=1 either. */
ALLOCSITE_INLINE_ void allocsite_pause_thread(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_PAUSE_THREAD, 0, 0);
}
ALLOCSITE_INLINE_ void allocsite_resume_thread(void) {
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_RESUME_THREAD, 0, 0);
}

/* Gives this instant a name, of up to 255 bytes. What was counted from mark to mark stands
   in the companion of the log (allocsite report --table marks), and in the profile, should the
   program be killed. It costs time by what the program has allocated from (some 50 ns for
   each chain and size), and memory by what has changed since the last mark. Returns 0, an
   errno value, or ALLOCSITE_ABSENT. */
ALLOCSITE_INLINE_ int allocsite_mark(const char *name) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_MARK, name, 0);
}

/* The log counts from here on. What is alive stays. Returns as allocsite_mark does. */
ALLOCSITE_INLINE_ int allocsite_reset(void) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_RESET, 0, 0);
}

/* Writes a log of what was counted so far to a file; the program goes on. The path may
   have the placeholders of output=, and the file is there whole or not at all. Returns as
   allocsite_mark does. */
ALLOCSITE_INLINE_ int allocsite_dump(const char *path) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_DUMP, path, 0);
}

/* Sums, since the start or the last reset. Bytes are those that were asked for. */
struct allocsite_totals {
  unsigned long long calls, bytes; /* of calls that have not failed */
  unsigned long long failed_calls;
  /* Of what allocsite_follows() says, else 0; of the process, also where a thread is asked. */
  unsigned long long live_blocks, live_bytes, peak_bytes;
};

/* Fills in the sums of the process, or those of this thread alone. The latter are for
   differences: they do not look at resets, and begin with what an earlier thread has left,
   whose counters this one has taken over. An allocator's name leaves all others out; null is any. Returns 0, an errno
   value, or ALLOCSITE_ABSENT, and all sums are 0 then. The time is as of allocsite_mark;
   with a name, some microseconds for each chain and size. */
ALLOCSITE_INLINE_ int allocsite_totals(const char *allocator,
                                       struct allocsite_totals *totals) {
  static const struct allocsite_totals none = {0, 0, 0, 0, 0, 0};
  *totals = none;
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_TOTALS, allocator, totals);
}
ALLOCSITE_INLINE_ int allocsite_thread_totals(const char *allocator,
                                              struct allocsite_totals *totals) {
  static const struct allocsite_totals none = {0, 0, 0, 0, 0, 0};
  *totals = none;
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_THREAD_TOTALS, allocator, totals);
}

/* The same of one arena, by its address, since it was made: calls and bytes of all objects, those
   that live, and the most bytes that it has held. ENOENT: no arena is known there. ENOTSUP:
   arenas are not followed, which ALLOCSITE_OPTIONS=live=1 does where the pass had live=1. */
ALLOCSITE_INLINE_ int allocsite_arena_totals(const void *arena,
                                             struct allocsite_totals *totals) {
  static const struct allocsite_totals none = {0, 0, 0, 0, 0, 0};
  *totals = none;
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_ARENA_TOTALS, arena, totals);
}

/* What is alive, by type, with ALLOCSITE_OPTIONS=live=1: visit is called once for each type, most
   objects first, or most bytes first. It may allocate. Types are as those of allocsite_names;
   "-" takes what has none. Returns as allocsite_mark does; ENOTSUP where nothing is followed. */
struct allocsite_object {
  const char *type;
  unsigned long long count, bytes;
};
struct allocsite_object_visitor {
  void (*visit)(void *user, const struct allocsite_object *object);
  void *user;
};
ALLOCSITE_INLINE_ int allocsite_object_counts(const struct allocsite_object_visitor *visitor) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_OBJECT_COUNTS, visitor, 0);
}
ALLOCSITE_INLINE_ int allocsite_object_sizes(const struct allocsite_object_visitor *visitor) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_OBJECT_SIZES, visitor, 0);
}

/* Writes to a descriptor what was counted so far, largest first: a row for each allocator
   and chain of up to depth functions (1 to 4) that has allocated at least min_bytes. The
   styles: a table for a terminal; Markdown with calls, bytes and frames; tab-separated values,
   with the number of rows in the first line. At exit, ALLOCSITE_OPTIONS=report=markdown does
   it. Returns as allocsite_mark does. */
enum allocsite_style { ALLOCSITE_TABLE = 0, ALLOCSITE_MARKDOWN = 1, ALLOCSITE_TSV = 2 };
struct allocsite_report_wish {
  int descriptor;
  unsigned style, depth;
  unsigned long long min_bytes;
};
ALLOCSITE_INLINE_ int allocsite_report(int descriptor, enum allocsite_style style,
                                       unsigned depth, unsigned long long min_bytes) {
  struct allocsite_report_wish wish;
  wish.descriptor = descriptor;
  wish.style = (unsigned)style;
  wish.depth = depth;
  wish.min_bytes = min_bytes;
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_REPORT, &wish, 0);
}

/* A chain and size, and what was counted of it while it was watched. Texts are as those of
   allocsite_names (allocsite.h). */
struct allocsite_change {
  const char *functions[4]; /* pc0 to pc3 */
  const char *allocator, *type, *site;
  unsigned long long size, calls, bytes;
  int failed; /* 1: calls that have failed, and bytes is 0 */
};
struct allocsite_change_visitor {
  void (*visit)(void *user, const struct allocsite_change *change);
  void *user;
};

/* From begin to end it is watched what this thread counts, or all threads do. The second
   calls visitor->visit once for each chain and size that has counted something, in no
   certain order, and gives the watch back; with a null visitor it does that alone. visit
   may allocate, which is not part of what it is told. The begin returns null where there is no
   runtime, SKIP_HEAP_PROFILE is not set, or there is no memory; where counting is stopped
   (allocsite_is_on) the watch sees nothing; the end returns as allocsite_mark does. Of a thread, both
   are called by it. */
struct allocsite_watch;
ALLOCSITE_INLINE_ struct allocsite_watch *allocsite_watch_begin(int all_threads) {
  struct allocsite_watch *watch = 0;
  (void)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_WATCH, all_threads ? "" : 0, &watch);
  return watch;
}
ALLOCSITE_INLINE_ int allocsite_watch_end(struct allocsite_watch *watch,
                                          const struct allocsite_change_visitor *visitor) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_END_WATCH, visitor, watch);
}

/* What a hook is told. Texts of site and context: allocsite_describe() of allocsite.h. */
struct allocsite_event {
  const void *pointer;     /* the block, or the arena of on_reset; null: not known */
  unsigned long long size; /* bytes that were asked for, or that the arena held */
  unsigned long long site, context;
  int failed; /* 1: the call returned null */
};

/* Functions of the program that are called for each event. Any may be null.

   on_alloc: each allocation that is counted, behind its count. With ALLOCSITE_OPTIONS=live=1
             it is told the address of a block.
   on_free:  with live=1, each block that was counted and is about to be freed; by realloc(),
             when it was.
   on_reset: with live=1, each arena that was emptied or has ended.
   on_mark:  each mark, and "(reset)" for allocsite_reset().

   They are called by the thread that does it, on its stack: by several threads at once, and by
   a signal handler that allocates. No lock is held. A hook may allocate, and call all
   functions of this file: what it allocates is counted, but no hook is told of it, nor of
   what signal handlers allocate meanwhile. errno stays. It must return: no exception, no
   longjmp(). While counting is stopped, none is called but on_mark. A fork leaves the child
   its hooks. */
struct allocsite_hooks {
  void (*on_alloc)(void *user, const struct allocsite_event *event);
  void (*on_free)(void *user, const struct allocsite_event *event);
  void (*on_reset)(void *user, const struct allocsite_event *event);
  void (*on_mark)(void *user, const char *name);
};

/* Sets the hooks, which are copied; null: no more. An allocation then costs some 400
   instructions more, and the hook. Another thread may be in an earlier hook, or about to call
   it, when this returns. Returns as allocsite_mark does. */
ALLOCSITE_INLINE_ int allocsite_set_hooks(const struct allocsite_hooks *hooks, void *user) {
  return (int)ALLOCSITE_CALL_(ALLOCSITE_OPERATION_SET_HOOKS, hooks, user);
}

#ifdef __cplusplus
}

namespace allocsite {

/* While it exists all threads count. */
class Scope {
public:
  Scope() { allocsite_begin(); }
  ~Scope() { allocsite_end(); }

private:
  Scope(const Scope &);
  Scope &operator=(const Scope &);
};

/* While it exists its thread counts. */
class ThreadScope {
public:
  ThreadScope() { allocsite_begin_thread(); }
  ~ThreadScope() { allocsite_end_thread(); }

private:
  ThreadScope(const ThreadScope &);
  ThreadScope &operator=(const ThreadScope &);
};

/* While it exists its thread counts nothing. */
class ThreadPause {
public:
  ThreadPause() { allocsite_pause_thread(); }
  ~ThreadPause() { allocsite_resume_thread(); }

private:
  ThreadPause(const ThreadPause &);
  ThreadPause &operator=(const ThreadPause &);
};

} /* namespace allocsite */
#endif

#undef ALLOCSITE_CALL_
#undef ALLOCSITE_INLINE_
#endif /* __GNUC__ */

#endif

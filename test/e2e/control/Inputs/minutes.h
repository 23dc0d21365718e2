//===- minutes.h - A clock that a test moves, and waits for what is due ---===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   passMinute()   both clocks go on by a minute; returns when the profiler's thread has done
//                  what that made due (a dump of dump=60s), and waits for the next minute
//   setClock(s)    CLOCK_REALTIME jumps by s seconds; CLOCK_MONOTONIC goes on
//   BEGAN          what CLOCK_REALTIME says at the start, in seconds
//
// The runtime is part of the program, so that the program's clock_gettime() and syscall() are
// those that it calls. A wait for a time ends when the clock here has reached it. No wall clock is
// involved. To be included by one file of a program.
//
//===----------------------------------------------------------------------===//
#ifndef MINUTES_H
#define MINUTES_H

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t Nanoseconds = 1000000000; // of CLOCK_MONOTONIC
static int64_t Wall = BEGAN;             // seconds that CLOCK_REALTIME is ahead of that
static uint64_t Waits;                   // how often a thread has begun to wait for a time

typedef long SystemCall(long, ...);

static SystemCall *systemCall(void) {
  static SystemCall *Its;
  if (!Its)
    Its = (SystemCall *)dlsym(RTLD_NEXT, "syscall");
  return Its;
}

int clock_gettime(clockid_t Of, struct timespec *To) {
  const int64_t Now = __atomic_load_n(&Nanoseconds, __ATOMIC_SEQ_CST);
  To->tv_sec = Now / 1000000000;
  To->tv_nsec = Now % 1000000000;
  if (Of == CLOCK_REALTIME)
    To->tv_sec += __atomic_load_n(&Wall, __ATOMIC_SEQ_CST);
  return 0;
}

static long waitForTime(uint32_t *Word, uint32_t While, const struct timespec *Most) {
  const int64_t Due = __atomic_load_n(&Nanoseconds, __ATOMIC_SEQ_CST) +
                      Most->tv_sec * 1000000000 + Most->tv_nsec;
  __atomic_add_fetch(&Waits, 1, __ATOMIC_SEQ_CST);
  const struct timespec Short = {0, 50000};
  while (__atomic_load_n(&Nanoseconds, __ATOMIC_SEQ_CST) < Due)
    if (systemCall()(SYS_futex, Word, FUTEX_WAIT, While, &Short, 0L, 0L) == 0 ||
        __atomic_load_n(Word, __ATOMIC_SEQ_CST) != While)
      return 0;
  errno = ETIMEDOUT;
  return -1;
}

long syscall(long Number, ...) {
  long A[6];
  va_list Arguments;
  va_start(Arguments, Number);
  for (int I = 0; I < 6; ++I)
    A[I] = va_arg(Arguments, long);
  va_end(Arguments);
  if (Number == SYS_futex && (int)A[1] == FUTEX_WAIT && A[3])
    return waitForTime((uint32_t *)A[0], (uint32_t)A[2], (const struct timespec *)A[3]);
  return systemCall()(Number, A[0], A[1], A[2], A[3], A[4], A[5]);
}

static void setClock(int64_t Seconds) { __atomic_add_fetch(&Wall, Seconds, __ATOMIC_SEQ_CST); }

/// Call it when something was counted: the profiler's thread begins then.
static void passMinute(void) {
  static uint64_t Seen;
  while (__atomic_load_n(&Waits, __ATOMIC_SEQ_CST) == Seen)
    sched_yield();
  Seen = __atomic_load_n(&Waits, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&Nanoseconds, 60000000000, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&Waits, __ATOMIC_SEQ_CST) == Seen)
    sched_yield();
}

#endif

//===- ControlThread.cpp - A thread that acts for the profiler ------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ControlThread.h"
#include "Control.h"
#include "Message.h"
#include "Platform.h"
#include "State.h"
#include "allocsite/control.h"
#include "count/Tables.h"
#include "store/Profile.h"

#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
}

namespace allocsite {

static bool HasSchedules;

static long carryOutFor(const AllocSiteProfileControl &Asked) {
  char Name[ALLOCSITE_CONTROL_TEXT_BYTES];
  size_t Bytes = Asked.TextBytes < sizeof(Name) ? Asked.TextBytes : sizeof(Name) - 1;
  copyWords(Name, Asked.Text, sizeof(Name));
  Name[Bytes] = 0;
  // Whatever the file says: nothing that takes an address.
  switch (Asked.Operation) {
  case ALLOCSITE_OPERATION_START:
  case ALLOCSITE_OPERATION_STOP:
    return control(Asked.Operation, nullptr, nullptr);
  case ALLOCSITE_OPERATION_MARK:
    return control(Asked.Operation, Name, nullptr);
  }
  return ENOSYS;
}

static void carryOutRequests(AllocSiteProfileControl &Words, uint32_t Asked) {
  Words.Result = static_cast<int32_t>(carryOutFor(Words));
  // Release: who sees it sees the result.
  __atomic_store_n(&Words.Done, Asked, __ATOMIC_RELEASE);
  syscall(SYS_futex, &Words.Done, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0);
}

static void waitFor(uint32_t *Word, uint32_t While, uint64_t Nanoseconds) {
  struct timespec Most = {static_cast<time_t>(Nanoseconds / 1000000000u),
                          static_cast<long>(Nanoseconds % 1000000000u)};
  syscall(SYS_futex, Word, FUTEX_WAIT, While, Nanoseconds == Never ? nullptr : &Most, nullptr,
          0);
}

static void *serve(void *) {
  prctl(PR_SET_NAME, "allocsite", 0, 0, 0);
  static uint32_t Nobody; // asks, where there is no file
  AllocSiteProfileControl *Words = options().Control ? controlWords() : nullptr;
  for (;;) {
    uint32_t *Request = Words ? &Words->Request : &Nobody;
    // Acquire: what was asked is seen.
    uint32_t Asked = __atomic_load_n(Request, __ATOMIC_ACQUIRE);
    if (Words && Asked != Words->Done)
      carryOutRequests(*Words, Asked);
    waitFor(Request, Asked, HasSchedules ? runSchedules() : Never);
  }
}

/// The C library's own, found by name: a weak reference here would make weak what the program's
/// code says of the same function, as this stands in its object, and static programs would be
/// linked without it.
static int createThread() {
  using CreateFn = int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  using DetachFn = int(pthread_t);
  if (!&dlsym)
    return ENOSYS;
  auto *Create = reinterpret_cast<CreateFn *>(dlsym(RTLD_DEFAULT, "pthread_create"));
  auto *Detach = reinterpret_cast<DetachFn *>(dlsym(RTLD_DEFAULT, "pthread_detach"));
  if (!Create || !Detach)
    return ENOSYS;
  pthread_t Thread;
  int Failed = Create(&Thread, nullptr, serve, nullptr);
  if (!Failed)
    Detach(Thread);
  return Failed;
}

static void startThread() {
  AllocSiteProfileControl *Words = options().Control ? controlWords() : nullptr;
  // What is asked before the thread runs it will find.
  if (Words)
    __atomic_store_n(&Words->Listens, 1, __ATOMIC_RELEASE);
  // Of its creator it has the signal mask: all blocked.
  SignalShield Shield;
  Shield.raise();
  const int Failed = createThread();
  Shield.lower();
  if (!Failed)
    return;
  if (Words)
    __atomic_store_n(&Words->Listens, 0, __ATOMIC_RELEASE);
  LockGuard Guard;
  Message Line(Importance::Normal);
  Line.add("allocsite: warning: no thread for control=, mark= or dump=: ");
  Line.error(Failed);
}

void startControlThread() {
  HasSchedules = startSchedules();
  if (HasSchedules || options().Control)
    AtFirstTable = startThread;
}

} // namespace allocsite

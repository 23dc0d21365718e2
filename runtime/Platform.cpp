//===- Platform.cpp - Pages, locks and signals on Linux -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Platform.h"
#include "Tables.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace allocsite {

Lock RuntimeLock;

void *mapPages(size_t Bytes) {
  KeepErrno Keep;
  void *Pages = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return Pages == MAP_FAILED ? nullptr : Pages;
}

void *growPages(void *Pages, size_t OldBytes, size_t NewBytes) {
  KeepErrno Keep;
  void *Moved = mremap(Pages, OldBytes, NewBytes, MREMAP_MAYMOVE);
  return Moved == MAP_FAILED ? nullptr : Moved;
}

void unmapPages(void *Pages, size_t Bytes) {
  KeepErrno Keep;
  if (Pages)
    munmap(Pages, Bytes);
}

// pthread_sigmask leaves glibc's own signals alone: blocking the one that
// setuid() sends to every thread would hang it.
void SignalShield::raise() {
  sigset_t All, Pending;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &CancelState);
  // What was pending before is the program's and stays.
  sigemptyset(&Pending);
  sigpending(&Pending);
  EatPipe = !sigismember(&Pending, SIGPIPE);
  EatSize = !sigismember(&Pending, SIGXFSZ);
}

void SignalShield::lower() {
  KeepErrno Keep;
  sigset_t Pending, Ours;
  sigemptyset(&Pending);
  sigpending(&Pending);
  sigemptyset(&Ours);
  bool Any = false;
  if (EatPipe && sigismember(&Pending, SIGPIPE)) {
    sigaddset(&Ours, SIGPIPE);
    Any = true;
  }
  if (EatSize && sigismember(&Pending, SIGXFSZ)) {
    sigaddset(&Ours, SIGXFSZ);
    Any = true;
  }
  if (Any) {
    const struct timespec Now = {0, 0};
    while (sigtimedwait(&Ours, nullptr, &Now) > 0) {
    }
  }
  pthread_setcancelstate(CancelState, nullptr);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

void Lock::acquire() {
  void *Self = &__allocsite_thread_v1;
  // Relaxed: only this thread writes its own address there, so it reads it
  // exactly where it holds the lock.
  if (__atomic_load_n(&Holder, __ATOMIC_RELAXED) == Self) {
    ++Depth;
    return;
  }
  KeepErrno Keep;
  SignalShield Mine;
  Mine.raise();
  // Acquire: what the last holder wrote is seen; the release is in release().
  uint32_t Seen = 0;
  if (!__atomic_compare_exchange_n(&Word, &Seen, 1, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED)) {
    while (__atomic_exchange_n(&Word, 2, __ATOMIC_ACQUIRE) != 0)
      syscall(SYS_futex, &Word, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
  }
  __atomic_store_n(&Holder, Self, __ATOMIC_RELAXED);
  Depth = 1;
  Shield = Mine;
}

void Lock::release() {
  if (--Depth)
    return;
  KeepErrno Keep;
  SignalShield Mine = Shield;
  __atomic_store_n(&Holder, nullptr, __ATOMIC_RELAXED);
  // Release: pairs with the acquire above.
  if (__atomic_exchange_n(&Word, 0, __ATOMIC_RELEASE) == 2)
    syscall(SYS_futex, &Word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  Mine.lower();
}

int writeAll(int Descriptor, const char *Bytes, size_t Size) {
  while (Size) {
    ssize_t Written = write(Descriptor, Bytes, Size);
    if (Written < 0) {
      if (errno == EINTR)
        continue;
      return errno;
    }
    if (Written == 0)
      return ENOSPC;
    Bytes += Written;
    Size -= static_cast<size_t>(Written);
  }
  return 0;
}

int aboveStandard(int Descriptor) {
  if (Descriptor < 0 || Descriptor > 2)
    return Descriptor;
  int Higher = fcntl(Descriptor, F_DUPFD_CLOEXEC, 3);
  int Error = errno;
  close(Descriptor);
  errno = Error;
  return Higher;
}

const char *describeError(int Errno) {
  switch (Errno) {
  case EPERM: return "Operation not permitted";
  case ENOENT: return "No such file or directory";
  case EIO: return "Input/output error";
  case ENXIO: return "No such device or address";
  case ENOMEM: return "Cannot allocate memory";
  case EACCES: return "Permission denied";
  case EEXIST: return "File exists";
  case ENOTDIR: return "Not a directory";
  case EISDIR: return "Is a directory";
  case EINVAL: return "Invalid argument";
  case ENFILE: return "Too many open files in system";
  case EMFILE: return "Too many open files";
  case ETXTBSY: return "Text file busy";
  case EFBIG: return "File too large";
  case ENOSPC: return "No space left on device";
  case EROFS: return "Read-only file system";
  case EPIPE: return "Broken pipe";
  case ENAMETOOLONG: return "File name too long";
  case ELOOP: return "Too many levels of symbolic links";
  case EDQUOT: return "Disk quota exceeded";
  default: return nullptr;
  }
}

} // namespace allocsite

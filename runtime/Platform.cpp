//===- Platform.cpp - Locks and signals on Linux --------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Platform.h"
#include "Thread.h"
#include "profile/Files.h"

#include <fcntl.h>
#include <link.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// glibc 2.32 and later.
extern "C" __attribute__((weak)) char __libc_single_threaded;

namespace allocsite {

Lock RuntimeLock;

uint64_t monotonicNanoseconds() {
  struct timespec Now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return uint64_t(Now.tv_sec) * 1000000000u + uint64_t(Now.tv_nsec);
}

size_t readStart(const char *Path, char *To, size_t Size) {
  const int From = openFile(Path, O_RDONLY | O_CLOEXEC);
  if (From < 0)
    return 0;
  size_t Got = 0;
  for (ssize_t More; Got < Size && (More = readFile(From, To + Got, Size - Got)) > 0;)
    Got += static_cast<size_t>(More);
  closeFile(From);
  return Got;
}

static uint64_t bitOf(int Signal) { return uint64_t(1) << (Signal - 1); }

static uint64_t pendingSignals() {
  uint64_t Pending = 0;
  syscall(SYS_rt_sigpending, &Pending, sizeof(Pending));
  return Pending;
}

// By system call: a mask is one word for the kernel, and 128 bytes for libc.
void SignalShield::raise() {
  // All but two that are glibc's own: without the one that setuid() sends to
  // every thread, it would wait for ever.
  uint64_t All = ~(bitOf(32) | bitOf(33));
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &All, &Before, sizeof(All));
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &CancelState);
}

void SignalShield::lower() {
  KeepErrno Keep;
  pthread_setcancelstate(CancelState, nullptr);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &Before, nullptr, sizeof(Before));
}

QuietWrites::QuietWrites() {
  KeepErrno Keep;
  Ours = (bitOf(SIGPIPE) | bitOf(SIGXFSZ)) & ~pendingSignals();
}

QuietWrites::~QuietWrites() {
  KeepErrno Keep;
  uint64_t Raised = Ours & pendingSignals();
  const struct timespec Now = {0, 0};
  while (Raised && syscall(SYS_rt_sigtimedwait, &Raised, nullptr, &Now, sizeof(Raised)) > 0) {
  }
}

bool Lock::enter(bool MayWait) {
  void *Self = &ALLOCSITE_SYM_THREAD;
  // Relaxed: only this thread writes its own address there, so it reads it
  // exactly where it holds the lock.
  if (__atomic_load_n(&Holder, __ATOMIC_RELAXED) == Self) {
    ++Depth;
    return true;
  }
  KeepErrno Keep;
  SignalShield Mine;
  Mine.raise();
  // Acquire: what the last holder wrote is seen; the release is in release().
  uint32_t Seen = 0;
  if (!__atomic_compare_exchange_n(&Word, &Seen, 1, false, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED)) {
    if (!MayWait) {
      Mine.lower();
      return false;
    }
    while (__atomic_exchange_n(&Word, 2, __ATOMIC_ACQUIRE) != 0)
      syscall(SYS_futex, &Word, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
  }
  __atomic_store_n(&Holder, Self, __ATOMIC_RELAXED);
  Depth = 1;
  Shield = Mine;
  return true;
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

int aboveStandard(int Descriptor) {
  if (Descriptor < 0 || Descriptor > 2)
    return Descriptor;
  int Higher = fcntl(Descriptor, F_DUPFD_CLOEXEC, 3);
  int Error = errno;
  closeFile(Descriptor);
  errno = Error;
  return Higher;
}

static int holdsAddress(struct dl_phdr_info *Object, size_t, void *Address) {
  for (unsigned I = 0; I < Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
    uintptr_t Begin = Object->dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_LOAD &&
        reinterpret_cast<uintptr_t>(Address) - Begin < Segment.p_memsz)
      return 1;
  }
  return 0;
}

bool isInLoadedObject(const void *Address) {
  return dl_iterate_phdr(holdsAddress, const_cast<void *>(Address));
}

const char *loadedObjectAt(const void *Address) {
  struct Search {
    void *Address;
    const char *Name;
  } Wanted = {const_cast<void *>(Address), nullptr};
  dl_iterate_phdr(
      [](struct dl_phdr_info *Object, size_t Size, void *Of) {
        Search &Its = *static_cast<Search *>(Of);
        if (!holdsAddress(Object, Size, Its.Address))
          return 0;
        Its.Name = Object->dlpi_name;
        return 1;
      },
      &Wanted);
  return Wanted.Name;
}

/// The bytes [Begin, End) of an object that are read-only data, as its file has them.
static bool isReadable(const struct dl_phdr_info &Object, uintptr_t Begin, uintptr_t End) {
  for (unsigned I = 0; I < Object.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object.dlpi_phdr[I];
    const uintptr_t From = Object.dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_LOAD && Segment.p_flags & PF_R && Begin >= From && End >= Begin &&
        End - From <= Segment.p_filesz)
      return true;
  }
  return false;
}

/// The build id among the notes of a segment. Each is a header, its name and what it describes, both
/// padded to the alignment of the segment.
static TextRef buildIdIn(uintptr_t At, size_t Left, size_t Alignment) {
  auto padded = [&](size_t Size) { return (Size + Alignment - 1) & ~(Alignment - 1); };
  const TextRef Gnu("GNU", sizeof("GNU"));
  while (Left >= sizeof(ElfW(Nhdr))) {
    const auto &Note = *reinterpret_cast<const ElfW(Nhdr) *>(At);
    const size_t Before = padded(sizeof(Note) + Note.n_namesz);
    if (Before > Left || Note.n_descsz > Left - Before)
      break;
    const char *Name = reinterpret_cast<const char *>(&Note + 1);
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_descsz <= MostBuildIdBytes &&
        TextRef(Name, Note.n_namesz) == Gnu)
      return TextRef(reinterpret_cast<const char *>(At + Before), Note.n_descsz);
    const size_t Whole = Before + padded(Note.n_descsz);
    if (Whole > Left)
      break;
    At += Whole;
    Left -= Whole;
  }
  return TextRef();
}

TextRef buildIdOf(const char *Name) {
  struct Search {
    const char *Name;
    TextRef Found;
  } Wanted = {Name, TextRef()};
  dl_iterate_phdr(
      [](struct dl_phdr_info *Object, size_t, void *Of) {
        Search &Its = *static_cast<Search *>(Of);
        if (strcmp(Object->dlpi_name, Its.Name) != 0)
          return 0;
        for (unsigned I = 0; I < Object->dlpi_phnum && Its.Found.empty(); ++I) {
          const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
          const uintptr_t Begin = Object->dlpi_addr + Segment.p_vaddr;
          if (Segment.p_type == PT_NOTE &&
              isReadable(*Object, Begin, Begin + Segment.p_filesz))
            Its.Found = buildIdIn(Begin, Segment.p_filesz, Segment.p_align == 8 ? 8 : 4);
        }
        return 1;
      },
      &Wanted);
  return Wanted.Found;
}

bool isOnlyThread() {
  KeepErrno Keep;
  struct stat Tasks;
  // A directory has two links and one for each directory in it: a thread.
  return statusOf("/proc/self/task", &Tasks) == 0 && Tasks.st_nlink == 3;
}

bool mayHaveThreads() { return !&__libc_single_threaded || !__libc_single_threaded; }

void synchronizeThreads() {
  static bool IsRegistered;
  if (!IsRegistered)
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  IsRegistered = true;
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

const char *describeError(int Errno) {
  switch (Errno) {
  case EPERM:
    return "Operation not permitted";
  case ENOENT:
    return "No such file or directory";
  case EIO:
    return "Input/output error";
  case ENXIO:
    return "No such device or address";
  case ENOMEM:
    return "Cannot allocate memory";
  case EACCES:
    return "Permission denied";
  case EEXIST:
    return "File exists";
  case ENOTDIR:
    return "Not a directory";
  case EISDIR:
    return "Is a directory";
  case EINVAL:
    return "Invalid argument";
  case ENFILE:
    return "Too many open files in system";
  case EMFILE:
    return "Too many open files";
  case ETXTBSY:
    return "Text file busy";
  case EFBIG:
    return "File too large";
  case ENOSPC:
    return "No space left on device";
  case EROFS:
    return "Read-only file system";
  case EPIPE:
    return "Broken pipe";
  case ENAMETOOLONG:
    return "File name too long";
  case ELOOP:
    return "Too many levels of symbolic links";
  case EOPNOTSUPP:
    return "Operation not supported";
  case EDQUOT:
    return "Disk quota exceeded";
  default:
    return nullptr;
  }
}

} // namespace allocsite

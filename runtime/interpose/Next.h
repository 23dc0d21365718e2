//===- Next.h - Who is called behind an interposer --------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_INTERPOSE_NEXT_H
#define ALLOCSITE_RUNTIME_INTERPOSE_NEXT_H

#include <dlfcn.h>
#include <errno.h>

extern "C" {
// In a library of its own where the C library is older, and in no static program.
__attribute__((weak)) void *dlsym(void *Handle, const char *Name) noexcept;
__attribute__((weak)) int dladdr(const void *Address, Dl_info *Info) noexcept;
}

namespace allocsite {

/// Is the loader being asked by this thread?
inline bool &isLookingForNext() {
  static __thread bool IsLooking __attribute__((tls_model("initial-exec")));
  return IsLooking;
}

/// Asks the loader. Null where there is none, and while it is asked, which may allocate or
/// free: dlsym does without.
__attribute__((noinline, cold)) inline void *lookForNext(void **Known, const char *Name) {
  bool &IsLooking = isLookingForNext();
  if (IsLooking || !&dlsym)
    return nullptr;
  IsLooking = true;
  int Saved = errno;
  void *Next = dlsym(RTLD_NEXT, Name);
  errno = Saved;
  IsLooking = false;
  __atomic_store_n(Known, Next, __ATOMIC_RELAXED);
  return Next;
}

/// Whose `Name` is called where this object's has been, or null. Any thread.
inline void *findNext(void **Known, const char *Name) {
  // Relaxed: whoever finds nothing finds the same out.
  void *Next = __atomic_load_n(Known, __ATOMIC_RELAXED);
  return __builtin_expect(Next != nullptr, true) ? Next : lookForNext(Known, Name);
}

} // namespace allocsite

#endif

//===- Files.h - Files by system call ---------------------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C leaves the names of POSIX to programs: a program may define its own function `write` or
// variable `open`, and a call by that name would reach it. Results and errno are those of the
// POSIX functions. These are no cancellation points, and race detectors do not see them.
// Any thread, any signal handler.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_FILES_H
#define ALLOCSITE_PROFILE_FILES_H

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace allocsite {

inline int openFile(const char *Path, int Flags, mode_t Mode = 0) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, Path, Flags, Mode));
}

inline int closeFile(int Descriptor) {
  return static_cast<int>(syscall(SYS_close, Descriptor));
}

inline ssize_t readFile(int Descriptor, void *To, size_t Size) {
  return syscall(SYS_read, Descriptor, To, Size);
}

inline ssize_t writeFile(int Descriptor, const void *From, size_t Size) {
  return syscall(SYS_write, Descriptor, From, Size);
}

inline ssize_t writeFileAt(int Descriptor, const void *From, size_t Size, off_t At) {
  return syscall(SYS_pwrite64, Descriptor, From, Size, At);
}

/// stat(); with AT_SYMLINK_NOFOLLOW lstat().
inline int statusOf(const char *Path, struct stat *To, int Flags = 0) {
  return static_cast<int>(syscall(SYS_newfstatat, AT_FDCWD, Path, To, Flags));
}

inline int statusOf(int Descriptor, struct stat *To) {
  return static_cast<int>(syscall(SYS_newfstatat, Descriptor, "", To, AT_EMPTY_PATH));
}

inline off_t seekFile(int Descriptor, off_t Offset, int From) {
  return syscall(SYS_lseek, Descriptor, Offset, From);
}

inline int resizeFile(int Descriptor, off_t Size) {
  return static_cast<int>(syscall(SYS_ftruncate, Descriptor, Size));
}

inline int renameFile(const char *From, const char *To) {
  return static_cast<int>(syscall(SYS_renameat, AT_FDCWD, From, AT_FDCWD, To));
}

inline int unlinkFile(const char *Path) {
  return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, Path, 0));
}

} // namespace allocsite

#endif

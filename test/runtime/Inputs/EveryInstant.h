//===- EveryInstant.h - Looks at a profile after each instruction ---------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   child:  TRACEME … SIGSTOP │ stepped │ SIGSTOP … SIGSTOP │ stepped │ SIGSTOP … _exit
//
// For x86-64: an exclusive store of AArch64 fails behind any stop since its load, and qemu has no
// ptrace.
//
//===----------------------------------------------------------------------===//
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// Calls `Changed` after each stepped instruction that has changed the file `Profile`, until
/// the child has ended. Returns 0; else, and the child is killed, where `Changed` is false.
template <typename Look> int stepThrough(int Child, const char *Profile, Look &&Changed) {
  int Status;
  waitpid(Child, &Status, 0);
  int File = open(Profile, O_RDONLY);
  std::string Before, After;
  for (;;) {
    if (ptrace(PTRACE_SINGLESTEP, Child, nullptr, nullptr) != 0)
      return 2;
    waitpid(Child, &Status, 0);
    if (!WIFSTOPPED(Status))
      return 5;
    if (WSTOPSIG(Status) == SIGSTOP) {
      ptrace(PTRACE_CONT, Child, nullptr, nullptr);
      waitpid(Child, &Status, 0);
      if (!WIFSTOPPED(Status))
        return WIFEXITED(Status) ? WEXITSTATUS(Status) : 6;
    }
    struct stat Size;
    fstat(File, &Size);
    After.resize(size_t(Size.st_size));
    if (pread(File, &After[0], After.size(), 0) != ssize_t(After.size()))
      return 3;
    if (After == Before)
      continue;
    Before.swap(After);
    if (!Changed()) {
      kill(Child, SIGKILL);
      return 4;
    }
  }
}

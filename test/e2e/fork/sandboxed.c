// A program that locks itself in (seccomp) as OpenSSH's children do, so that no file can be
// opened and a system call that is not listed kills, goes on counting: a miss blocks and
// unblocks signals, and takes memory. There is no log then, and no line that says so, as the
// profiler may not ask what descriptor 2 is. What was counted is in the profile as far as
// that had room when the door was closed; where nothing was allocated before, there is none.
//
// REQUIRES: seccomp
// UNSUPPORTED: sanitized
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %cc -O1 %s -o %t
// RUN: %t 1000 before | %FileCheck %s --check-prefix=RUNS
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t 1000 before | %FileCheck %s --check-prefix=RUNS
// RUN: %files %t.dir | count 1
// RUN: %allocsite recover %t.dir/*.asprof --output %t.csv
// RUN: %rows %t.csv | %FileCheck %s
// RUN: %rows %t.csv | count 1000
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t 100000 before | %FileCheck %s --check-prefix=RUNS
// RUN: %allocsite recover %t.dir/*.asprof 2>&1 >%t.csv | %FileCheck %s --check-prefix=LOST
// RUN: %rows %t.csv > %t.rows && test $(wc -l < %t.rows) -gt 1000
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t 100000 | %FileCheck %s --check-prefix=RUNS
// RUN: %files %t.dir | count 0
//
// RUNS: {{^}}done{{$}}
// CHECK-DAG: {{^}}work|main|-|-|1000|1{{$}}
// CHECK-DAG: {{^}}work|main|-|-|2|2{{$}}
// CHECK-DAG: {{^}}work|main|-|-|1|1{{$}}
// LOST: a part of what was counted was in memory alone and is lost
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define IF(Call, Then)                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##Call, 0, 1), BPF_STMT(BPF_RET | BPF_K, Then)
#define ALLOW(Call) IF(Call, SECCOMP_RET_ALLOW)
#define DENY(Call) IF(Call, SECCOMP_RET_ERRNO | EACCES)

static int lockIn(void) {
  static struct sock_filter Rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      DENY(open), DENY(openat), DENY(stat), DENY(lstat), DENY(fstat), DENY(newfstatat),
      ALLOW(brk), ALLOW(mmap), ALLOW(mremap), ALLOW(munmap), ALLOW(madvise),
      ALLOW(getpid), ALLOW(rt_sigprocmask), ALLOW(getrandom), ALLOW(futex),
      ALLOW(read), ALLOW(write), ALLOW(close), ALLOW(exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL)};
  struct sock_fprog Program = {sizeof(Rules) / sizeof(*Rules), Rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
}

static void *volatile Sink;
__attribute__((noinline)) static void work(size_t Size) {
  Sink = malloc(Size);
  free(Sink);
}

int main(int Count, char **Arguments) {
  size_t Most = strtoul(Arguments[1], NULL, 10);
  if (Count > 2)
    work(2);
  if (lockIn())
    return 1;
  for (size_t Size = 1; Size <= Most; ++Size)
    work(Size);
  return write(1, "done\n", 5) != 5;
}

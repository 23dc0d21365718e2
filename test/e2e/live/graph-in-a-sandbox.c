// Where a process may not read its memory by system call, a line says that there is no graph, and the
// log is there all the same.
//
// REQUIRES: seccomp
// UNSUPPORTED: sanitized
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env ALLOCSITE_PASS_OPTIONS=live=1 %cc -O1 -g %s -o %t
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/log.csv:live=heap:graph=1 %t 2>&1 | %FileCheck %s
// RUN: ls %t.dir/log.csv
// RUN: not %table graph %t.dir/log.csv
// CHECK: wrote allocation log
// CHECK: allocsite: graph=1: what points at what is not written beside {{.*}}log.csv: the process may not call process_vm_readv: Operation not permitted
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

void *volatile Block;

int main(void) {
  struct sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof(Code) / sizeof(*Code), Code};
  Block = malloc(100);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    return 1;
  return 0;
}

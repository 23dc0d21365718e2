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
#include "../Inputs/refuse-system-call.h"
#include <stdlib.h>
#include <sys/syscall.h>

void *volatile Block;

int main(void) {
  Block = malloc(100);
  refuse(SYS_process_vm_readv);
}

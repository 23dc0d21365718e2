// Clang compiles a module that a file needs meanwhile, on a thread of its own. The rules that
// the file's thread has read are still its own afterwards.
//
// REQUIRES: types
// RUN: rm -rf %t && mkdir %t && echo 'field:ops.take size=0' > %t/ops.cfg
// RUN: env MALLOC_PERTURB_=165 ALLOCSITE_PASS_OPTIONS=config=%t/ops.cfg %typed_cc -O1 -g \
// RUN:   -fmodules -fmodules-cache-path=%t/cache -I %S/../Inputs/module -c %s -o %t/a.o \
// RUN:   -Rpass=allocsite 2>&1 | %FileCheck %s
//
// CHECK: pointers-beside-a-module.c:[[#@LINE+4]]:{{.*}}ops.take
#include "ops.h"

int both(struct ops *Of) {
  return Of->stat(3) + (Of->take(5) != 0);
}

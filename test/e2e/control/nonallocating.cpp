// [[clang::nonallocating]] and what implies it are as the annotation: of functions, methods,
// templates and lambdas.
//
// REQUIRES: llvm-ge-19, types
// RUN: %typed_cxx -std=c++17 -O1 -g -Wno-unknown-warning-option -Wno-function-effects %s -c -o %t.o 2> %t.warnings
// RUN: %FileCheck %s --input-file=%t.warnings
//
// CHECK-DAG: warning: allocsite: first() must not allocate, and reaches malloc in first() at {{.*}}nonallocating.cpp:[[@LINE+9]]:
// CHECK-DAG: warning: allocsite: in::Of::second() must not allocate, and reaches malloc in in::Of::second() at
// CHECK-DAG: warning: allocsite: void third<int>() must not allocate, and reaches malloc in void third<int>() at
// CHECK-NOT: warning:
#include <cstdlib>

static void *volatile Sink;

void first() [[clang::nonallocating]] {
  Sink = malloc(1);
}
void free() [[clang::allocating]] { Sink = malloc(4); }

namespace in {
struct Of {
  void second() [[clang::nonblocking]] { Sink = malloc(2); }
};
} // namespace in

template <typename T> void third() [[clang::nonallocating]] { Sink = malloc(sizeof(T)); }

void use() {
  in::Of().second();
  third<int>();
}

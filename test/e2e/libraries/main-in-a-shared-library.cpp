// A shared library that defines main, as libgtest_main.so does, brings the runtime along:
// lld and gold link it. GNU ld has no .preinit_array in a shared library and refuses.
//
// RUN: %cxx -O2 -fPIC -DLIBRARY -c %s -o %t.main.o && %cxx -O2 -fPIC -c %s -o %t.o
// RUN: %clangxx -shared %lld %t.main.o -Wl,-soname,%t.so -o %t.so
// RUN: %clangxx %t.o %t.so -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: not %clangxx -shared -fuse-ld=bfd %t.main.o -o %t.bfd.so 2>&1 | %FileCheck %s --check-prefix=BFD
//
// CHECK:      {{^}}Global::~Global|-|-|-|40|1{{$}}
// CHECK-NEXT: {{^}}user|main|-|-|30|1{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|10|1{{$}}
// CHECK-NOT:  {{.}}
// ERR:     heap profiler: enabled!
// ERR-NOT: heap profiler: enabled!
// BFD: .preinit_array section is not allowed in DSO
#include <cstdlib>

static void *volatile Sink;
int user();

#ifdef LIBRARY
int main() {
  Sink = std::malloc(10);
  return user();
}
#else
static struct Global {
  ~Global() { Sink = std::malloc(40); }
} Instance;
int user() {
  Sink = std::malloc(30);
  return 0;
}
#endif

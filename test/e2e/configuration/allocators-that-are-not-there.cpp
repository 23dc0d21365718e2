// A shared object may speak of functions that it has not got, and does not call: with lazy
// binding it is loaded all the same, and works.
//
// RUN: %cxx -O2 -DLIBRARY -fPIC -shared -Wl,-z,lazy %s -o %t.so
// RUN: %cxx -O2 -DPATH='"%t.so"' %s -o %t && %run_rows | %FileCheck %s
// RUN: %t | %FileCheck %s --check-prefix=WORKS
//
// WORKS: {{^}}42{{$}}
// CHECK: {{^}}fine|main|-|-|7|1{{$}}
// CHECK-NOT: {{.}}
#include <cstddef>
#ifdef LIBRARY
#include <cstdlib>
extern "C" __attribute__((alloc_size(1))) void *missing(std::size_t);
extern "C" void *uses(std::size_t Size) {
  char *Made = static_cast<char *>(missing(Size));
  *Made = 1;
  return Made;
}
char *volatile Made;
extern "C" int fine() {
  Made = static_cast<char *>(std::malloc(7));
  *Made = 42;
  return *Made;
}
#else
#include <cstdio>
#include <dlfcn.h>
int main() {
  void *Library = dlopen(PATH, RTLD_LAZY);
  auto Fine = Library ? reinterpret_cast<int (*)()>(dlsym(Library, "fine")) : nullptr;
  if (!Fine) {
    std::fputs(dlerror(), stderr);
    return 1;
  }
  std::printf("%d\n", Fine());
}
#endif

// A program that is not compiled with the pass and opens a library that is: it
// runs as it did, and what the library counts comes with liballocsite.
//
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %clangxx -O2 -DLIB=\"%t.so\" %s -ldl -o %t
// RUN: %t && env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t
// RUN: %clangxx %sanitize -O2 -DLIB=\"%t.so\" %s -ldl -Wl,--no-as-needed,-rpath,%libraries -L%libraries -lallocsite -o %t
// RUN: %run_rows | %FileCheck %s
//
// CHECK:     {{^}}enter|-|-|-|50|3{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>
#include <dlfcn.h>
#ifdef LIBRARY
extern "C" void enter() { *static_cast<volatile char *>(std::malloc(50)) = 0; }
#else
int main() {
  void *Library = dlopen(LIB, RTLD_NOW);
  if (!Library)
    return 1;
  auto Enter = reinterpret_cast<void (*)()>(dlsym(Library, "enter"));
  for (int I = 0; I < 3; ++I)
    Enter();
}
#endif

// A program that is not compiled with the pass and opens a library that is: it
// runs as it did, and what the library counts comes with liballocsite, which it loads where
// `allocsite run` says so.
//
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %clangxx -O2 -DLIB=\"%t.so\" %s -ldl -o %t
// RUN: %t 2>&1 | count 0
// RUN: env ALLOCSITE=1 %t 2>&1 | %FileCheck %s --check-prefix=ALONE
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=verbosity=0 %t 2>&1 | count 0
// RUN: rm -rf %t.tmp && mkdir %t.tmp
// RUN: %if native %{env TMPDIR=%t.tmp ALLOCSITE_OPTIONS=whole=0 %allocsite run -o %t.csv -- %t%} %else %{env LD_PRELOAD=%libraries/liballocsite.so ALLOCSITE_OPTIONS=output=%t.csv:whole=0 SKIP_HEAP_PROFILE=1 %t%}
// RUN: %rows %t.csv | %FileCheck %s
// RUN: %clangxx %sanitize -O2 -DLIB=\"%t.so\" %s -ldl -Wl,--no-as-needed,-rpath,%libraries -L%libraries -lallocsite -o %t
// RUN: env ALLOCSITE=1 ALLOCSITE_OPTIONS=output=%t.csv:whole=0 %t > %t.out 2>&1 && %rows --short %t.csv | %FileCheck %s
//
// CHECK:     {{^}}enter|-|-|-|50|3{{$}}
// CHECK-NOT: {{.}}
// ALONE: {{^}}allocsite: {{.*}}.so: the process has no runtime, and nothing is counted (hint: allocsite run {{.*}}
// ALONE-NOT: {{.}}
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

// A shared library that is compiled with the pass shares the profile of the
// executable, linked or opened at run time, and chains cross the border.
//
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cxx -O2 -DLINKED %s %t.so -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ERR --input-file=%t.err
// RUN: %cxx -O2 -DLIB=\"%t.so\" %s -ldl -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ERR --input-file=%t.err
//
// Hidden symbols, no undefined ones, a stripped executable, the other linker:
// nothing has to be exported for it.
// RUN: %cxx -O2 -fPIC -shared -fvisibility=hidden -Wl,-z,defs -s %lld -DLIBRARY %s -o %t.so
// RUN: %cxx -O0 -s -fvisibility=hidden %lld -DLIB=\"%t.so\" %s -ldl -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=ERR --input-file=%t.err
//
// CHECK:      {{^}}inLibrary|enter|main|-|50|3{{$}}
// CHECK-NEXT: {{^}}callback|inLibrary|enter|main|30|3{{$}}
// CHECK-NOT:  {{.}}
//
// ERR:     heap profiler: enabled!
// ERR-NOT: heap profiler: enabled!
#include <cstdlib>
#include <dlfcn.h>

static void *volatile Sink;

#ifdef LIBRARY
__attribute__((noinline)) static void inLibrary(void (*Call)()) {
  Sink = std::malloc(50);
  Call();
  Sink = nullptr;
}
extern "C" __attribute__((visibility("default"))) void enter(void (*Call)()) {
  inLibrary(Call);
  Sink = nullptr;
}
#else
extern "C" void enter(void (*Call)());
void callback() { Sink = std::malloc(30); }
int main() {
#ifdef LINKED
  auto Enter = enter;
#else
  void *Library = dlopen(LIB, RTLD_NOW);
  if (!Library)
    return 1;
  auto Enter = reinterpret_cast<void (*)(void (*)())>(dlsym(Library, "enter"));
#endif
  for (int I = 0; I < 3; ++I)
    Enter(callback);
#ifndef LINKED
  dlclose(Library);
#endif
}
#endif

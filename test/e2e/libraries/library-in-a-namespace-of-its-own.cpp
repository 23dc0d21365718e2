// dlmopen: what is loaded into another namespace, with a libc of its own, joins the
// runtime of the executable, also if it has brought liballocsite.so along; its chains
// begin in the program. One profile, one CSV. So does what a static program opens.
// Without a runtime in the executable it runs as it did.
//
// RUN: %cxx -O2 -fPIC -shared -pthread -DLIBRARY %s -o %t.so
// RUN: %cxx -O2 -fPIC -shared -pthread -DLIBRARY %s %link_runtime -o %t.with.so
// RUN: %cxx -O2 %s -ldl -o %t
// RUN: %profile %t %t.so && %rows --short %t.csv | %FileCheck %s
// RUN: %profile %t %t.with.so && %rows --short %t.csv | %FileCheck %s
// RUN: %one_profile %t %t.so | %FileCheck %s --check-prefix=ONE
// RUN: %one_profile %t %t.with.so | %FileCheck %s --check-prefix=ONE
// RUN: %cxx -O2 -no-pie -fno-pie -s %lld %s -ldl -o %t && %one_profile %t %t.so | %FileCheck %s --check-prefix=ONE
// RUN: %clangxx -O2 %s -ldl -o %t && %one_profile %t %t.so | %FileCheck %s --check-prefix=NONE
//
// (A thread in a library of a static program is more than glibc can do.)
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY -DNO_THREAD %s -o %t.so
// RUN: %cxx -O2 -static -DSTATIC %s -o %t && %one_profile %t %t.so | %FileCheck %s --check-prefix=STATIC
// RUN: %cxx -O2 -static-pie -DSTATIC %s -o %t && %one_profile %t %t.so | %FileCheck %s --check-prefix=STATIC
//
// CHECK:      {{^}}inLibrary|body|-|-|50|6{{$}}
// CHECK-NEXT: {{^}}inLibrary|enter|main|-|50|6{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|20|1{{$}}
// CHECK-NOT:  {{.}}
// ONE:  {{^}}1 1 1: inLibrary=12 main=1{{$}}
// NONE: {{^}}0 0 0:{{$}}
// STATIC: {{^}}1 1 1: inLibrary=6 main=1{{$}}
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>

static void *volatile Sink;

#ifdef LIBRARY
__attribute__((noinline)) static void inLibrary() { Sink = std::malloc(50); }
[[maybe_unused]] static void *body(void *Argument) {
  for (int I = 0; I < 3; ++I)
    inLibrary();
  Sink = nullptr;
  return Argument;
}
extern "C" void enter() {
#ifndef NO_THREAD
  pthread_t Thread;
  pthread_create(&Thread, nullptr, body, nullptr);
  pthread_join(Thread, nullptr);
#endif
  for (int I = 0; I < 3; ++I)
    inLibrary();
  Sink = nullptr;
}
#else
int main(int, char **Paths) {
  Sink = std::malloc(20);
  for (int Round = 0; Round < 2; ++Round) {
#ifdef STATIC
    void *Library = dlopen(Paths[1], RTLD_NOW);
#else
    void *Library = dlmopen(LM_ID_NEWLM, Paths[1], RTLD_NOW);
#endif
    if (!Library)
      return 1;
    reinterpret_cast<void (*)()>(dlsym(Library, "enter"))();
    dlclose(Library);
  }
}
#endif

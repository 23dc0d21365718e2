// One process has one runtime and writes one profile and one CSV: with libraries that
// are linked, opened, both or neither; where the program is compiled with the pass,
// where it is not and liballocsite.so is linked or preloaded, and where both are there.
// -z defs, hidden symbols and version scripts on either side change nothing.
//
// RUN: echo '{ global: linked; local: *; };' > %t.linked.map
// RUN: echo 'V1 { global: opened; local: *; };' > %t.opened.map
// RUN: echo '{ local: *; };' > %t.map
// RUN: %cxx -O2 -fPIC -shared -fvisibility=hidden -DLIBRARY=linked %s -Wl,-z,defs,--version-script=%t.linked.map -o %t.linked.so
// RUN: %cxx -O2 -fPIC -shared -DLIBRARY=opened %s -Wl,-z,defs,--version-script=%t.opened.map %lld -s -o %t.opened.so
//
// The program is compiled with the pass.
// RUN: %cxx -O2 -c %s -o %t.o && %cxx -O2 -DLINKED -c %s -o %t.linked.o
// RUN: %clangxx %t.linked.o %t.linked.so -ldl -Wl,--version-script=%t.map -o %t
// RUN: %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=ALL
// RUN: %one_profile %t | %FileCheck %s --check-prefix=MAIN-LINKED
// RUN: env LD_PRELOAD=%libraries/liballocsite.so %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=ALL
// RUN: %clangxx %t.o -ldl %lld -Wl,--gc-sections,--version-script=%t.map -s -o %t
// RUN: %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=MAIN-OPENED
// RUN: %one_profile %t | %FileCheck %s --check-prefix=MAIN
// RUN: %clangxx %t.linked.o %t.linked.so -ldl %link_runtime -o %t
// RUN: %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=ALL
// RUN: %one_profile %t %libraries/liballocsite.so | %FileCheck %s --check-prefix=MAIN-LINKED
//
// It is not.
// RUN: %clangxx -O2 -c %s -o %t.o && %clangxx -O2 -DLINKED -c %s -o %t.linked.o
// RUN: %clangxx %t.linked.o %t.linked.so -ldl %link_runtime -o %t
// RUN: %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=LINKED-OPENED
// RUN: %one_profile %t | %FileCheck %s --check-prefix=LINKED
// RUN: %clangxx %t.linked.o %t.linked.so -ldl -o %t
// RUN: env LD_PRELOAD=%libraries/liballocsite.so %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=LINKED-OPENED
// RUN: %clangxx %t.o -ldl -o %t
// RUN: env LD_PRELOAD=%libraries/liballocsite.so %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=OPENED
// RUN: env LD_PRELOAD=%libraries/liballocsite.so %one_profile %t | %FileCheck %s --check-prefix=NOBODY
// A runtime that the program itself opens serves what is opened after it.
// RUN: %one_profile %t %libraries/liballocsite.so %t.opened.so | %FileCheck %s --check-prefix=OPENED
//
// There is no runtime.
// RUN: %clangxx %t.linked.o %t.linked.so -ldl -o %t
// RUN: %one_profile %t %t.opened.so | %FileCheck %s --check-prefix=NONE
//
//           runtimes, profiles, CSVs
// ALL:           {{^}}1 1 1: inLinked=3 inOpened=3 main=1{{$}}
// MAIN-LINKED:   {{^}}1 1 1: inLinked=3 main=1{{$}}
// MAIN-OPENED:   {{^}}1 1 1: inOpened=3 main=1{{$}}
// MAIN:          {{^}}1 1 1: main=1{{$}}
// LINKED-OPENED: {{^}}1 1 1: inLinked=3 inOpened=3{{$}}
// LINKED:        {{^}}1 1 1: inLinked=3{{$}}
// OPENED:        {{^}}1 1 1: inOpened=3{{$}}
// NOBODY:        {{^}}1 0 1:{{$}}
// NONE:          {{^}}0 0 0:{{$}}
#include <cstdlib>
#include <dlfcn.h>

static void *volatile Sink;

#ifdef LIBRARY
#define linked Linked
#define opened Opened
#define IN_(Name) in##Name
#define IN(Name) IN_(Name)
__attribute__((noinline)) static void IN(LIBRARY)() { Sink = std::malloc(50); }
static void run() {
  for (int I = 0; I < 3; ++I)
    IN(LIBRARY)();
  Sink = nullptr;
}
#undef linked
#undef opened
extern "C" __attribute__((visibility("default"))) void LIBRARY() { run(); }
#else
extern "C" void linked();
int main(int Count, char **Paths) {
  Sink = std::malloc(20);
#ifdef LINKED
  linked();
#endif
  for (int I = 1; I < Count; ++I) {
    void *Library = dlopen(Paths[I], RTLD_NOW);
    if (!Library)
      return 1;
    if (void *Run = dlsym(Library, "opened"))
      reinterpret_cast<void (*)()>(Run)();
  }
}
#endif

// A shared object joins the runtime of the executable that loads it, linked or
// with dlopen, with no symbol between them (-z defs); or liballocsite.so where
// the executable has none, or the one that ALLOCSITE_RUNTIME names; or nobody, and is then not
// counted, which it says. One process has
// one log, even where both runtimes are loaded. The labels of the library's calls are found.
//
// RUN: %clangxx -std=c++17 -O2 -I%include -fPIC -shared -DPLAY_PIC %s -I%source/runtime %source/runtime/process/Join.cpp -Wl,-z,defs -o %t.so
//
// RUN: %runtime_cxx -DEXECUTABLE -DCOUNTS %s -ldl -o %t
// RUN: %profile %t %t.so 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=LIB,EXE
// RUN: %runtime_cxx -DEXECUTABLE -DCOUNTS -fuse-ld=lld -s -Wl,--gc-sections,--version-script=%s.map -no-pie %s -ldl -o %t.lld
// RUN: %profile %t.lld %t.so 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=LIB,EXE
//
// RUN: %clangxx -std=c++17 -O2 -DEXECUTABLE %s -ldl -o %t.plain
// RUN: %profile %t.plain %t.so 2>&1 | %FileCheck %s --check-prefix=NOBODY
// RUN: env ALLOCSITE_RUNTIME=%if sanitized %{%build/lib%} %else %{%libraries%}/liballocsite.so %profile %t.plain %t.so 2>&1 | %FileCheck %s --check-prefixes=ONE,BEHIND
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=LIB
// RUN: %clangxx %sanitize -std=c++17 -O2 -DEXECUTABLE %s -ldl -Wl,--no-as-needed -L%libraries -l:liballocsite.so -Wl,-rpath,%libraries -o %t.shared
// RUN: %profile %t.shared %t.so 2>&1 | grep -v "the malloc of a sanitizer" | %FileCheck %s --check-prefix=ONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=LIB
//
// RUN: %runtime_cxx -DEXECUTABLE -DCOUNTS %s -ldl -Wl,--no-as-needed -L%libraries -l:liballocsite.so -Wl,-rpath,%libraries -o %t.both
// RUN: %profile %t.both %t.so 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: %FileCheck %s --input-file=%t.csv --check-prefixes=LIB,EXE

// NOBODY: allocsite: {{.*}}.so: the process has no runtime, and nothing is counted{{.*}}
// NOBODY-NOT: {{.}}
// ONE: {{^}}heap profiler: enabled!
// ONE-NEXT: {{^}}Dumping log of size
// ONE-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ONE-NEXT: {{^}}heap profiler: wrote{{.*}}
// BEHIND-NEXT: allocsite: coverage: what libraries allocate is not counted: liballocsite.so is behind the C library; run with LD_PRELOAD=liballocsite.so
// ONE-NOT: {{.}}
// LIB-DAG: {{^}}"in_library","work",-,-,8,10,80,
// EXE-DAG: {{^}}"main",-,-,-,24,1,24,

#ifdef EXECUTABLE
#include <dlfcn.h>
#include <pthread.h>
#ifdef COUNTS
#include "Inputs/Play.h"
#endif

static void *run(void *Function) {
  reinterpret_cast<void (*)()>(Function)();
  return nullptr;
}

int main(int, char **Arguments) {
  void *Library = dlopen(Arguments[1], RTLD_NOW);
  void *Work = Library ? dlsym(Library, "work") : nullptr;
  if (!Work)
    return 1;
  for (int I = 0; I < 4; ++I)
    run(Work);
  pthread_t Thread;
  pthread_create(&Thread, nullptr, run, Work);
  pthread_join(Thread, nullptr);
  dlclose(Library);
#ifdef COUNTS
  static OneSite Module;
  Module.allocate(24);
#endif
}
#else
#include "Inputs/Play.h"

static Play Module;
static uint32_t Site, Call;

static bool join() {
  uint32_t Work = Module.function("work"), F = Module.function("in_library");
  Call = Module.call(Work, Module.frame(Work, "lib.c", 2), F);
  Site = Module.site(F, Module.frame(F, "lib.c", 1));
  Module.load(ALLOCSITE_MODULE_PIC);
  return true;
}
static bool Joined = join();

extern "C" void work() {
  if (!Joined)
    return;
  calling(Module, Call, [] {
    Module.allocate(Site, 8);
    Module.allocate(Site, 8);
  });
}
#endif

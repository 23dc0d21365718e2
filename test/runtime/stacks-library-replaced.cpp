// Where a library with labels was, another without any may be loaded, which is smaller. What
// is read of labels is read of those that are there: the frames of the second are passed over.
//
// UNSUPPORTED: sanitized
// qemu maps the second library at another address.
// REQUIRES: native
//
// RUN: %clangxx -std=c++17 -O2 -I%include -fPIC -shared -DFIRST -DPLAY_PIC %s -I%source/runtime %source/runtime/process/Join.cpp -o %t.first.so
// RUN: %clangxx -std=c++17 -O2 -fPIC -shared -DSECOND %s -o %t.second.so
// RUN: %runtime_cxx %s -ldl -o %t
// RUN: %profile %t %t.first.so %t.second.so > %t.out
// RUN: %FileCheck %s --input-file=%t.out
// RUN: %FileCheck %s --input-file=%t.csv --check-prefix=LOG
//
// CHECK: at one address
// LOG-DAG: {{^}}"leaf","main",-,-,8,1,8,
// LOG-DAG: {{^}}"leaf","main",-,-,16,1,16,
// LOG-DAG: {{^}}"inner","outer",-,-,24,1,24,
#ifdef SECOND
// Between it and the code there is a gap, where the first has labels.
alignas(65536) char Some[65536];
extern "C" void callBack(void (*Do)()) {
  Some[1] = 1;
  Do();
  Some[2] = 1;
}
#elif defined(FIRST)
#include "Inputs/Play.h"

extern "C" void callBack(void (*Do)()) {
  Do();
  static Play Module;
  uint32_t Outer = Module.function("outer"), Inner = Module.function("inner");
  uint32_t Call = Module.call(Outer, Module.frame(Outer, "lib.c", 1), Inner);
  uint32_t Site = Module.site(Inner, Module.frame(Inner, "lib.c", 2));
  Module.load(ALLOCSITE_MODULE_PIC);
  uint64_t &Context = Module.thread().Context, Before = Context;
  Context = 0;
  calling(Module, Call, [&] { Module.allocate(Site, 24); });
  Context = Before;
}
#else
#include "Inputs/Play.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

static Play Module;
static uint32_t Call, Sites[2];

using CallBack = void (*)(void (*)());

/// The address where a library begins, and how many bytes it has.
static char *place(void *Library, size_t &Bytes) {
  struct Its {
    char *Base;
    size_t Bytes;
  } Found = {reinterpret_cast<char *>(static_cast<link_map *>(Library)->l_addr), 0};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *To) {
        auto &Its = *static_cast<struct Its *>(To);
        if (reinterpret_cast<char *>(Info->dlpi_addr) == Its.Base)
          for (int I = 0; I < Info->dlpi_phnum; ++I)
            if (Info->dlpi_phdr[I].p_type == PT_LOAD)
              Its.Bytes = Info->dlpi_phdr[I].p_vaddr + Info->dlpi_phdr[I].p_memsz;
        return 0;
      },
      &Found);
  Bytes = (Found.Bytes + 4095) & ~size_t(4095);
  return Found.Base;
}

int main(int, char **Arguments) {
  uint32_t Main = Module.function("main"), Leaf = Module.function("leaf");
  Call = Module.call(Main, Module.frame(Main, "a.c", 1), Leaf);
  for (uint32_t &Each : Sites) // whose stacks are learnt one after the other
    Each = Module.site(Leaf, Module.frame(Leaf, "a.c", 2));
  Module.load();
  // How large the second is.
  size_t Bytes[2];
  void *Library = dlopen(Arguments[2], RTLD_NOW);
  place(Library, Bytes[1]);
  dlclose(Library);

  Library = dlopen(Arguments[1], RTLD_NOW);
  char *Base = place(Library, Bytes[0]);
  auto First = reinterpret_cast<CallBack>(dlsym(Library, "callBack"));
  calling(Module, Call, [&] { First([] { Module.allocate(Sites[0], 8); }); });
  dlclose(Library);
  // Loaders take the highest place that is large enough, with what they need to align it.
  const size_t Needed = Bytes[1] + 65536;
  for (size_t At = Needed; At < Bytes[0] + 65536; At += 4096)
    mmap(Base + At, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  for (int Times = 0; Times < 1000; ++Times) {
    void *Next = mmap(nullptr, Needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Next <= Base) {
      munmap(Next, Needed);
      break;
    }
  }
  Library = dlopen(Arguments[2], RTLD_NOW);
  puts(place(Library, Bytes[1]) == Base ? "at one address" : "elsewhere");
  fflush(stdout);
  auto Second = reinterpret_cast<CallBack>(dlsym(Library, "callBack"));
  calling(Module, Call, [&] { Second([] { Module.allocate(Sites[1], 16); }); });
}
#endif

// Libraries come and go a thousand times, one and the same, twins of it under other
// names, and different ones at the addresses of those before: names survive the
// unloading, equal sites are one row, and the profile does not grow with the rounds.
//
// RUN: %cxx -O2 -fPIC -shared -s -DLIBRARY %s -o %t.so
// RUN: %python -c "b = open('%t.so', 'rb').read(); [open('%t.%%03d.so' %% i, 'wb').write(b.replace(b'Unit000', b'Unit%%03d' %% i)) for i in range(50)]"
// RUN: cp %t.000.so %t.twin.so && cp %t.000.so %t.other-twin.so
// RUN: %cxx -O2 %s -ldl -o %t
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 1000 %t.so
// RUN: %rows --short %t.csv | %FileCheck %s --check-prefix=SAME
// SAME:     {{^}}inUnit000|enter|main|-|50|2000{{$}}
// SAME-NOT: {{.}}
//
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv %t 1000 %t.twin.so %t.so %t.other-twin.so
// RUN: %rows --short %t.csv | %FileCheck %s --check-prefix=SAME
//
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.asprof:keep-profile=1 %t 1000 %t.???.so
// RUN: %rows --short --cols "pc0,pc1,pc2,pc3,call count" %t.csv | sed "s/Unit0[0-4][0-9]/Unit/" | uniq -c | %FileCheck %s --check-prefix=DIFFERENT
// RUN: %rows --cols pc0 %t.csv | sort -u | count 50
// DIFFERENT:     {{^ *}}50 inUnit|enter|main|-|40{{$}}
// DIFFERENT-NOT: {{.}}
// RUN: %python -c "import os; size = os.path.getsize(r'%t.asprof'); assert size < %if x86_64 %{600000%} %else %{4000000%}, size"
// RUN: %allocsite recover %t.asprof -o %t.recovered.csv && cmp %t.csv %t.recovered.csv
// RUN: rm -f %t.asprof
#include <cstdlib>
#include <dlfcn.h>

static void *volatile Sink;

#ifdef LIBRARY
__attribute__((noinline)) static void inUnit000() { Sink = std::malloc(50); }
extern "C" void enter() {
  inUnit000();
  inUnit000();
  Sink = nullptr;
}
#else
int main(int Count, char **Arguments) {
  for (int I = 0; I < std::atoi(Arguments[1]); ++I) {
    const char *Path = Arguments[2 + I % (Count - 2)];
    void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
    if (!Library)
      return 1;
    reinterpret_cast<void (*)()>(dlsym(Library, "enter"))();
    if (dlclose(Library) || dlopen(Path, RTLD_NOW | RTLD_NOLOAD))
      return 2;
  }
}
#endif

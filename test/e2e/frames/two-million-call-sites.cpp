// 33 libraries of 2^16 call sites each, and a small one: the callers in all of them are known,
// and each has the names of its own library. Opening the same ones again costs nothing more.
//
// RUN: %cxx -O0 -fPIC -shared -s -DLIBRARY %s -o %t.so
// RUN: %python -c "b = open('%t.so', 'rb').read(); [open('%t.%%03d.so' %% i, 'wb').write(b.replace(b'Unit000', b'Unit%%03d' %% i)) for i in range(33)]"
// RUN: %cxx -O0 -fPIC -shared -DSMALL %s -o %t.small.so
// RUN: %cxx -O0 %s -ldl -o %t
// RUN: rm -f %t.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv:profile=%t.asprof:keep-profile=1 %t %t.small.so %t.???.so 2> %t.err
// RUN: not grep warning %t.err
// RUN: %rows --short %t.csv > %t.rows && %FileCheck %s --input-file=%t.rows
// RUN: grep -E '^leafUnit([0-9]*)[|]manyUnit\1[|]enter[|]main[|]50[|]12$' %t.rows | count 33
// RUN: %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=SUM
// RUN: %python -c "import os; size = os.path.getsize(r'%t.asprof'); assert size < 85 << 20, size"
// RUN: rm -f %t.asprof %t.???.so
//
// CHECK:      {{^}}leafUnit032|manyUnit032|enter|main|50|12{{$}}
// CHECK-NEXT: {{^}}small|enter|main|-|20|4{{$}}
// CHECK-NOT:  {{.}}
// SUM: {{^}}400{{$}}
#include <cstdlib>
#include <dlfcn.h>

static void *volatile Sink;

#ifdef LIBRARY
#define FOUR(X) X X X X
#define MANY(X) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(X))))))))
static void leafUnit000() { Sink = std::malloc(50); }
// Each call of a function of the C++ library has a record: it is the place of a site.
namespace std {
static void callUnit000() { leafUnit000(); }
} // namespace std
static void manyUnit000(int N) { MANY(if (!N--) std::callUnit000();) }
extern "C" void enter() {
  manyUnit000(0);
  manyUnit000(20000);
  manyUnit000(60000);
}
#elif defined(SMALL)
static void small() { Sink = std::malloc(20); }
extern "C" void enter() { small(); }
#else
int main(int Count, char **Paths) {
  for (int Round = 0; Round < 4; ++Round)
    for (int I = 1; I < Count; ++I) {
      void *Library = dlopen(Paths[1 + I % (Count - 1)], RTLD_NOW | RTLD_LOCAL);
      if (!Library)
        return 1;
      reinterpret_cast<void (*)()>(dlsym(Library, "enter"))();
      dlclose(Library);
    }
}
#endif

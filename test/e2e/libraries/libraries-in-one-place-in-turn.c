// Two plug-ins of the same layout are loaded to the same address, one after the other and again:
// stacks name the functions of the one that is there.
//
// RUN: %cc -O1 -fPIC -shared -DPLUGIN=first -DSIZE=10 %s -o %t.first.so
// RUN: %cc -O1 -fPIC -shared -DPLUGIN=other -DSIZE=20 %s -o %t.other.so
// RUN: %cc -O1 -rdynamic -DFIRST=\"%t.first.so\" -DOTHER=\"%t.other.so\" %s -ldl -o %t && %run_rows | %FileCheck %s
// RUN: %allocsite report --depth 0 --by chain --no-hide --format tsv %t.csv | %FileCheck %s --check-prefix=WHOLE
//
// CHECK-DAG: {{^}}first_inner|first_outer|enter|use|10|3{{$}}
// CHECK-DAG: {{^}}other_inner|other_outer|enter|use|20|2{{$}}
// CHECK-DAG: {{^}}allocate|first_inner|first_outer|enter|1010|3{{$}}
// CHECK-DAG: {{^}}allocate|other_inner|other_outer|enter|1020|2{{$}}
// CHECK-NOT: {{.}}
// WHOLE-DAG: allocate ← first_inner ← first_outer ← enter ← use ← useLater ← main{{$}}
// WHOLE-DAG: allocate ← other_inner ← other_outer ← enter ← use ← useLater ← main{{$}}
#include <dlfcn.h>
#include <stdlib.h>

#ifdef PLUGIN
#define NAMED(A, B) A##_##B
#define NAME(A, B) NAMED(A, B)

extern void allocate(int Size);
extern void *volatile Sink;

__attribute__((noinline)) static void NAME(PLUGIN, inner)(void) {
  Sink = malloc(SIZE);
  allocate(SIZE);
  Sink = NULL;
}
__attribute__((noinline)) static void NAME(PLUGIN, outer)(void) {
  NAME(PLUGIN, inner)();
  Sink = NULL;
}
void enter(void) {
  NAME(PLUGIN, outer)();
  Sink = NULL;
}
#else
void *volatile Sink;

void allocate(int Size) {
  Sink = malloc(1000 + Size);
  Sink = NULL;
}

__attribute__((noinline)) static void use(const char *File) {
  void *Library = dlopen(File, RTLD_NOW);
  void (*Enter)(void) = (void (*)(void))dlsym(Library, "enter");
  Enter();
  dlclose(Library);
  Sink = NULL;
}

__attribute__((noinline)) static void useLater(const char *File) {
  use(File);
  Sink = NULL;
}

int main(void) {
  use(FIRST);
  use(OTHER);
  use(FIRST);
  useLater(FIRST);
  useLater(OTHER);
}
#endif

// A weak main gives way to another one, and its runtime to the other's, whichever comes
// first on the linker's command line: one runtime is left, and it is whole.
//
// RUN: %cxx -O1 -c %s -o %t.strong.o && %cxx -O0 -fPIC -DWEAK -c %s -o %t.weak.o
// RUN: %clangxx %t.strong.o %t.weak.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %t.weak.o %t.strong.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx -static %t.weak.o %t.strong.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld -Wl,--gc-sections %t.weak.o %t.strong.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %cxx -O1 -flto -c %s -o %t.strong.lto.o && %cxx -O1 -flto=thin -DWEAK -c %s -o %t.weak.thin.o
// RUN: %clangxx %lld %t.weak.o %t.strong.lto.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld %t.weak.thin.o %t.strong.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld %t.weak.thin.o %t.strong.lto.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %cxx -O1 -flto=thin -c %s -o %t.strong.thin.o && %cxx -O0 -flto -DWEAK -c %s -o %t.weak.lto.o
// RUN: %clangxx %lld %t.weak.thin.o %t.strong.thin.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld %t.strong.thin.o %t.weak.thin.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld %t.weak.lto.o %t.strong.lto.o -o %t && %one_profile %t | %FileCheck %s
// RUN: %clangxx %lld -static %t.strong.lto.o %t.weak.lto.o -o %t && %one_profile %t | %FileCheck %s
//
// Nor is there a second one where the library is linked that main does not need.
// RUN: %clangxx %t.strong.o %libraries/liballocsite.a %t.weak.o -o %t && %one_profile %t | %FileCheck %s
//
// CHECK: {{^}}1 1 1: inOther=1 main=1{{$}}
#include <cstdlib>

static void *volatile Sink;
void inOther();
#ifdef WEAK
__attribute__((weak)) int main() { Sink = std::malloc(13); }
void inOther() { Sink = std::malloc(12); }
#else
int main() {
  Sink = std::malloc(11);
  inOther();
}
#endif

// A function that one other alone calls pushes for it what the call would. The frames are
// those of any call, also where another file calls the same inline functions from
// elsewhere, where the library is shared, and at each depth.
//
// RUN: %cxx -O2 -DOTHER -c %s -o %t.other.o
// RUN: %cxx -O2 -c %s -o %t.o
// RUN: %cxx %t.o %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -DOTHER -fPIC -shared %s -o %t.so
// RUN: %cxx %t.o %t.so -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -flto -DOTHER -c %s -o %t.other.o && %cxx -O2 -flto -c %s -o %t.o
// RUN: %clangxx -O2 -flto %lld %t.o %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %clangxx -O2 -flto %lld %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -flto=thin -DOTHER -c %s -o %t.other.o && %cxx -O2 -flto=thin -c %s -o %t.o
// RUN: %clangxx -O2 -flto=thin %lld %t.o %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %clangxx -O2 -flto=thin %lld %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O2 -ffunction-sections -DOTHER -c %s -o %t.other.o && %cxx -O2 -ffunction-sections -c %s -o %t.o
// RUN: %clangxx %lld -Wl,--gc-sections,--icf=all %t.other.o %t.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: %cxx -O0 %s -c -o %t.o && %cxx -O0 -DOTHER -c %s -o %t.other.o
// RUN: %cxx %t.o %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,pc3,bytes allocated' --short %t.csv | sort | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=3 %cxx -O2 -DOTHER -c %s -o %t.other.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=3 %cxx -O2 %s %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,pc2,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=THREE
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=2 %cxx -O2 -DOTHER -c %s -o %t.other.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:depth=2 %cxx -O2 %s %t.other.o -o %t && %profile %t
// RUN: %rows --cols 'pc0,pc1,bytes allocated' --short %t.csv | sort | %FileCheck %s --check-prefix=TWO
//
// CHECK:      {{^}}deep|fourth|third|second|205{{$}}
// CHECK-NEXT: {{^}}innermost|inner|outer|main|101{{$}}
// CHECK-NEXT: {{^}}innermost|inner|outer|main|202{{$}}
// CHECK-NEXT: {{^}}innermost|inner|outer|other|103{{$}}
// CHECK-NEXT: {{^}}innermost|inner|straight|other|104{{$}}
// CHECK-NEXT: {{^}}innermost|straight|other|main|106{{$}}
// CHECK-NEXT: {{^}}often|loops|main|-|107{{$}}
// CHECK-NEXT: {{^}}seldom|loops|main|-|108{{$}}
// CHECK-NEXT: {{^}}sites|mixed|main|-|109{{$}}
// CHECK-NOT:  {{.}}
//
// THREE:       {{^}}deep|fourth|third|205{{$}}
// THREE-NEXT:  {{^}}innermost|inner|outer|101{{$}}
// THREE-NEXT:  {{^}}innermost|inner|outer|103{{$}}
// THREE-NEXT:  {{^}}innermost|inner|outer|202{{$}}
// THREE-NEXT:  {{^}}innermost|inner|straight|104{{$}}
// THREE-NEXT:  {{^}}innermost|straight|other|106{{$}}
// THREE-NEXT:  {{^}}often|loops|main|107{{$}}
// THREE-NEXT:  {{^}}seldom|loops|main|108{{$}}
// THREE-NEXT:  {{^}}sites|mixed|main|109{{$}}
// THREE-NOT:   {{.}}
//
// TWO:         {{^}}deep|fourth|205{{$}}
// TWO-NEXT:    {{^}}innermost|inner|101{{$}}
// TWO-NEXT:    {{^}}innermost|inner|103{{$}}
// TWO-NEXT:    {{^}}innermost|inner|104{{$}}
// TWO-NEXT:    {{^}}innermost|inner|202{{$}}
// TWO-NEXT:    {{^}}innermost|straight|106{{$}}
// TWO-NEXT:    {{^}}often|loops|107{{$}}
// TWO-NEXT:    {{^}}seldom|loops|108{{$}}
// TWO-NEXT:    {{^}}sites|mixed|109{{$}}
// TWO-NOT:     {{.}}
#include <cstdlib>

#define SEPARATE __attribute__((noinline))

extern void *volatile Sink;
void other(int N);

SEPARATE inline void innermost(size_t Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
SEPARATE inline void inner(size_t Size) {
  innermost(Size);
  Sink = nullptr;
}
SEPARATE inline void outer(size_t Size) {
  inner(Size);
  Sink = nullptr;
  if (Size > 200)
    inner(Size);
  Sink = nullptr;
}

#ifdef OTHER
// Calls inner() without outer(), and innermost() without either.
SEPARATE inline void straight(int N) {
  if (N == 1)
    inner(104);
  else
    innermost(106);
  Sink = nullptr;
}
void other(int N) {
  if (N == 0)
    outer(103);
  else
    straight(N);
  Sink = nullptr;
}
#else
void *volatile Sink;

static SEPARATE void deep(size_t Size) {
  Sink = std::malloc(Size);
  Sink = nullptr;
}
static SEPARATE void fourth(size_t Size) {
  deep(Size);
  Sink = nullptr;
}
static SEPARATE void third(size_t Size) {
  fourth(Size);
  Sink = nullptr;
}
static SEPARATE void second(size_t Size) {
  third(Size);
  Sink = nullptr;
}

static SEPARATE void often() {
  Sink = std::malloc(107);
  Sink = nullptr;
}
static SEPARATE void seldom() {
  Sink = std::malloc(108);
  Sink = nullptr;
}
static SEPARATE void loops(int N) {
  for (int I = 0; I < N; ++I)
    often();
  if (__builtin_expect(N == 3, 0))
    seldom();
  Sink = nullptr;
}
static SEPARATE void sites() {
  Sink = std::malloc(109);
  Sink = nullptr;
}
static SEPARATE void mixed(int N) {
  sites();
  if (N)
    other(2);
  Sink = nullptr;
}

int main(int Count, char **) {
  outer(101);
  outer(202);
  other(0);
  other(1);
  other(2);
  second(205);
  loops(Count + 2);
  mixed(Count - 1);
  return 0;
}
#endif

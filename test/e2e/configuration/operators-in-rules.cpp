// A rule names any operator, a conversion, and a function whose class or which itself has a
// tag of an ABI, with the tag or without it; `this` is no parameter of theirs. A rule that
// names another tag does not speak of it.

// RUN: rm -rf %t && split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/rules.cfg %cxx -std=c++20 -O0 %t/a.cpp -o %t/app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/log.csv %t/app
// RUN: %rows --cols='bytes allocated,allocator' %t/log.csv | sort -n > %t/rows
// RUN: %FileCheck %s --input-file=%t/rows

//      CHECK: {{^}}1|Pool::operator->*{{$}}
// CHECK-NEXT: {{^}}2|Pool::operator(){{$}}
// CHECK-NEXT: {{^}}3|Pool::operator[]{{$}}
// CHECK-NEXT: {{^}}4|Pool::operator,{{$}}
// CHECK-NEXT: {{^}}5|Pool::operator<<{{$}}
// CHECK-NEXT: {{^}}6|Pool::operator<{{$}}
// CHECK-NEXT: {{^}}7|Pool::operator<=>{{$}}
// CHECK-NEXT: {{^}}8|Pool::operator>>{{$}}
// CHECK-NEXT: {{^}}9|Pool::operator+={{$}}
// CHECK-NEXT: {{^}}10|Pool::operator*{{$}}
// CHECK-NEXT: {{^}}11|Pool::operator void*{{$}}
// CHECK-NEXT: {{^}}12|operator-{{$}}
// CHECK-NEXT: {{^}}13|operator"" _bytes{{$}}
// CHECK-NEXT: {{^}}14|Pool::operator->{{$}}
// CHECK-NEXT: {{^}}20|Tag[abi:v2]::get{{$}}
// CHECK-NEXT: {{^}}21|Tag[abi:v2]::take{{$}}
// CHECK-NEXT: {{^}}23|untagged{{$}}
// CHECK-NEXT: {{^}}24|tagged{{$}}
// CHECK-NOT:  {{.}}

//--- rules.cfg
alloc:Pool::operator->\* size=0
alloc:Pool::operator() size=0
alloc:Pool::operator[] size=0
alloc:Pool::operator, size=0
alloc:Pool::operator<< size=0
alloc:Pool::operator< size=0
alloc:Pool::operator<=> size=0
alloc:Pool::operator>> size=0
alloc:Pool::operator+= size=0
alloc:Pool::operator\* size=0
alloc:Pool::operator void\* size=bytes(11)
alloc:operator- size=1
alloc:operator"" _bytes size=0
alloc:Pool::operator-> size=bytes(14)
alloc:Tag::get(unsigned long) size=0
alloc:Tag[abi:v2]::take size=0
alloc:Tag[abi:v1]::other size=0
alloc:untagged size=0
alloc:tagged[abi:v2] size=0
alloc:another[abi:v1] size=0
//--- a.cpp
typedef decltype(sizeof 0) Size;
static char Block[64];
struct Pool {
#define MEMBER(OPERATOR) \
  __attribute__((noinline)) char *operator OPERATOR(Size N) { return Block + N; }
  MEMBER(->*) MEMBER(()) MEMBER([]) MEMBER(<<) MEMBER(<) MEMBER(<=>) MEMBER(>>) MEMBER(+=)
  MEMBER(*)
  char *operator,(Size N) { return Block + N; }
  operator void *() { return Block; }
  Pool *operator->() { return this; }
  int Field;
};
char *operator-(Pool &, Size N) { return Block + N; }
char *operator""_bytes(unsigned long long N) { return Block + N; }
struct [[gnu::abi_tag("v2")]] Tag {
  static char *get(unsigned long N) { return Block + N; }
  static char *take(unsigned long N) { return Block + N; }
  static char *other(unsigned long N) { return Block + N; }
};
[[gnu::abi_tag("v2")]] char *untagged(Size N) { return Block + N; }
[[gnu::abi_tag("v2")]] char *tagged(Size N) { return Block + N; }
[[gnu::abi_tag("v2")]] char *another(Size N) { return Block + N; }
int main() {
  Pool P;
  Size N = 0;
  void *volatile Sink;
  Sink = P->*++N;
  Sink = P(++N);
  Sink = P[++N];
  Sink = (P, ++N);
  Sink = P << ++N;
  Sink = P < ++N;
  Sink = P <=> ++N;
  Sink = P >> ++N;
  Sink = P += ++N;
  Sink = P * ++N;
  Sink = static_cast<void *>(P);
  Sink = P - 12;
  Sink = 13_bytes;
  P->Field = 0;
  Sink = Tag::get(20);
  Sink = Tag::take(21);
  Sink = Tag::other(22);
  Sink = untagged(23);
  Sink = tagged(24);
  Sink = another(25);
}

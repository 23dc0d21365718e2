// field: and virtual: rules name a class that has a tag of an ABI with the tag and without
// it; not by another tag.

// REQUIRES: types

// RUN: rm -rf %t && split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/rules.cfg %typed_cxx -O0 %t/a.cpp -o %t/app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t/log.csv %t/app
// RUN: %rows --cols='bytes allocated,allocator' %t/log.csv | sort -n | %FileCheck %s

//      CHECK: {{^}}1|Arena::take{{$}}
// CHECK-NEXT: {{^}}2|Arena[abi:v2]::give{{$}}
// CHECK-NEXT: {{^}}4|Hooks.take{{$}}
// CHECK-NEXT: {{^}}5|Hooks[abi:v2].give{{$}}
// CHECK-NOT:  {{.}}

//--- rules.cfg
virtual:Arena::take size=0
virtual:Arena[abi:v2]::give size=0
virtual:Arena[abi:v1]::other size=0
field:Hooks.take size=0
field:Hooks[abi:v2].give size=0
field:Hooks[abi:v1].other size=0
//--- a.cpp
static char Block[64];
static void *give(unsigned long N) { return Block + N; }
struct [[gnu::abi_tag("v2")]] Arena {
  virtual void *take(unsigned long N) { return Block + N; }
  virtual void *give(unsigned long N) { return Block + N; }
  virtual void *other(unsigned long N) { return Block + N; }
};
struct [[gnu::abi_tag("v2")]] Hooks {
  void *(*take)(unsigned long) = ::give;
  void *(*give)(unsigned long) = ::give;
  void *(*other)(unsigned long) = ::give;
};
int main() {
  Arena Given, *A = &Given;
  Hooks H;
  void *volatile Sink = A->take(1);
  Sink = A->give(2);
  Sink = A->other(3);
  Sink = H.take(4);
  Sink = H.give(5);
  Sink = H.other(6);
}

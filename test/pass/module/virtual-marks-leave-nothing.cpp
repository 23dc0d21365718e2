// To mark calls of virtual functions changes no code: where what is marked is left out, the
// object is the one that comes without rules, at every level, with debug information and
// without, and where clang keeps track of the classes of pointers. Also where clang calls a
// function at once, as it knows the class; a call that no rule names is not touched.
//
// REQUIRES: types
//
// RUN: split-file %s %t
// RUN: for Flags in "-O0 -g" -O1 "-O2 -g" "-O2 -fstrict-vtable-pointers" \
// RUN:     "-O2 -flto -fwhole-program-vtables -fvisibility=hidden"; do \
// RUN:   %typed_cxx $Flags -c %t/m.cpp -o %t.0.o || exit 1; \
// RUN:   env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cxx $Flags -c %t/m.cpp -o %t.1.o \
// RUN:     || exit 1; \
// RUN:   cmp %t.0.o %t.1.o || exit 1; \
// RUN: done
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cxx -O0 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %t/m.cpp -o - | %FileCheck %s
//
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A12:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\00"
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A13:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\0Avirtual:Pool::take\00"
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A14:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\0Avirtual:Pool::take\0Avirtual:Final::take\00"
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A9:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\0Ain i\0Avirtual:Arena::take\0Avirtual:Logged::take\00"
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A16:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\0Avirtual:Pool::take\00"
// CHECK-DAG: c"allocsite call {{[0-9]}}\0A18:{{[0-9]+}}\0Ai\0Avirtual:Arena::take\0Avirtual:Logged::take\00"
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cxx -O0 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %t/m.cpp -o - | grep -o "allocsite call" | count 6

//--- a.cfg
virtual:Arena::take size=0
src:*/m.cpp
//--- m.cpp
struct Arena { virtual void *take(int N); virtual void *give(int N); };
struct Pool : Arena { void *take(int N) override; };
struct Final final : Pool { void *take(int N) override; };
struct Second { virtual int other(); };
struct Both : Second, Pool {};
struct Logged : Arena {
  Arena *Next;
  void *take(int N) override {
    return Next->take(N);
  }
};
void *pointer(Arena *A) { return A->take(1); }
void *reference(Both &A) { return A.take(2); }
void *final(Final &A) { return A.take(3); }
void *object() { Pool P; return P.take(4); }
void *direct(Pool *P) { return P->Pool::take(5); }
void *other(Arena *A) { return A->give(6); }
void *logged(Logged &L) { return L.Logged::take(7); }

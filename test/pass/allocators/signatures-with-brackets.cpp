// LLVM 14 writes `Pair<Pair<int> >` where later ones write `Pair<Pair<int>>`: a signature
// names both, whichever way it is written, and what stands for any text may stand for that space.
//
// RUN: split-file %s %t
// RUN: %clangxx -S -emit-llvm -O0 %t/m.cpp -o %t/m.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %mark %t/m.ll -o - | grep '^!.*!{i32 .*i32 .*, i32 .*, i32' | %FileCheck %s
//
// CHECK:      !{i32 1, !"narrow", i32 1,
// CHECK-NEXT: !{i32 2, !"wide", i32 2,
// CHECK-NEXT: !{i32 3, !"any", i32 3,
// CHECK-NOT:  i32 4

//--- a.cfg
alloc:narrow(Pair<Pair<int>>*)  size=bytes(8) name=narrow
alloc:wide(Pair<Pair<Pair<int> > >*) size=bytes(8) name=wide
alloc:any(Pair<Pair<int>*>\*) size=bytes(8) name=any
alloc:other(Pair<Pair<in t>>*) size=bytes(8) name=other
//--- m.cpp
template <typename T> struct Pair {};
void *narrow(Pair<Pair<int>> *);
void *wide(Pair<Pair<Pair<int>>> *);
void *any(Pair<Pair<int>> *);
void *other(Pair<Pair<int>> *);
void *use(Pair<Pair<int>> *P, Pair<Pair<Pair<int>>> *Q) {
  narrow(P);
  wide(Q);
  any(P);
  return other(P);
}

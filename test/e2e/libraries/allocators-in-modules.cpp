// An allocator that is a member of a class of a named module, or of a partition of one, is
// known by the name that it has in the source, to the table and to the program's own rules,
// in the module's object and in what imports it. Frames say the module.
//
// REQUIRES: llvm-ge-19
//
// RUN: rm -rf %t.d && split-file %s %t.d && cd %t.d
// RUN: %clangxx -std=c++20 --precompile part.cppm -o memory.pools-fixed.pcm
// RUN: %clangxx -std=c++20 -fprebuilt-module-path=. --precompile pools.cppm -o memory.pools.pcm
// RUN: env ALLOCSITE_PASS_OPTIONS=config=a.cfg %cxx -std=c++20 -O1 -g -c memory.pools-fixed.pcm -o part.o
// RUN: env ALLOCSITE_PASS_OPTIONS=config=a.cfg %cxx -std=c++20 -O1 -g -fprebuilt-module-path=. -c memory.pools.pcm -o pools.o
// RUN: env ALLOCSITE_PASS_OPTIONS=config=a.cfg %cxx -std=c++20 -O1 -g -fprebuilt-module-path=. main.cpp pools.o part.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck main.cpp --input-file=log.csv

//--- a.cfg
alloc:my::Pool::take  size=0 arena=this
alloc:my::List::node  size=0 arena=this
//--- part.cppm
export module memory.pools:fixed;
export namespace my {
struct List {
  char *Next;
  void *node(unsigned long N);
};
void *List::node(unsigned long N) { return Next += N; }
} // namespace my
//--- pools.cppm
export module memory.pools;
export import :fixed;
export struct ObStack {
  char *Next;
  void *alloc(unsigned long N) { return Next += N; }
};
export namespace my {
struct Pool {
  char *Next;
  void *take(unsigned long N);
};
void *Pool::take(unsigned long N) { return Next += N; }
void *fill(Pool &P) { return P.take(13); }
} // namespace my
export void *operator new(unsigned long N, my::Pool &P) { return P.Next += N; }
//--- main.cpp
import memory.pools;
static char Room[100];
static void *volatile Sink;
// CHECK-DAG: "main",-,-,-,11,1,11,"ObStack::alloc",{{[^,]*}},
// CHECK-DAG: "main",-,-,-,12,1,12,"my::Pool::take",{{[^,]*}},
// CHECK-DAG: "my::fill@memory.pools(my::Pool@memory.pools&)","main",-,-,13,1,13,"my::Pool::take",{{[^,]*}},
// CHECK-DAG: "main",-,-,-,14,1,14,"my::List::node",{{[^,]*}},
// CHECK-DAG: "main",-,-,-,2,1,2,"operator new(unsigned long, my::Pool&)",{{[^,]*}},
int main() {
  ObStack O{Room};
  my::Pool P{Room};
  my::List L{Room};
  Sink = O.alloc(11);
  Sink = P.take(12);
  Sink = my::fill(P);
  Sink = L.node(14);
  Sink = new (P) short;
}

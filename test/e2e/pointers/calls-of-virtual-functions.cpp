// Rules of virtual: make sites of calls through the virtual table: by the class that declares
// the function, or that it overrides one of, at every level, with and without -g, in templates,
// lambdas and macros, of classes with several bases, and where clang knows the function that
// is called. What the function does counts beside it, but no call that an entry of the same
// allocator makes of another one, also in a lambda and of its base, and by rules of alloc: and
// with patterns for classes. A call of an object whose class is known is a direct one.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++17 -O0 %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++17 -O0 -g %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++17 -O1 %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++20 -O2 -g %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++20 -O3 -fstrict-vtable-pointers -fvisibility=hidden %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: %rows --short --cols "pc0,bytes allocated,call count" --where "allocator=ns::Arena::take" %t.csv | %FileCheck %s --check-prefix=BYTES
//
// CHECK: {{^}}Heap::take|malloc|-{{$}}
// CHECK-NEXT: {{^}}Heap::take|malloc|-{{$}}
// CHECK-NEXT: {{^}}Heap::take|malloc|-{{$}}
// CHECK-NEXT: {{^}}__cxx_global_var_init|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}by_derived|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}by_final|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}by_pointer|ns::Arena::take|Foo{{$}}
// CHECK-NEXT: {{^}}by_reference|ns::Arena::take|Foo{{$}}
// CHECK-NEXT: {{^}}in_lambda{{.*}}::operator(){{.*}}|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}of_second_base|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}of_temporary|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}of_this::use|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}overload|many|-{{$}}
// CHECK-NEXT: {{^}}qualified|ns::Arena::take|-{{$}}
// CHECK-NEXT: {{^}}result|Maker::make|Foo{{$}}
// CHECK-NEXT: {{^}}sret|wide|-{{$}}
// CHECK-NEXT: {{^}}two_of_a_macro|ns::Arena::take|Foo{{$}}
// CHECK-NEXT: {{^}}two_of_a_macro|ns::Arena::take|long{{$}}
// CHECK-NEXT: {{^}}void in_template<int>|ns::Arena::take|int{{$}}
// CHECK-NEXT: {{^}}void in_template<long>|ns::Arena::take|long{{$}}
// CHECK-NOT: {{.}}

// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/b.cfg %typed_cxx -std=c++20 -O1 %t.d/m.cpp -o %t && %profile %t
// RUN: %rows --short --cols "pc0,bytes allocated,call count,allocator" --where "pc0=by_pointer" %t.csv | %FileCheck %s --check-prefix=GLOB
// RUN: %rows --short --cols "pc0,allocator" %t.csv | not grep -E 'Logged|InLambda|OfBase'
// GLOB: {{^}}by_pointer|24|5|ns::Arena::take{{$}}
// GLOB-NOT: {{.}}

// BYTES-DAG: {{^}}by_pointer|24|5{{$}}
// BYTES-DAG: {{^}}by_reference|25|5{{$}}
// BYTES-DAG: {{^}}by_final|27|1{{$}}

//--- a.cfg
virtual:ns::Arena::take shape=i size=0 arena=this
virtual:ns::Arena::take shape=ii size=0 count=1 name=many
virtual:**::wide size=1 name=wide
virtual:Maker::make size=bytes(24)
//--- b.cfg
virtual:**::take shape=i size=0
virtual:**::take shape=ii size=0 count=1
alloc:Pool::take size=0
//--- m.cpp
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
struct Foo { long A[3]; };
static char Room[1 << 14];
static size_t At;
namespace ns {
inline namespace v1 {
struct Block { void *P; size_t N[3]; };
struct Arena {
  virtual void *take(size_t N) = 0;
  // An entry of it calls another one.
  virtual void *take(size_t N, int Count) { return take(N * Count); }
  virtual Block wide(int, size_t N) { return {Room + N, {}}; }
  virtual void drop(void *) {}
  virtual ~Arena() {}
};
} // namespace v1
} // namespace ns
using ns::Arena;
struct Pool : Arena {
  using Arena::take;
  void *take(size_t N) override { return Room + (At += N); }
};
// What it hands on to another one counts once.
struct Logged : Arena {
  Arena &Next;
  explicit Logged(Arena &Next) : Next(Next) {}
  void *take(size_t N) override { return Next.take(N); }
};
struct InLambda : Logged {
  using Logged::Logged;
  void *take(size_t N) override { return [&] { return Next.take(N); }(); }
};
struct OfBase : Pool {
  using Pool::take;
  void *take(size_t N) override { return Pool::take(N); }
};
struct Heap final : Arena {
  void *take(size_t N) override { return std::malloc(N); }
};
struct Other { virtual int other() { return 1; } long X = 0; };
struct Both : Other, Pool {};
struct Maker { virtual Foo *make() { return (Foo *)(Room + (At += 24)); } };

void *volatile Sink;
volatile bool Yes = true;
static Pool P;
static Heap H;
static Both B;
static Logged L(P);
static InLambda I(P);
static OfBase O;
static Maker M;
static Arena &any() { return Yes ? (Arena &)P : H; }
void *Early = any().take(1);

#define KEEP __attribute__((noinline))
KEEP void by_pointer(Arena *A) { Sink = static_cast<Foo *>(A->take(sizeof(Foo))); }
KEEP void by_reference(Arena &A) { Sink = (Foo *)A.take(25); A.drop(Sink); }
KEEP void by_derived(Pool &A) { Sink = A.take(26); }
// Clang calls Heap's at once.
KEEP void by_final(Heap &A) { Sink = A.take(27); }
KEEP void of_second_base(Both *A) { Sink = A->take(28); }
KEEP void qualified(Pool *A) { Sink = A->Pool::take(29); }
// A direct call of Pool's.
KEEP void of_object() { Pool Mine; Sink = Mine.take(30); }
KEEP void overload(Arena &A) { Sink = A.take(31, 2); }
KEEP void of_temporary() { Sink = any().take(32); }
struct of_this : Pool { KEEP void use() { Sink = take(33); } };
KEEP void in_lambda(Arena &A) { [&] { Sink = A.take(34); }(); }
template <class T> KEEP void in_template(Arena &A) { Sink = static_cast<T *>(A.take(35)); }
#define BOTH(A) (Sink = (Foo *)A.take(36), Sink = (long *)A.take(37))
KEEP void two_of_a_macro(Arena &A) { BOTH(A); }
KEEP void sret(Arena &A) { Sink = A.wide(1, 38).P; }
KEEP void result(Maker &A) { Sink = A.make(); }

int main() {
  for (Arena *Each : {(Arena *)&P, (Arena *)&H, (Arena *)&L, (Arena *)&I, (Arena *)&O})
    by_pointer(Each), by_reference(*Each);
  by_derived(P), by_final(H), of_second_base(&B), qualified(&P), of_object(), overload(P);
  of_temporary(), of_this().use(), in_lambda(P), in_template<int>(P), in_template<long>(P);
  two_of_a_macro(P), sret(P), result(M);
}

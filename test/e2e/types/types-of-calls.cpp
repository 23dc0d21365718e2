// The column `type` holds what the source says that a call makes room for, in every
// form that can say it; the same at every level of optimisation and of debug
// information, in instances of templates, default arguments, macros and lambdas.
//
// REQUIRES: types
//
// RUN: %typed_cxx -O0 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -g1 %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O0 -Rpass=__none__ %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -O2 -Rpass=__none__ %s -o %t && %run_types | %FileCheck %s
//
// -fpass-plugin= beside it changes nothing.
// RUN: %typed_cxx -fpass-plugin=%plugin -O2 -g -c %s -o %t.2.o
// RUN: %typed_cxx -O2 -g -c %s -o %t.1.o && cmp %t.1.o %t.2.o
#include <cstddef>
#include <cstdlib>
#include <new>

namespace ns {
struct Foo { long A[3]; };
template <class T> struct Pair { T A, B; };
} // namespace ns
using ns::Foo;
typedef ns::Pair<unsigned> Couple;
enum Colour { Red };
namespace { struct Local { int X; }; }

// An arena.
struct ObStack {
  alignas(16) char Room[4096];
  size_t Used = 0;
  void *alloc(size_t N) {
    void *P = Room + Used;
    Used += (N + 15) & ~size_t(15);
    return P;
  }
  template <class T> T *allocate(size_t N) { return static_cast<T *>(alloc(N * sizeof(T))); }
};
struct Obstack : ObStack {
  template <class T> void *alloc(size_t N) { return ObStack::alloc(N); }
};
void *operator new(size_t N, ObStack &O) { return O.alloc(N); }

void *volatile Sink;
volatile size_t N = 5;
ObStack Arena;
Obstack Other;

// Before main.
// CHECK: {{^}}__cxx_global_var_init|operator new|ns::Pair<char>{{$}}
ns::Pair<char> *Early = new ns::Pair<char>;

// CHECK-NEXT: {{^}}a1|operator new|ns::Foo{{$}}
void a1() { Sink = new Foo; }
// CHECK-NEXT: {{^}}a2|operator new[]|ns::Pair<unsigned int>{{$}}
void a2() { Sink = new Couple[N]; }
// The elements of an array, however many dimensions it has.
// CHECK-NEXT: {{^}}a3|operator new[]|int{{$}}
void a3() { Sink = new int[N][7]; }
// CHECK-NEXT: {{^}}a4|operator new|ns::Foo *{{$}}
void a4() { Sink = new Foo *; }
// CHECK-NEXT: {{^}}a5|operator new|(anonymous namespace)::Local{{$}}
void a5() { Sink = new (std::nothrow) Local; }
// CHECK-NEXT: {{^}}a6|operator new|Colour{{$}}
void a6() { Sink = const_cast<Colour *>(new const Colour(Red)); }
// CHECK-NEXT: {{^}}a7|operator new[]|char{{$}}
void a7() { Sink = new char[N]; }

// CHECK-NEXT: {{^}}b1|malloc|ns::Foo{{$}}
void b1() { Sink = (Foo *)malloc(N); }
// CHECK-NEXT: {{^}}b2|calloc|int{{$}}
void b2() { Sink = static_cast<int *>(calloc(N, 4)); }
// CHECK-NEXT: {{^}}b3|realloc|ns::Foo{{$}}
void b3() { Sink = reinterpret_cast<Foo *>((char *)realloc(nullptr, N)); }
// CHECK-NEXT: {{^}}b4|malloc|double{{$}}
// CHECK-NEXT: {{^}}b4|malloc|double{{$}}
void b4() {
  for (int I = 0; I < 2; ++I)
    Sink = (double *)(I ? malloc(N) : malloc(N + 1));
}
// A head, and what follows it.
// CHECK-NEXT: {{^}}b5|malloc|ns::Foo{{$}}
void b5() { Sink = (Foo *)malloc(sizeof(Foo) + N * sizeof(int)); }
// CHECK-NEXT: {{^}}b6|malloc|ns::Foo *{{$}}
void b6() { Sink = (Foo **)malloc(N * sizeof(Foo *)); }

// CHECK-NEXT: {{^}}c1|malloc|ns::Foo{{$}}
void c1() { Sink = malloc((N + 1) * sizeof(Foo)); }
// CHECK-NEXT: {{^}}c2|calloc|ns::Foo{{$}}
void c2() { Foo *F; Sink = calloc(N, sizeof *F); }
// CHECK-NEXT: {{^}}c3|posix_memalign|ns::Foo{{$}}
void c3() { void *P; (void)!posix_memalign(&P, 16, sizeof(Foo)); Sink = P; }
// CHECK-NEXT: {{^}}c4|malloc|char{{$}}
void c4() { Sink = malloc(N * sizeof(char)); }
// CHECK-NEXT: {{^}}c5|operator new|ns::Foo{{$}}
void c5() { Sink = ::operator new(sizeof(Foo)); }
// CHECK-NEXT: {{^}}c6|operator new|ns::Foo{{$}}
void c6() { Sink = __builtin_operator_new(N * sizeof(Foo)); }
// CHECK-NEXT: {{^}}c7|malloc|long{{$}}
void c7() { Sink = __builtin_malloc(sizeof(long)); }

// The placement forms of an arena, and new in memory of an arena.
// CHECK-NEXT: {{^}}d1|operator new|ns::Foo{{$}}
void d1() { Sink = new (Arena) Foo; }
// CHECK-NEXT: {{^}}d2|ObStack::alloc|ns::Foo{{$}}
void d2() { Sink = new (Arena.alloc(N * 8)) Foo; }
// The template argument of the allocator.
// CHECK-NEXT: {{^}}d3|Obstack::alloc|ns::Foo{{$}}
void d3() { Sink = Other.alloc<Foo>(24); }
// CHECK-NEXT: {{^}}d4|ObStack::allocate|ns::Foo{{$}}
// CHECK-NEXT: {{^}}d4|ObStack::allocate|short{{$}}
void d4() { Sink = Arena.allocate<Foo>(2); Sink = Arena.allocate<short>(2); }
// One place, several types.
// CHECK-NEXT: {{^}}double* d5<double, double>|ObStack::alloc|double{{$}}
template <class T, class... As> T *d5(ObStack &O, As... A) {
  return new (O.alloc(sizeof(T))) T{A...};
}

// Two of one place and column, known by the macro's arguments.
#define NEW(A, T) ((T *)(A).alloc(sizeof(T)))
// CHECK-NEXT: {{^}}e1|ObStack::alloc|long{{$}}
// CHECK-NEXT: {{^}}e1|ObStack::alloc|ns::Foo{{$}}
void e1() { Sink = NEW(Arena, Foo); Sink = NEW(Arena, long); }
// The other function of the macro says nothing against it.
void *find(const void *P) { return const_cast<void *>(P); }
#define FIND(T) ((T *)find(malloc(sizeof(T))))
// CHECK-NEXT: {{^}}e2|malloc|ns::Foo{{$}}
void e2() { Sink = FIND(Foo); }
// In the argument of a macro, and in one of several lines.
#define SAME(X) X
#define LINES(T)                                                                       \
  (T *)                                                                                \
  malloc(N + sizeof(T))
// CHECK-NEXT: {{^}}e3|malloc|ns::Foo{{$}}
// CHECK-NEXT: {{^}}e3|operator new|int{{$}}
void e3() { Sink = SAME((Foo *)malloc(N)); Sink = SAME(new int); }
// CHECK-NEXT: {{^}}e4|malloc|long{{$}}
// CHECK-NEXT: {{^}}e4|malloc|ns::Foo{{$}}
void e4() { Sink = LINES(Foo); Sink = LINES(long); }

// CHECK-NEXT: {{^}}f1|operator new|ns::Foo{{$}}
// CHECK-NEXT: {{^}}f1|operator new|ns::Foo{{$}}
void take(Foo *F = new Foo) { Sink = F; }
void f1() { take(); take(); }
// CHECK-NEXT: {{^}}f2::operator(){{.*}}|operator new[]|short{{$}}
struct f2 { void operator()() { [](size_t K) { Sink = new short[K]; }(N); } };
// CHECK-NEXT: {{^}}f3::f3|operator new|ns::Foo{{$}}
struct f3 { Foo *F = new Foo; };
// CHECK-NEXT: {{^}}f4::f4|operator new|ns::Pair<long>{{$}}
struct f4 : virtual f3 { f4() : P(new ns::Pair<long>) {} ns::Pair<long> *P; };
// CHECK-NEXT: {{^}}f5::~f5|operator new|float{{$}}
struct f5 { virtual ~f5() { Sink = new float; } };
// CHECK-NEXT: {{^}}f6|operator new|InFunction{{$}}
void f6() { struct InFunction { int X; }; Sink = new InFunction; }
// CHECK-NEXT: {{^}}f7|operator new|bool{{$}}
void f7() { static bool *B = new bool; Sink = B; }

// The rest of d5.
// CHECK-NEXT: {{^}}ns::Foo* d5<ns::Foo>|ObStack::alloc|ns::Foo{{$}}
// CHECK-NOT: {{.}}
int main() {
  a1(), a2(), a3(), a4(), a5(), a6(), a7();
  b1(), b2(), b3(), b4(), b5(), b6();
  c1(), c2(), c3(), c4(), c5(), c6(), c7();
  d1(), d2(), d3(), d4();
  e1(), e2(), e3(), e4();
  f1(), f2()(), f6(), f7();
  { f4 F; Sink = F.F; Sink = F.P; f5 G; Sink = &G; }
  Sink = d5<Foo>(Arena);
  Sink = d5<double>(Arena, 1.0);
}

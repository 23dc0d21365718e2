// Rules of field: and pointer: in C++: members of classes in namespaces, of templates
// and of base classes, static ones, aliases, in every place that may hold a call. A
// call that throws is none. Rules name calls through pointers alone: no direct call of
// a function that is declared by the typedef, no std::function, no member function.
//
// REQUIRES: types
//
// RUN: split-file %s %t.d
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++17 -O0 %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++17 -O2 -g %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.d/a.cfg %typed_cxx -std=c++20 -O1 %t.d/m.cpp -o %t && %run_types | %FileCheck %s
// RUN: %rows --cols "bytes allocated,call count" --where pc0=throwing %t.csv | %FileCheck %s --check-prefix=THROWN
//
// CHECK: {{^}}__cxx_global_var_init|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}alias_template|Maker|long{{$}}
// CHECK-NEXT: {{^}}alias|ns::Alloc|-{{$}}
// CHECK-NEXT: {{^}}auto generic{{.*}}::operator(){{.*}}|ns::Pool<short>.take|-{{$}}
// CHECK-NEXT: {{^}}constant|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}default_argument|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}default_argument|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}inherited|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}lambda{{.*}}::operator(){{.*}}|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}of_static|ns::Config::Hook|-{{$}}
// CHECK-NEXT: {{^}}sret|wide|-{{$}}
// CHECK-NEXT: {{^}}throwing|ns::Pool::take|-{{$}}
// CHECK-NEXT: {{^}}void member<int>|ns::Pool::take|int{{$}}
// CHECK-NEXT: {{^}}void member<long>|ns::Pool::take|long{{$}}
// CHECK-NEXT: {{^}}with_initialiser::with_initialiser|ns::Pool::take|-{{$}}
// CHECK-NOT: {{.}}
// THROWN: {{^}}17|3{{$}}
// THROWN-NOT: {{.}}

//--- a.cfg
pointer:Function size=0
pointer:ns::Alloc size=0
pointer:Maker size=0
pointer:**::Wide size=1 name=wide
field:ns::Pool::take size=0
field:~ns::Pool<short>\.take size=0
field:ns::Config::Hook size=0
//--- m.cpp
#include <cstddef>
#include <functional>

using size_t = std::size_t;
namespace ns {
inline namespace v1 {
template <class T> struct Pool { void *(*take)(size_t); };
}
using Alloc = void *(*)(size_t);
struct Config { static Alloc Hook; };
struct Block { void *P; size_t N[3]; };
typedef Block (*Wide)(int, size_t);
} // namespace ns
template <class T> using Maker = T *(*)(size_t);
typedef void *Function(size_t);
struct Method { void *take(size_t) { return this; } };

void *volatile Sink;
static char Room[256];
void *take(size_t N) { if (N > 100) throw 1; return Room + N; }
ns::Alloc ns::Config::Hook = take;
static ns::Block wide(int, size_t N) { return {Room + N, {}}; }
static ns::Pool<int> P = {take};
static ns::Pool<long> L = {take};
static const ns::Pool<char> Constant = {take};
void *Early = P.take(1);
extern "C" Function declared;
extern "C" void *declared(size_t N) { return Room + N; }

void alias(ns::Alloc F) { Sink = F(2); }
void alias_template(Maker<long> F) { Sink = F(3); }
void constant() { Sink = Constant.take(4); }
static void defaulted(void *Q = P.take(5)) { Sink = Q; }
void default_argument() { defaulted(), defaulted(); }
template <class T> void member(ns::Pool<T> &P) { Sink = static_cast<T *>(P.take(6)); }
void generic(ns::Pool<short> &S) { [](auto &Q) { Sink = Q.take(7); }(S); }
struct Derived : ns::Pool<int> {};
void inherited(Derived &D) { Sink = D.take(8); }
void lambda(ns::Pool<int> &P) { [&] { Sink = P.take(9); }(); }
void of_static() { Sink = ns::Config::Hook(10); }
void sret(ns::Wide W) { Sink = W(1, 11).P; }
__attribute__((noinline)) void throwing(ns::Pool<int> &P, size_t N) {
  try {
    Sink = P.take(N);
  } catch (int) {
    Sink = nullptr;
  }
}
struct with_initialiser { void *Q = P.take(12); with_initialiser() { Sink = Q; } };
void no_pointers(std::function<Function> F, void *(Method::*M)(size_t)) {
  Method It;
  Sink = declared(13), Sink = F(14), Sink = (It.*M)(15);
}
// Evaluated while it is parsed, and called when the program runs.
constexpr int evaluated(int (*const &F)(int), int X) { return F(X); }
constexpr int next(int X) { return X + 1; }
struct Table { int (*next)(int); };
constexpr Table T = {next};
static_assert(evaluated(T.next, 1) == 2, "");

int main() {
  alias(take), alias_template([](size_t N) { return (long *)(Room + N / 8 * 8); });
  constant(), default_argument(), member(P), member(L);
  ns::Pool<short> S = {take};
  generic(S);
  Derived D;
  D.take = take;
  inherited(D), lambda(P), of_static(), sret(wide);
  for (int I = 0; I < 6; ++I)
    throwing(P, I % 2 ? 17 : 170);
  with_initialiser W;
  Sink = &W;
  no_pointers(declared, &Method::take);
}

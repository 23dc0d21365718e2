// What the C++ library allocates is of the type that its user asked for: make_unique and
// make_shared, containers by their elements, nodes by the value in them. What is not the
// user's, such as buckets, has its own name.
//
// REQUIRES: types
//
// RUN: %typed_cxx -std=c++20 -O0 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -std=c++20 -O2 -g %s -o %t && %run_types | %FileCheck %s
// RUN: %typed_cxx -std=c++20 -O2 %s -o %t && %run_types | %FileCheck %s
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns {
struct Foo { long A[3]; bool operator<(const Foo &F) const { return A[0] < F.A[0]; } };
} // namespace ns
using ns::Foo;
volatile const void *volatile Sink;
volatile int N = 40;
template <class T> void use(const T &Value) { Sink = &Value; }

// CHECK: {{^}}a1|operator new|ns::Foo{{$}}
void a1() { use(*std::make_unique<Foo>()); }
// CHECK-NEXT: {{^}}a2|operator new[]|ns::Foo{{$}}
void a2() { auto P = std::make_unique<Foo[]>(N); use(P[0]); }
// CHECK-NEXT: {{^}}a3|operator new|ns::Foo{{$}}
void a3() { use(*std::make_shared<Foo>()); }
// CHECK-NEXT: {{^}}b1|operator new|ns::Foo{{$}}
void b1() { std::vector<Foo> V(N); use(V[0]); }
// CHECK-NEXT: {{^}}b2|operator new|ns::Foo *{{$}}
void b2() { std::vector<Foo *> V; V.push_back(nullptr); use(V[0]); }
// CHECK-NEXT: {{^}}b3|operator new|char{{$}}
void b3() { std::vector<char> V(N); use(V[0]); }
// CHECK-NEXT: {{^}}b4|operator new|ns::Foo{{$}}
// CHECK-NEXT: {{^}}b4|operator new|ns::Foo *{{$}}
void b4() { std::deque<Foo> D(1); use(D[0]); }
// CHECK-NEXT: {{^}}b5|operator new|char{{$}}
void b5() { std::string S(N, 'x'); use(S[0]); }
// CHECK-NEXT: {{^}}c1|operator new|ns::Foo{{$}}
void c1() { std::list<Foo> L(1); use(L.front()); }
// CHECK-NEXT: {{^}}c2|operator new|ns::Foo{{$}}
void c2() { std::forward_list<Foo> L(1); use(L.front()); }
// CHECK-NEXT: {{^}}c3|operator new|std::pair<const int, ns::Foo>{{$}}
void c3() { std::map<int, Foo> M; use(M[+N]); }
// CHECK-NEXT: {{^}}c4|operator new|ns::Foo{{$}}
void c4() { std::set<Foo> S; S.insert(Foo()); use(*S.begin()); }
// CHECK-NEXT: {{^}}c5|operator new|std::__detail::_Hash_node_base *{{$}}
// CHECK-NEXT: {{^}}c5|operator new|std::pair<const long, ns::Foo>{{$}}
void c5() { std::unordered_map<long, Foo> M; use(M[+N]); }
// CHECK-NEXT: {{^}}d1|operator new|(lambda at {{.*}}types-of-the-library.cpp:[[@LINE+1]]:54){{$}}
void d1() { Foo F[2] = {}; std::function<void()> G = [F] { use(F); }; G(); }
// CHECK-NEXT: {{^}}e1|std::{{.*}}pmr::memory_resource::allocate|int{{$}}
// CHECK-NEXT: {{^}}e1|std::{{.*}}pmr::memory_resource::allocate|long{{$}}
// CHECK-NEXT: {{^}}e1|std::{{.*}}pmr::memory_resource::allocate|ns::Foo{{$}}
char Room[4096];
void e1() {
  std::pmr::monotonic_buffer_resource Resource(Room, sizeof Room);
  std::pmr::polymorphic_allocator<> Pool(&Resource);
  use(*Pool.new_object<Foo>());
  use(*(int *)Pool.allocate_bytes(N * sizeof(int)));
  use(*Pool.allocate_object<long>(N));
}
// CHECK-NOT: {{.}}
int main() {
  a1(), a2(), a3();
  b1(), b2(), b3(), b4(), b5();
  c1(), c2(), c3(), c4(), c5();
  d1();
  e1();
}

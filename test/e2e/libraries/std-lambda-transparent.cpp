// A lambda inside a function template of the C++ library is library code as the
// function is (its name begins with the return type of that function).
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:     {{^}}user()::$_0::operator()|user|main|-|5|2{{$}}
// CHECK-NOT: {{.}}
#include <cstdlib>
static void *volatile Sink;
namespace std {
template <class F> void twice(F f) {
  auto g = [&] { f(); };
  g();
  g();
}
} // namespace std
__attribute__((noinline)) void user() {
  std::twice([] { Sink = malloc(5); });
  Sink = nullptr;
}
int main() { user(); }

// Four frames of source functions, whether called or inlined: static, template,
// member and lambda. What lies further out than main's callee is not named.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Os %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -Oz -g1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -fno-inline %s -o %t && %run_rows | %FileCheck %s
//
// CHECK:      {{^}}leaf|void mid<7>|(anonymous namespace)::Tree::grow|main::$_0::operator()|107|2{{$}}
// CHECK-NEXT: {{^}}leaf|void mid<5>|(anonymous namespace)::Tree::grow|main::$_0::operator()|105|2{{$}}
// CHECK-NEXT: {{^}}main::$_0::operator()|main|-|-|64|2{{$}}
// CHECK-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

static void leaf(int Size) { Sink = std::malloc(Size); }

template <int N> void mid() {
  leaf(100 + N);
  Sink = nullptr;
}

namespace {
struct Tree {
  int Height = 0;
  void grow() {
    mid<5>();
    mid<7>();
    ++Height;
  }
};
} // namespace

int main() {
  Tree T;
  auto Plant = [&T] {
    Sink = std::malloc(64);
    T.grow();
    Sink = nullptr;
  };
  Plant();
  Plant();
  return T.Height - 2;
}

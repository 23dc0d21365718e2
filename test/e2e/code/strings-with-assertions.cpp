// Strings of C++17 are compiled into libstdc++.so; with its assertions they are instantiated
// in the program, and seen.
//
// RUN: %cxx -std=c++17 -O1 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++17 -O1 -D_GLIBCXX_ASSERTIONS %s -o %t && %run_rows | %FileCheck %s --check-prefixes=OWN,CHECK
//
// OWN:        {{^}}main|-|-|-|61|10{{$}}
// CHECK:      {{^}}main|-|-|-|8|10{{$}}
// CHECK-NOT:  {{.}}
#include <string>

static void *volatile Sink;

int main(int Count, char **) {
  for (int I = 0; I < 10; ++I) {
    Sink = ::operator new(8);
    std::string Text(Count * 60, 'x');
    Sink = Text.data();
  }
}

// Names are quoted always and their quotes doubled; a row that holds a quote
// comes first; invalid UTF-8 becomes U+FFFD; a name that is too long ends in an
// ellipsis; a name of one dash stays a quoted name.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t
// RUN: %FileCheck %s --input-file=%t.csv

// CHECK: {{^}}pc0,
// CHECK-NEXT: {{^}}"operator"""" _x(char const*, unsigned long)",-,-,-,1,1,1,"Pool::get",-,"a ""b"".c:3:5"{{$}}
// CHECK-NEXT: {{^}}"f(int, char)",-,-,-,1000,1,1000,
// CHECK-NEXT: {{^}}"-",-,-,-,900,1,900,
// CHECK-NEXT: {{^}}"a{{(\xEF\xBF\xBD|�)}}b��ü",-,-,-,800,1,800,
// CHECK-NEXT: {{^}}"y{{y+}}…",-,-,-,700,1,700,
#include "Inputs/Play.h"

int main() {
  static Play Module;
  static char Long[20001];
  memset(Long, 'y', 20000);
  const char *Names[] = {"operator\"\" _x(char const*, unsigned long)",
                         "f(int, char)", "-", "a\xff" "b\xed\xa0" "\xc3\xbc",
                         Long};
  uint64_t Sizes[] = {1, 1000, 900, 800, 700};
  uint32_t Sites[5];
  for (int I = 0; I < 5; ++I) {
    uint32_t F = Module.function(Names[I]);
    Sites[I] = Module.site(F, Module.frame(F, I ? "a.c" : "a \"b\".c", 3));
  }
  Module.load();
  for (int I = 0; I < 5; ++I)
    Module.allocate(Sites[I], Sizes[I]);
}

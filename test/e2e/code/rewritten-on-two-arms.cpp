// Allocator calls that the optimiser rewrites on both arms of a branch, and then
// merges into one, lose their lines: they are counted all the same, at a site of
// their function.
//
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O1 %s -o %t && %profile %t && %rows --sum "call count" %t.csv | %FileCheck %s --check-prefix=SUM
//
// CHECK-DAG: {{^}}zero2|main|-|-|16|2{{$}}
// CHECK-DAG: {{^}}re2|main|-|-|8|2{{$}}
// CHECK-DAG: {{^}}ndup2|main|-|-|4|2{{$}}
// SUM: 6
#include <cstdlib>
#include <cstring>
inline void *keep(void*p){ asm volatile("":"+r"(p)::"memory"); return p;}
#define N extern "C" __attribute__((noinline)) void
N re2(int X) { if (X & 1) free(keep(realloc(nullptr, 8))); else free(keep(realloc(nullptr, 8))); }
N zero2(int X) { void *p; if (X & 1) { p = malloc(16); memset(p, 0, 16); } else { p = malloc(16); memset(p, 0, 16); } free(keep(p)); }
N ndup2(int X) { char *p; if (X & 1) { p = strndup("abc", 10); } else { p = strndup("abc", 10); } free(keep(p)); }
int main() { re2(1); re2(2); zero2(1); zero2(2); ndup2(1); ndup2(2); }

// SKIP_HEAP_PROFILE turns the profiler on where it is a number that is at least
// the level, and says nothing and writes nothing otherwise; a warning for what
// is no number.
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -f %t.csv
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv %t 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE= %t 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=0 %t 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=-1 %t 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=foo=1 SKIP_HEAP_PROFILE=0 %t 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=help=1 SKIP_HEAP_PROFILE=0 %t 2>&1 | grep "output="
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=yes %t 2>&1 | %FileCheck %s --check-prefix=WARN
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=1x %t 2>&1 | %FileCheck %s --check-prefix=WARN
// RUN: test ! -e %t.csv
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=1 %t 2>&1 | %FileCheck %s --check-prefix=ON
// RUN: %FileCheck %s --check-prefix=CSV --input-file=%t.csv
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=99999999999999999999 %t 2>&1 | %FileCheck %s --check-prefix=ON
//
// At level 2, as a compiler is compiled, 1 is not enough.
// RUN: %clangxx %sanitize -I%include -DLEVEL=2 %s %libraries/liballocsite.a -o %t.level
// RUN: env SKIP_HEAP_PROFILE=1 %t.level 2>&1 | count 0
// RUN: env ALLOCSITE_OPTIONS=output=%t.csv SKIP_HEAP_PROFILE=2 %t.level 2>&1 | %FileCheck %s --check-prefix=ON

// WARN: allocsite: warning: SKIP_HEAP_PROFILE={{.*}}: not a number{{.*}}
// WARN-NOT: {{.}}

// ON: {{^}}heap profiler: enabled!
// ON-NEXT: {{^}}Dumping log of size 1
// ON-NEXT: {{^}}allocsite: {{[0-9]+}} row
// ON-NEXT: {{^}}heap profiler: wrote allocation log to {{/.*}}.csv{{.*}}
// ON-NOT: {{.}}

// CSV: {{^}}pc0,pc1,pc2,pc3,bytes allocated,call count,total bytes,allocator,type,site{{$}}
// CSV-NEXT: {{^}}"main",-,-,-,24,3,72,"Pool::get",-,"a.c:1:5"{{$}}
// CSV-NOT: {{.}}
#include "Inputs/Play.h"

#ifdef LEVEL
// The pass writes the level into the initialiser; a test can only come first.
static void setLevel(int, char **, char **) { ALLOCSITE_SYM_LEVEL = LEVEL; }
__attribute__((section(".preinit_array"), used)) static void (*const First)(
    int, char **, char **) = setLevel;
#endif

int main() {
  static OneSite Module;
  for (int I = 0; I < 3; ++I)
    Module.allocate(24);
}

// With lines=1, frames of whole stacks have the lines of their calls, inlined ones too. Two calls in
// two lines of a function are two stacks; the rows of the log are those that there are without.
//
// RUN: %cxx -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:lines=1 %cxx -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %table frames %t.csv | %FileCheck %s --check-prefix=FRAMES
// RUN: %table stacks %t.csv | %FileCheck %s --check-prefix=STACKS
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:lines=1 %cxx -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %table frames %t.csv | %FileCheck %s --check-prefix=FRAMES
// RUN: %table stacks %t.csv | %FileCheck %s --check-prefix=STACKS
//
// Without -g there is no line.
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:lines=1 %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: not %table frames %t.csv
//
// CHECK:     {{^}}leaf|twice|main|-|10|3{{$}}
// CHECK-NOT: {{.}}
//
// FRAMES:     {{^}}function,file,line,caller
// FRAMES-DAG: {{^}}"main","{{.*}}lines-of-calls.cpp",[[#@LINE + 23]],0
// FRAMES-DAG: {{^}}"main","{{.*}}lines-of-calls.cpp",[[#@LINE + 23]],0
// FRAMES-DAG: {{^}}"twice(int)","{{.*}}lines-of-calls.cpp",[[#@LINE + 13]],{{[0-9]+}}
// FRAMES-DAG: {{^}}"twice(int)","{{.*}}lines-of-calls.cpp",[[#@LINE + 16]],{{[0-9]+}}
//
// STACKS:      {{^}}row,frame,bytes allocated,call count
// STACKS-COUNT-3: {{^1,[0-9]+,10,1,10$}}
// STACKS-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

static void leaf() { Sink = std::malloc(10); }

static inline void twice(int Times) {
  leaf();
  if (Times < 2)
    return;
  Sink = nullptr;
  leaf();
}

int main() {
  twice(1);
  twice(2);
  Sink = nullptr;
}

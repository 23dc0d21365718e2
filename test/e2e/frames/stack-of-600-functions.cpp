// Of a stack of more than 512 frames the outermost are kept, `…`, and those of its site.
//
// RUN: %cxx -O1 -ftemplate-depth=1024 %s -o %t && %run_rows | %FileCheck %s
// RUN: %table frames %t.csv | %FileCheck %s --check-prefix=FRAMES
// RUN: %allocsite tree --depth 600 %t.csv | %FileCheck %s --check-prefix=TREE
//
// CHECK:     {{^}}site|void level<0>|void level<1>|void level<2>|10|1{{$}}
// CHECK-NOT: {{.}}
//
// FRAMES:      {{^}}function,file,line,caller
// FRAMES-NEXT: {{^}}"main",,0,0{{$}}
// FRAMES-NEXT: {{^}}"void level<600>()",,0,1{{$}}
// FRAMES-NEXT: {{^}}"void level<599>()",,0,2{{$}}
// FRAMES:      {{^}}"void level<91>()",,0,510{{$}}
// FRAMES-NEXT: {{^}}"…",,0,511{{$}}
// FRAMES-NEXT: {{^}}"site()",,0,512{{$}}
// FRAMES-NOT:  {{.}}
//
// TREE:      main
// TREE:      level<91>
// TREE-NEXT: …
// TREE-NEXT: site()
// TREE-NOT:  {{.}}
#include <cstdlib>

static void *volatile Sink;

__attribute__((noinline)) static void site() { Sink = std::malloc(10); }

template <int N> __attribute__((noinline)) void level() {
  if constexpr (N > 0)
    level<N - 1>();
  else
    site();
  Sink = nullptr;
}

int main() {
  level<600>();
  return 0;
}

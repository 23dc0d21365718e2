// The views show whole stacks: report and diff to the depth that is asked for, on as many lines as that
// takes; filters match any frame; trees, exports and sums have all of them.
//
// RUN: %cxx -O1 %s -o %t && %profile %t
// RUN: %allocsite report %t.csv | %FileCheck %s --check-prefix=FOUR --match-full-lines
// RUN: %allocsite report --depth 2 %t.csv | %FileCheck %s --check-prefix=TWO --match-full-lines
// RUN: %allocsite report --depth 0 %t.csv | %FileCheck %s --check-prefix=WHOLE --match-full-lines
// RUN: %allocsite report --depth 0 --format csv %t.csv | %FileCheck %s --check-prefix=CSV
// RUN: %allocsite report --depth 0 --function first_with_a_long_name %t.csv | %FileCheck %s --check-prefix=ONE
// RUN: %allocsite report --depth 0 --hide '*_with_a_long_name' %t.csv | %FileCheck %s --check-prefix=HIDDEN --match-full-lines
// RUN: %allocsite tree %t.csv | %FileCheck %s --check-prefix=TREE
// RUN: %allocsite export --format collapsed -o - %t.csv | %FileCheck %s --check-prefix=COLLAPSED --match-full-lines
//
// The sum of two logs has the stacks of both, twice as many calls of each.
// RUN: %allocsite merge -o %t.sum.csv %t.csv %t.csv
// RUN: %allocsite export --format collapsed -o - %t.sum.csv | %FileCheck %s --check-prefix=SUM --match-full-lines
//
// Two runs differ in a caller that no row of four frames shows.
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.other.csv %t more
// RUN: %allocsite diff --by chain %t.csv %t.other.csv | %FileCheck %s --check-prefix=DIFF
// RUN: %allocsite diff --by chain --depth 0 %t.csv %t.other.csv | %FileCheck %s --check-prefix=WHOLEDIFF
//
// FOUR: 1   30 B  100.0%      3    10  malloc     leaf()#1
// FOUR-NEXT: {{ *}}leaf() ← fifth_with_a_long_name() ← fourth_with_a_long_name() ← third_with_a_long_name()
//
// TWO: {{ *}}leaf() ← fifth_with_a_long_name()
//
// WHOLE: {{ *}}leaf() ← fifth_with_a_long_name() ← fourth_with_a_long_name() ← third_with_a_long_name() ←
// WHOLE-NEXT: {{ *}}first_with_a_long_name() ← main (+1 chain)
//
// CSV: 30,3,10,10,2,1,"malloc","leaf()#1","-","leaf()
// CSV-NEXT: fifth_with_a_long_name()
// CSV-NEXT: fourth_with_a_long_name()
// CSV-NEXT: third_with_a_long_name()
// CSV-NEXT: first_with_a_long_name()
// CSV-NEXT: main"
//
// ONE: 1   20 B  66.7%      2
// HIDDEN: {{ *}}leaf() ← main
//
// TREE:  30 B  100.0%      0 B  └─ main
// TREE:  20 B   66.7%      0 B     ├─ first_with_a_long_name()
// TREE:  20 B   66.7%     20 B     │ {{ *}}└─ leaf()
// TREE:  10 B   33.3%      0 B     └─ second_with_a_long_name()
// TREE:  10 B   33.3%     10 B        {{ *}}└─ leaf()
//
// COLLAPSED-DAG: main;first_with_a_long_name();third_with_a_long_name();fourth_with_a_long_name();fifth_with_a_long_name();leaf();malloc 20
// COLLAPSED-DAG: main;second_with_a_long_name();third_with_a_long_name();fourth_with_a_long_name();fifth_with_a_long_name();leaf();malloc 10
//
// SUM-DAG: main;first_with_a_long_name();third_with_a_long_name();fourth_with_a_long_name();fifth_with_a_long_name();leaf();malloc 40
// SUM-DAG: main;second_with_a_long_name();third_with_a_long_name();fourth_with_a_long_name();fifth_with_a_long_name();leaf();malloc 20
//
// DIFF: 1  grown   +10 B
// DIFF-NOT: second
// DIFF: 1 of 1 chains
// WHOLEDIFF: 1  grown   +10 B
// WHOLEDIFF: second_with_a_long_name() ← main
// WHOLEDIFF: 2 of 2 chains
#include <cstdlib>

static void *volatile Sink;

#define FUNCTION __attribute__((noinline)) static void
FUNCTION leaf() { Sink = std::malloc(10); }
FUNCTION fifth_with_a_long_name() {
  leaf();
  Sink = nullptr;
}
FUNCTION fourth_with_a_long_name() {
  fifth_with_a_long_name();
  Sink = nullptr;
}
FUNCTION third_with_a_long_name() {
  fourth_with_a_long_name();
  Sink = nullptr;
}
FUNCTION second_with_a_long_name() {
  third_with_a_long_name();
  Sink = nullptr;
}
FUNCTION first_with_a_long_name() {
  third_with_a_long_name();
  Sink = nullptr;
  third_with_a_long_name();
  Sink = nullptr;
}

int main(int Count, char **) {
  first_with_a_long_name();
  for (int I = 0; I < Count; ++I)
    second_with_a_long_name();
  return 0;
}

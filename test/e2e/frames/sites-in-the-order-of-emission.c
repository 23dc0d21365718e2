// `function#k` counts calls as the compiler emits them. That is the order of the source
// but for the increment of a `for`, which is emitted behind the body.
//
// RUN: %cc -O0 %s -o %t && %profile %t && %rows --cols "bytes allocated,site" %t.csv | %FileCheck %s
// RUN: %cc -O2 %s -o %t && %profile %t && %rows --cols "bytes allocated,site" %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}10|main#1{{$}}
// CHECK-DAG: {{^}}20|main#3{{$}}
// CHECK-DAG: {{^}}30|main#2{{$}}
// CHECK-DAG: {{^}}40|main#4{{$}}
#include <stdlib.h>

static void *volatile Sink;

int main(void) {
  int I = 0;
  for (Sink = malloc(10); I < 3; Sink = malloc(20), ++I)
    Sink = malloc(30);
  Sink = malloc(40);
}

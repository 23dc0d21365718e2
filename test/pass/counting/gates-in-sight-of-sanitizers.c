// Sanitizers tell who allocated by where their allocator returns to: what is compiled for
// one calls it directly, also where single functions are not.
//
// RUN: %cc -O2 -S %s -o - | %FileCheck %s --check-prefix=GATE
// RUN: %cc -O2 -S -fsanitize=address %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -fsanitize=thread %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -fsanitize=memory %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -fsanitize=hwaddress %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -fsanitize=leak %s -o - | %FileCheck %s
// RUN: %cc -O2 -S -fsanitize=undefined,leak %s -o - | %FileCheck %s
// RUN: echo '-fsanitize=leak' > %t.options
// RUN: %cc -O2 -S @%t.options %s -o - | %FileCheck %s
//
// GATE: __allocsite_gate_1_of_1
//
// CHECK-NOT: __allocsite_gate
// CHECK:     {{(call|jmp)q?}} {{.*}}malloc
// CHECK-NOT: __allocsite_gate
#include <stdlib.h>

__attribute__((no_sanitize("address", "thread", "memory", "hwaddress")))
void *leftAlone(size_t Size) {
  char *Made = malloc(Size + 1);
  if (Made)
    *Made = 1;
  return Made;
}

void *make(size_t Size) {
  char *Made = malloc(Size);
  if (Made)
    *Made = 1;
  return Made;
}

// A module of another version is not registered, and one line names both.
//
// RUN: %runtime_cxx %s -o %t
// RUN: %profile %t 2>&1 | %FileCheck %s

// CHECK: allocsite: warning: a module was compiled for version 99, this runtime is version {{[0-9]+}}
// CHECK-NEXT: Dumping log of size 0
#include "Inputs/Play.h"

int main() {
  static Play Module;
  Module.load(0, 99);
}

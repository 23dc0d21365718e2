// What the environment asked for at start-up holds, even if the program wipes
// its environment or changes directory (output= is relative to the first).
//
// RUN: %runtime_cxx %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=here.csv %t
// RUN: %FileCheck %s --input-file=%t.dir/here.csv

// CHECK: "main",-,-,-,8,1,8
#include "Inputs/Play.h"
#include <unistd.h>

extern char **environ;

int main() {
  static OneSite Module;
  Module.allocate(8);
  for (char **Each = environ; *Each; ++Each)
    memset(*Each, 'x', strlen(*Each));
  environ = nullptr;
  if (chdir("/"))
    return 1;
}

// While the program runs its profile is there, 0600, under the name that the
// options give; a normal exit removes it. What is not ours is neither followed
// nor written nor removed: the next free name is taken.
//
// RUN: %runtime_cxx %s -o %t.exe
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir %t.exe %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=DEFAULT
// RUN: %files %t.dir | %FileCheck %s --check-prefix=LEFT
//
// RUN: rm -rf %t.dir && mkdir %t.dir && echo mine > %t.dir/p.asprof
// RUN: ln -s %t.dir/nowhere %t.dir/p-2.asprof
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/p.asprof:output=%t.csv %t.exe %t.dir > %t.out
// RUN: %FileCheck %s --input-file=%t.out --check-prefix=NEXT
// RUN: cat %t.dir/p.asprof | %FileCheck %s --check-prefix=MINE
// RUN: %files %t.dir | count 2
//
// Off, or nothing counted: no file at any time.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env TMPDIR=%t.dir %t.exe %t.dir | count 0
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.csv TMPDIR=%t.dir %t.exe %t.dir none | count 0

// DEFAULT: {{^}}-rw------- {{.*}} allocsite-profile-removed.cpp.tmp.exe-{{[0-9]+}}.asprof{{$}}
// DEFAULT-NOT: {{.}}
// LEFT: {{^}}skip-alloc-log-{{.*}}.csv
// LEFT-NOT: {{.}}
// NEXT-DAG: p-3.asprof
// NEXT-DAG: p.asprof
// NEXT-DAG: p-2.asprof
// MINE: mine
#include "Inputs/Play.h"
#include <stdio.h>
#include <stdlib.h>
#include <string>

int main(int Count, char **Arguments) {
  static OneSite Module;
  if (Count < 3)
    Module.allocate(24);
  return system(("ls -l " + std::string(Arguments[1]) + " | sed 1d").c_str());
}

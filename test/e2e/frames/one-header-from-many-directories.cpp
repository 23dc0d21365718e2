// Each directory of a program is built by a make of its own, in another place or where its
// sources are, and a header is still one file of the profile: it is named from where the
// file and the directory part, as Clang does with absolute paths.
//
// RUN: rm -rf %t && mkdir -p %t/src/base %t/src/acl %t/o/src/acl && cd %t
// RUN: echo 'inline char *text(int N) { return new char[N]; }' > src/base/text.h
// RUN: echo '#include "base/text.h"' > src/one.cpp
// RUN: echo 'char *one() { return text(1); }' >> src/one.cpp
// RUN: echo '#include "../base/text.h"' > src/acl/two.cpp
// RUN: echo 'char *volatile Kept; char *two() { Kept = text(2); return new char[20]; }' >> src/acl/two.cpp
//
// RUN: cd %t/o/src && %cxx -O2 -g -I../../src -c ../../src/one.cpp -o one.o
// RUN: cd %t/o/src/acl && %cxx -O2 -g -c ../../../src/acl/two.cpp -o two.o
// RUN: cd %t && %cxx -O2 -g %s o/src/one.o o/src/acl/two.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv -DBASE=src/base -DTWO=src/acl/two.cpp
//
// RUN: cd %t/src && %cxx -O2 -g -I. -c one.cpp -o one.o
// RUN: cd %t/src/acl && %cxx -O2 -g -c two.cpp -o two.o
// RUN: cd %t && %cxx -O2 -g %s src/one.o src/acl/two.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv -DBASE=base -DTWO=two.cpp
//
// So it is where the directories that a build happens in are mapped to others, as Debian's
// packages do.
// RUN: cd %t/o/src && %cxx -O2 -g -ffile-prefix-map=%t=. -I../../src -c ../../src/one.cpp -o one.o
// RUN: cd %t/o/src/acl && %cxx -O2 -g -ffile-prefix-map=%t=. -c ../../../src/acl/two.cpp -o two.o
// RUN: cd %t && %cxx -O2 -g %s o/src/one.o o/src/acl/two.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv -DBASE=src/base -DTWO=src/acl/two.cpp
//
// A rule may name it as the profile does, and where the directory is not known it is as it
// was found.
// RUN: cd %t && echo 'src:src/base/text.h' > no-text.cfg && cd %t/o/src/acl
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/no-text.cfg %cxx -O2 -g -c ../../../src/acl/two.cpp -o two.o
// RUN: cd %t && %cxx -O2 -g %s o/src/one.o o/src/acl/two.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv --check-prefix=RULE
// RUN: cd %t/o/src/acl && %cxx -O2 -g -fdebug-compilation-dir=. -c ../../../src/acl/two.cpp -o two.o
// RUN: cd %t && %cxx -O2 -g %s o/src/one.o o/src/acl/two.o -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv --check-prefix=UNKNOWN
//
// CHECK-DAG: "text(int)","one()","main",-,1,1,1,"operator new[]",{{[^,]*}},"[[BASE]]/text.h:1:35"
// CHECK-DAG: "text(int)","two()","main",-,2,1,2,"operator new[]",{{[^,]*}},"[[BASE]]/text.h:1:35"
// CHECK-DAG: "two()","main",-,-,20,1,20,"operator new[]",{{[^,]*}},"[[TWO]]:2:{{[0-9]+}}"
// RULE:      "two()","main",-,-,20,1,20,"operator new[]",{{[^,]*}},"src/acl/two.cpp:2:{{[0-9]+}}"
// RULE-NEXT: "text(int)","one()","main",-,1,1,1,
// RULE-NOT:  "two()"
// UNKNOWN-DAG: "text(int)","two()","main",-,2,1,2,"operator new[]",{{[^,]*}},"../../../src/base/text.h:1:35"
// UNKNOWN-DAG: "two()","main",-,-,20,1,20,"operator new[]",{{[^,]*}},"../../../src/acl/two.cpp:2:{{[0-9]+}}"
char *one(), *two();

int main() { return one() == two(); }

// Which calls rules of field: and pointer: name stands in the source. Where it is not
// read, in opt and where clang opens the plugin after parsing, one warning says which
// flag reads it, however many rules there are; where it is read there is none.
//
// RUN: split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %cc -O1 -c %t/m.c -o %t.o 2>&1 \
// RUN:   | %if llvm-ge-22 %{count 0%} %else %{%FileCheck %s%}
// RUN: %clang -S -emit-llvm %t/m.c -o %t.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/a.cfg %mark %t.ll -o /dev/null 2>&1 | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %typed_cc -O1 -c %t/m.c -o %t.o 2>&1 \
// RUN:   | count 0
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O1 -c %t/m.c -o %t.o 2>&1 | count 0
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/bad.cfg %cc -c %t/m.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=BAD
//
// REQUIRES: types
//
// CHECK: warning: allocsite: {{.*}}a.cfg:2:1: rules of field:, pointer: and virtual: have no effect here: which calls they name stands in the source, which was not read; compile it by clang with -fplugin=AllocSite.so
// CHECK-NOT: warning:
// BAD: error: allocsite: {{.*}}bad.cfg:1:7: expected size= and the number of a parameter

//--- a.cfg
alloc:get size=0
field:lua_State.frealloc size=3 old=1
pointer:lua_Alloc size=3 old=1
//--- bad.cfg
field:lua_State.frealloc old=1
//--- m.c
int main(void) { return 0; }

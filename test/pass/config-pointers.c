// Allocators that are called through pointers need what clang knows of the source: the
// rules are checked, and a warning says that they do nothing here.
//
// RUN: split-file %s %t
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %cc -O1 -c %t/m.c -o %t.o 2>&1 | %FileCheck %s
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/bad.cfg %cc -c %t/m.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=BAD
//
// CHECK: warning: allocsite: {{.*}}a.cfg:1:1: calls through pointers are known to the AST part of the plugin only, which is not there: this rule has no effect; name the wrappers around such calls instead
// CHECK: warning: allocsite: {{.*}}a.cfg:2:1: calls through pointers
// CHECK-NOT: warning:
// BAD: error: allocsite: {{.*}}bad.cfg:1:7: expected size= and the number of a parameter

//--- a.cfg
field:lua_State.frealloc size=3 old=1
pointer:lua_Alloc size=3 old=1
//--- bad.cfg
field:lua_State.frealloc old=1
//--- m.c
int main(void) { return 0; }

// What is wrong in a configuration ends the compilation: every error of every file,
// with its place, what was expected, and the nearest word that there is.
//
// RUN: split-file %s %t
// RUN: not env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg:config=%t/b.cfg %cc -ferror-limit=0 -c %t/m.c -o %t.o 2>&1 | %FileCheck %s --strict-whitespace
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/a.cfg,%t/b.cfg %opt_pass -passes=allocsite -disable-output %t/m.ll 2>&1 | %FileCheck %s --strict-whitespace
// RUN: not ls %t.o
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/none.cfg %cc -c %t/m.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=MISSING
// RUN: not env ALLOCSITE_PASS_OPTIONS=config= %cc -c %t/m.c -o %t.o 2>&1 | %FileCheck %s --check-prefix=EMPTY
//
// CHECK: error: allocsite: {{.*}}a.cfg:3:1: unknown kind of rule 'aloc' (did you mean 'alloc'?)
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:4:13: unknown word 'siez' (did you mean 'size'?)
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:5:18: expected the number of a parameter, from 0, not 'thsi' (did you mean 'this'?)
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:6:7: expected size= and the number of a parameter
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:7:6: expected ':' and a name behind 'alloc'
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:8:7: expected a name behind ':'
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:9:7: 'main' cannot be named: it is where every program starts
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:10:5: 'main' cannot be named
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:11:15: unknown measure 'strlne' (did you mean 'strlen'?)
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:12:26: expected two parameters: a string and its bound
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:13:7: expected '>' behind what '<' begins
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:14:7: no regular expression:
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:15:6: expected block= and what is freed
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:16:7: expected arena= and what is emptied
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:17:10: 'size' says nothing in this kind of rule
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:18:22: expected a letter for each parameter
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:19:21: expected heap or arena, not 'hepa' (did you mean 'heap'?)
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:20:9: a wrapper has name=, shape=, aware= and level= with size= only
// CHECK-NEXT: error: allocsite: {{.*}}a.cfg:21:1: expected ']' behind the name of the section
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:1:3: unknown kind of rule 'wraper' (did you mean 'wrapper'?)
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:2:14: expected the number of a parameter, from 0, not '-1'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:3:13: expected '=' and a value behind 'size'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:4:5: expected a path behind ':'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:5:1: unknown kind of rule '???'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:6:21: expected ')' behind the parameter of 'signed'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:7:21: expected the number of a parameter, from 0, not 'x'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:8:14: unknown measure 'sined' (did you mean 'signed'?)
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:9:7: what is called through a pointer or a virtual table is named without template arguments and parameters, as 'Pool.stat' or 'Pool::stat'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:10:7: what is called through a pointer or a virtual table is named without
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:11:9: what is called through a pointer or a virtual table is named without
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:12:7: expected a class and its member, as in 'ops.take'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:13:7: expected a name behind ':'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:14:9: expected a class and its function, as in 'Arena::take'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:15:9: what is called through a pointer or a virtual table is named without
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:16:9: expected a class and its function, as in 'Arena::take'
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:17:9: expected size= and the number of a parameter
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:18:28: 'level' says nothing in this kind of rule
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:19:9: operators cannot be named in this way
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:28:6: expected arena= and the arena, whose other address is result=
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:29:7: expected arena= and the arena, whose other address is result=
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:30:10: expected block= and what is hung on arena=
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:31:25: 'block' says nothing in this kind of rule
// CHECK-NEXT: error: allocsite: {{.*}}b.cfg:32:38: 'takes' says nothing in this kind of rule
// CHECK-NOT: error: allocsite
//
// MISSING: error: allocsite: cannot read the configuration '{{.*}}none.cfg': No such file or directory
// EMPTY: error: allocsite: 'config' is '', expected a path

//--- a.cfg
# Line 3 is the first that is wrong.
alloc:right size=0 # and right again
aloc:pool_alloc size=1
alloc:pool2 siez=1
alloc:pool3 size=thsi
alloc:pool4 arena=0
alloc pool5 size=1
alloc:   size=1
alloc:main size=0
fun:main
alloc:p6 size=strlne(0)
alloc:pool7 size=strnlen(0)
alloc:Pool<int::alloc size=0
alloc:~(pool8 size=0
free:pool9
reset:pool10
fun:pool size=1
alloc:p size=0 shape=x
alloc:p size=0 kind=hepa
wrapper:w name=x
[pool

//--- b.cfg
  wraper:xmalloc
alloc:a size=-1
alloc:b size=
src:
???
alloc:f size=signed(1
alloc:f size=signed(x)
alloc:f size=sined(0)
field:Pool<*>::stat size=1
field:Pool<int>.stat(long) size=1
pointer:Pool<int>::Stat size=0
field:ops size=1
field: size=1
virtual:take size=0
virtual:Pool<int>::take size=0
virtual:Arena.take size=0
virtual:Arena::take arena=this
virtual:Arena::take size=0 level=2
virtual:Arena::operator() size=0
virtual:**::take size=0
virtual:Arena::operatorName size=0
virtual:~take size=0
field:(anonymous namespace)::ops.take size=1
field:op* size=1
field:~ops size=1
field:**::take size=1
pointer:Stat size=1
move:pool_move result=1
alias:pool_share
reparent:pool_hang arena=0
move:pool_move2 arena=0 block=1
reparent:pool_hang arena=0 block=1   takes=later
//--- m.c
int main(void) { return 0; }

//--- m.ll
define i32 @main() {
  ret i32 0
}

// A rule that a call through a pointer cannot follow is an error with both places, that
// of the rule and that of a call. Every misfit is told, once; shape= leaves calls out.
//
// REQUIRES: types
//
// RUN: split-file %s %t
// RUN: not env ALLOCSITE_PASS_OPTIONS=config=%t/bad.cfg %typed_cxx -c %t/m.cpp -o %t.o 2>&1 | %FileCheck %s
// RUN: not ls %t.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/good.cfg %typed_cxx -S -emit-llvm %t/m.cpp -o - \
// RUN:   | %FileCheck %s --check-prefix=GOOD --implicit-check-not='call preserve_mostcc'
//
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:1:23: there is no parameter 2: 'State.take' has 2, counted from 0, called at {{.*}}m.cpp:14:3
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:2:23: parameter 0 of 'State.copy' is no integer, called at {{.*}}m.cpp:15:3
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:3:31: 'State.many' has no this: it is a pointer, called at {{.*}}m.cpp:16:9
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:4:22: where parameter 1 of 'ByValue' is passed cannot be told: one before it is a class by value, called at {{.*}}m.cpp:17:3
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:5:29: parameter 0 of 'State.old' is no pointer, called at {{.*}}m.cpp:18:3
// CHECK-DAG: error: allocsite: {{.*}}bad.cfg:6:26: there is no parameter 0: 'State.none' has 0, counted from 0, called at {{.*}}m.cpp:19:3
// CHECK-NOT: {{take|never}}
//
// GOOD-LABEL: define {{.*}}use
// GOOD: call preserve_mostcc {{.*}}, i64 2)
// GOOD: call preserve_mostcc {{.*}}, i64 22)
// GOOD: call preserve_mostcc {{.*}}, i64 %{{[0-9]+}}) 
// GOOD: call preserve_mostcc {{.*}}, i64 7)

//--- bad.cfg
field:State.take size=2
field:State.copy size=0
field:State.many size=0 arena=this
pointer:ByValue size=1
field:State.old  size=1 old=0
field:State.none    size=0
field:State.never size=77
//--- good.cfg
field:State.take size=1
field:State.take shape=ip size=0
field:State.take shape=i* size=1
field:State.copy size=strlen(0)
field:State.copy shape=- size=0
pointer:ByValue shape=i* size=0
field:State::m* size=0
//--- m.cpp
struct Big { long Words[8]; };
typedef void *(*ByValue)(Big, unsigned long);
struct State {
  void *(*take)(int, unsigned long);
  void *(*copy)(const char *);
  Big (*many[2])(unsigned long);
  ByValue whole;
  void *(*old)(long, long);
  void *(*none)();
};
void *volatile Sink;

void use(State *S, const char *Text, ByValue B) {
  S->take(1, 2), S->take(11, 22);
  S->copy("");
  (void)S->many[1](7);
  S->whole(Big(), 3);
  S->old(1, 2);
  S->none();
}

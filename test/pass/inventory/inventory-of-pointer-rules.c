// The inventory tells of rules for calls through pointers in how many calls they hold,
// and of those that name none the likeliest name of a member or a type; where the source
// was not read, that they had no effect.
//
// REQUIRES: types
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=all.jsonl:config=a.cfg %typed_cc -O1 -c a.c -o a.o
// RUN: %FileCheck %s --input-file=all.jsonl
// RUN: %python %S/../Inputs/inventory_lines.py all.jsonl
// RUN: %python %S/../../report/Inputs/exits.py 1 %allocsite config check --inventory all.jsonl | %FileCheck %s --match-full-lines --check-prefix=TOLD
//
// RUN: %clang -S -emit-llvm -Xclang -disable-llvm-passes a.c -o a.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=opt.jsonl:config=a.cfg %opt_pass '-passes=default<O1>' a.ll -o a.bc 2>&1 | %FileCheck %s --check-prefix=WARNS
// RUN: %python %S/../../report/Inputs/exits.py 1 %allocsite config check --inventory opt.jsonl | %FileCheck %s --match-full-lines --check-prefix=UNREAD
//
// CHECK-DAG: "rule":"field:Table.take","words":"size=0","calls":2}
// CHECK-DAG: "rule":"pointer:Take","words":"size=0","calls":1}
// CHECK-DAG: "rule":"field:Table.taek","words":"size=0","nearest":"Table.take","distance":2}
// CHECK-DAG: "rule":"pointer:Tak","words":"size=0","nearest":"Take","distance":1}
//
//      TOLD:a.cfg:3:1: 'field:Table.taek' matches nothing in 1 module (did you mean 'Table.take'?)
// TOLD-NEXT:a.cfg:4:1: 'pointer:Tak' matches nothing in 1 module (did you mean 'Take'?)
// TOLD-NEXT:4 rules: 2 in use, 2 matching nothing
//
// WARNS: warning: allocsite: a.cfg:1:1: rules of field:, pointer: and virtual: have no effect here
//
//      UNREAD:a.cfg:1:1: 'field:Table.take' has no effect: the source was not read (-fplugin=AllocSite.so)
// UNREAD-NEXT:a.cfg:2:1: 'pointer:Take' has no effect: the source was not read (-fplugin=AllocSite.so)
// UNREAD-NEXT:a.cfg:3:1: 'field:Table.taek' has no effect: the source was not read (-fplugin=AllocSite.so)
// UNREAD-NEXT:a.cfg:4:1: 'pointer:Tak' has no effect: the source was not read (-fplugin=AllocSite.so)
// UNREAD-NEXT:4 rules: 4 without effect

//--- a.cfg
field:Table.take size=0
pointer:Take size=0
field:Table.taek size=0
pointer:Tak size=0
//--- a.c
typedef void *(*Take)(unsigned long);
struct Table {
  void *(*take)(unsigned long);
};
void keep(void *);
void use(struct Table *T, Take F) {
  keep(T->take(1));
  keep(T->take(2));
  keep(F(3));
}

; An allocator whose body belongs to another module may be inlined, and is a declaration
; behind the optimiser where it was not: its call is counted once.
;
; RUN: echo 'alloc:take size=0' > %t.cfg
; RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg:verify=1 %opt_pass %opaque -S %s -passes='default<O2>' -o - | %FileCheck %s

; CHECK-LABEL: define {{.*}}@caller(
; CHECK: @allocsite.tags
; CHECK-NOT: @allocsite.tags
; CHECK: {{^}}}
define ptr @caller() {
  %p = call ptr @take(i64 24)
  store ptr %p, ptr @kept
  ret ptr %p
}
@kept = global ptr null
@next = global ptr null
define available_externally ptr @take(i64 %n) noinline {
  %p = load ptr, ptr @next
  %e = getelementptr i8, ptr %p, i64 %n
  store ptr %e, ptr @next
  ret ptr %p
}

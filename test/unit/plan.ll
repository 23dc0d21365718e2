; FlowGraph, Places, ContextFlow and the plan, each alone: what they find is printed.

; RUN: %clangxx -std=c++17 -fno-rtti -O0 $(llvm-config --cppflags) -I%source/pass -I%include \
; RUN:   %S/Inputs/PlanUnits.cpp %source/pass/place/FlowGraph.cpp \
; RUN:   %source/pass/place/ContextFlow.cpp \
; RUN:   %source/pass/plan/Plan.cpp %source/pass/support/Mechanisms.cpp \
; RUN:   $(llvm-config --ldflags --libs core irreader support analysis transformutils) -o %t
; RUN: %t %s > %t.out
; RUN: %FileCheck %s --input-file=%t.out --match-full-lines --strict-whitespace

declare void @need()
declare void @f()
declare void @push.1()
declare void @push.1.back()
declare void @push.2.back()
declare void @push.3.take()
declare void @pass()
declare void @pass.last()
declare void @leave()

; Blocks have numbers in reverse post-order. What leads to all others dominates; a path of
; weight 1 in 2001 is cold, and so is what only it leads to.
;      CHECK:graph
; CHECK-NEXT:  block 0 entry
; CHECK-NEXT:  block 1 loop under entry repeated
; CHECK-NEXT:  block 2 hot under loop repeated
; CHECK-NEXT:  block 3 rare under loop cold
; CHECK-NEXT:  block 4 end under rare cold
define void @graph(i1 %c, i1 %d) {
entry:
  br label %loop
loop:
  br i1 %c, label %rare, label %hot, !prof !0
hot:
  br label %loop
rare:
  br label %end
end:
  ret void
dead:
  br label %end
}

; Where the common path needs nothing, the value is computed at the two places that do.
;      CHECK:places
;      CHECK:  above entry
; CHECK-NEXT:  below b
; CHECK-NEXT:  below a
define void @places(i32 %n) {
entry:
  switch i32 %n, label %done [
    i32 1, label %a
    i32 2, label %b
  ]
a:
  call void @need()
  br label %done
b:
  call void @need()
  br label %done
done:
  ret void
}

; Where all paths need it, it is computed once.
;      CHECK:places_on_all
;      CHECK:  above entry
;  CHECK-NOT:  below{{.*}}
define void @places_on_all(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  call void @need()
  br label %done
b:
  call void @need()
  br label %done
done:
  ret void
}

; A callee that puts back leaves the pushed context: the next call under the same id needs no
; store, one under another id does. At the end it is put back once.
;      CHECK:flow
; CHECK-NEXT:  block 0 entry
; CHECK-NEXT:  store 1 before push.1.back in entry
; CHECK-NEXT:  store 2 before push.2.back in entry
; CHECK-NEXT:  restore before ret in entry
define void @flow() {
entry:
  call void @push.1.back()
  call void @push.1.back()
  call void @push.2.back()
  ret void
}

; Behind any other call the context may be anything.
;      CHECK:flow_not_trusted
; CHECK-NEXT:  block 0 entry
; CHECK-NEXT:  store 1 before push.1 in entry
; CHECK-NEXT:  store 1 before push.1 in entry
; CHECK-NEXT:  restore before ret in entry
define void @flow_not_trusted() {
entry:
  call void @push.1()
  call void @push.1()
  ret void
}

; A loop stores in each round, and the context is put back behind it.
;      CHECK:flow_in_loop
;      CHECK:  store 1 before push.1.back in loop
; CHECK-NEXT:  restore before ret in end
define void @flow_in_loop(i1 %c) {
entry:
  br label %loop
loop:
  call void @push.1.back()
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A path that comes with the context that was found pays for no restore.
;      CHECK:flow_on_edge
;      CHECK:  store 1 before push.1 in rare
; CHECK-NEXT:  restore from rare to end
define void @flow_on_edge(i1 %c) {
entry:
  br i1 %c, label %rare, label %end
rare:
  call void @push.1()
  br label %end
end:
  ret void
}

; A callee that must find what was found is passed that: it is put back before.
;      CHECK:flow_passes
; CHECK-NEXT:  block 0 entry
; CHECK-NEXT:  store 1 before push.1 in entry
; CHECK-NEXT:  restore before pass in entry
define void @flow_passes() {
entry:
  call void @push.1()
  call void @pass()
  ret void
}

; What takes its context in a register puts nothing back, and stores nothing for a callee that
; takes it so, too.
;      CHECK:taking
; CHECK-NEXT:  block 0 entry
; CHECK-NEXT:  store 3 before push.3.take in entry
define internal void @taking() {
entry:
  call void @push.3.take()
  ret void
}

;      CHECK:plan
;      CHECK:flow
; CHECK-NEXT:  push.1.back: push 1, put back
; CHECK-NEXT:  push.1.back: push 1, put back
; CHECK-NEXT:  push.2.back: push 2, put back
;      CHECK:flow_passes
; CHECK-NEXT:  push.1: push 1
; CHECK-NEXT:  pass: pass
; CHECK-NEXT:taking, context in a register, puts nothing back
; CHECK-NEXT:  push.3.take: push 3, in a register
;  CHECK-NOT:{{.}}

!0 = !{!"branch_weights", i32 1, i32 2000}

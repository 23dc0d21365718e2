; A function that takes its context in a register, and need not put the thread's word back,
; ends in an ordinary call: it stays a frame. Where last calls lead back to it they may follow
; each other for ever: they stay jumps, and pass on what the function was passed.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: %instrument %s | %FileCheck %s --check-prefix=LABELS

declare void @elsewhere()

; One after the other, with an end.
; CHECK-LABEL: define internal void @first(ptr nest
; CHECK: mul i64
; CHECK: notail call void @second(ptr nest
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @second(ptr nest
; CHECK: mul i64
; CHECK: notail call void @third(ptr nest
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @third(ptr nest
; CHECK: mul i64
; CHECK: store i64
; CHECK-NEXT: call void @elsewhere()
; CHECK-NEXT: ret void
; LABELS-LABEL: define internal void @first(
; LABELS: call void asm sideeffect {{.*}} @allocsite.records, {{.*}}
; LABELS: notail call void @second({{.*}}) #[[NOMERGE:[0-9]+]]
define internal void @first() noinline {
  call void @elsewhere()
  tail call void @second()
  ret void
}
define internal void @second() noinline {
  call void @elsewhere()
  tail call void @third()
  ret void
}
define internal void @third() noinline {
  tail call void @elsewhere()
  ret void
}

; In a ring of two, which a third leads into: it calls, they jump.
; CHECK-LABEL: define internal void @into(ptr nest
; CHECK: mul i64
; CHECK: notail call void @even(i32 9, ptr nest
; CHECK-LABEL: define internal void @even(i32 %n, ptr nest
; CHECK: %[[WORD:.*]] = freeze i64
; CHECK: call void @elsewhere()
; CHECK: %[[PASSED:.*]] = inttoptr i64 %[[WORD]] to ptr
; CHECK-NEXT: tail call void @odd(i32 %m, ptr nest %[[PASSED]])
; CHECK-LABEL: define internal void @odd(i32 %n, ptr nest
; CHECK-NOT: mul i64
; CHECK: tail call void @even(i32 %m, ptr nest
; CHECK: {{^}}last:
; CHECK: mul i64
; CHECK: notail call void @third(ptr nest
; A jump has a label like a call that passes on.
; LABELS-LABEL: define internal void @even(
; LABELS: call void asm sideeffect {{.*}}"s,i"(ptr @allocsite.records, i32 0)
; LABELS: tail call void @odd({{.*}}) #[[JUMP:[0-9]+]]
; LABELS-DAG: attributes #[[NOMERGE]] = { noinline nomerge }
; LABELS-DAG: attributes #[[JUMP]] = { nomerge }
define internal void @into() noinline {
  tail call void @even(i32 9)
  ret void
}
define internal void @even(i32 %n) noinline {
  call void @elsewhere()
  %m = sub i32 %n, 1
  tail call void @odd(i32 %m)
  ret void
}
define internal void @odd(i32 %n) noinline {
  %c = icmp eq i32 %n, 1
  br i1 %c, label %last, label %more
more:
  %m = sub i32 %n, 1
  tail call void @even(i32 %m)
  ret void
last:
  tail call void @third()
  ret void
}

; Through a pointer, and to a function of another module.
; CHECK-LABEL: define internal void @dispatches(ptr %at, ptr nest
; CHECK: mul i64
; CHECK: notail call void %next(ptr %at)
; CHECK-NEXT: ret void
define internal void @dispatches(ptr %at) noinline {
  %next = load ptr, ptr %at
  tail call void %next(ptr %at)
  ret void
}

; Who is called last by one that may be gone puts the word back, and jumps, though it has no
; frame then: who calls that one last as well is no more either.
; CHECK-LABEL: define internal void @puts_back(ptr nest
; CHECK: %[[WORD:.*]] = freeze i64
; CHECK: %[[FOUND:.*]] = load i64, ptr {{.*}}@__allocsite_thread
; CHECK: call void @elsewhere()
; CHECK-NEXT: store i64 %[[FOUND]], ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %[[PASSED:.*]] = inttoptr i64 %[[WORD]] to ptr
; CHECK-NEXT: tail call void @puts_back_too(ptr nest %[[PASSED]])
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @puts_back_too(ptr nest
define internal void @puts_back() noinline {
  call void @elsewhere()
  tail call void @puts_back_too()
  ret void
}
define internal void @puts_back_too() noinline {
  call void @elsewhere()
  ret void
}
define void @may_be_gone() {
  call void @elsewhere()
  tail call void @puts_back()
  ret void
}

define void @uses() {
  call void @first()
  call void @first()
  call void @second()
  call void @third()
  call void @into()
  call void @into()
  call void @dispatches(ptr null)
  ret void
}

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

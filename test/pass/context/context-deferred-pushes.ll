; A function that one other alone calls, under one id, pushes that id itself, in one step with
; those of its own calls: its caller passes on what it found.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

declare void @unknown()
declare void @other()
declare ptr @malloc(i64)

$inline = comdat any
$inner = comdat any
$elsewhere = comdat any

; Several pushes are one step.
; CHECK-LABEL: define void @caller(
; CHECK: %[[FOUND:.*]] = load i64, {{.*}}@__allocsite_thread
; CHECK: %[[PASSED:.*]] = inttoptr i64 %[[FOUND]] to ptr
; CHECK: call void @chain(i1 %some, ptr nest %[[PASSED]])
define void @caller(i1 %some) {
  call void @chain(i1 %some)
  ret void
}

; CHECK-LABEL: define internal void @chain(i1 %some, ptr nest %0)
; CHECK-NOT: mul
; CHECK: call void @second(i1 %some, ptr nest
define internal void @chain(i1 %some) noinline {
  call void @second(i1 %some)
  ret void
}

; CHECK-LABEL: define internal void @second(i1 %some, ptr nest %0)
; CHECK: {{^}}push:
; CHECK-NEXT: %[[POINTER:.*]] = ptrtoint ptr %0 to i64
; CHECK-NEXT: %[[TAKEN:.*]] = freeze i64 %[[POINTER]]
; CHECK-NEXT: %[[UP:.*]] = mul i64 %[[TAKEN]], 3
; CHECK-NEXT: %[[ALL:.*]] = add i64 %[[UP]], {{[0-9]+}}
; CHECK-NEXT: %[[PASSED:.*]] = inttoptr i64 %[[ALL]] to ptr
; CHECK-NEXT: call void @allocsite.push.unknown(ptr nest %[[PASSED]])
; CHECK: {{^}}end:
define internal void @second(i1 %some) noinline {
  br i1 %some, label %push, label %end
push:
  call void @unknown()
  br label %end
end:
  ret void
}

; A site counts under the word with the id of the call.
; CHECK-LABEL: define ptr @allocates(
; CHECK-NOT: mul
; CHECK: call ptr @site(
define ptr @allocates() {
  %p = call ptr @site()
  ret ptr %p
}

; CHECK-LABEL: define internal ptr @site(ptr nest %0)
; CHECK: %[[WORD:.*]] = ptrtoint ptr %0 to i64
; CHECK: %[[TAKEN:.*]] = freeze i64 %[[WORD]]
; CHECK: %[[UP:.*]] = mul i64 %[[TAKEN]], 3
; CHECK: %[[ALL:.*]] = add i64 %[[UP]],
; CHECK: %[[ENTRY:.*]] = freeze i64 %[[ALL]]
; CHECK: call {{.*}}(i64 8, i64 %[[ENTRY]], ptr {{.*}}@allocsite.tags
define internal ptr @site() noinline {
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}

; Two callers pass what they push, and one that has other calls as often.
; CHECK-LABEL: define void @first_of_two(
; CHECK: mul i64
; CHECK-LABEL: define void @second_of_two(
; CHECK: mul i64
; CHECK-LABEL: define void @busy(
; CHECK: mul i64
define void @first_of_two() {
  call void @of_two()
  ret void
}
define void @second_of_two() {
  call void @of_two()
  ret void
}
define internal void @of_two() noinline {
  call void @unknown()
  ret void
}
define void @busy(i1 %some) {
  call void @other()
  call void @of_busy(i1 %some)
  call void @other()
  ret void
}
define internal void @of_busy(i1 %some) noinline {
  call void @unknown()
  ret void
}

; Where the other calls are rare, the word for them is computed where they are.
; CHECK-LABEL: define void @mostly(
; CHECK: {{^}}seldom:
; CHECK: mul i64
; CHECK: call void @allocsite.push.other(
; CHECK: {{^}}often:
; CHECK-NOT: mul i64
; CHECK: call void @of_mostly(
define void @mostly(i1 %some) {
  br i1 %some, label %seldom, label %often, !prof !1
seldom:
  call void @other()
  br label %often
often:
  call void @of_mostly(i1 %some)
  ret void
}
define internal void @of_mostly(i1 %some) noinline {
  call void @unknown()
  ret void
}

; An inline function comes along with the inline function that calls it, and no other file
; can call it.
; CHECK-LABEL: define linkonce_odr dso_local void @inline.allocsite(
; CHECK-SAME: comdat {
; CHECK-NOT: mul i64
; CHECK: call void @inner(i1 %some, ptr nest
; CHECK-LABEL: define internal void @inner(
; CHECK-SAME: comdat($inline.allocsite) {
; CHECK: mul i64 {{.*}}, 3
; CHECK-NOT: mul i64
; CHECK: ret void
define void @uses(i1 %some) {
  call void @inline(i1 %some)
  call void @inline(i1 %some)
  ret void
}
define linkonce_odr void @inline(i1 %some) noinline comdat {
  call void @inner(i1 %some)
  ret void
}
define linkonce_odr void @inner(i1 %some) noinline comdat {
  call void @unknown()
  ret void
}

; One that is called by a function of this file alone stays everybody's.
; CHECK-LABEL: define void @own(
; CHECK: call void @elsewhere.allocsite(
; CHECK-LABEL: define linkonce_odr dso_local void @elsewhere.allocsite(
define void @own(i1 %some) {
  call void @elsewhere(i1 %some)
  ret void
}
define linkonce_odr void @elsewhere(i1 %some) noinline comdat {
  call void @unknown()
  ret void
}

!1 = !{!"branch_weights", i32 1, i32 1000}

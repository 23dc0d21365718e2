; A word that is needed behind calls lies in a slot of the stack, around all calls, or
; around those that are rare, where what needs it is not.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: %instrument %s -verify-each | %unlabelled | %FileCheck --check-prefix=ONCE %s

; The rare call alone has the slot; who comes by without it has the word in a register.
; CHECK-LABEL: define internal void @rare(
; CHECK: {{^}}begin:
; CHECK-NOT: store i64
; CHECK: br i1 %full, label %grow, label %put
; CHECK: {{^}}grow:
; CHECK: store i64 [[WORD:%.*]], ptr [[SLOT:%.*]], align
; CHECK-NOT: store i64
; CHECK: call void @local_grow(
; CHECK-NEXT: [[AGAIN:%.*]] = load i64, ptr [[SLOT]]
; CHECK-NEXT: br label %put
; CHECK: {{^}}put:
; CHECK-NEXT: [[EITHER:%.*]] = phi i64 [ [[AGAIN]], %grow ], [ [[WORD]], %begin ]
; CHECK-NOT: load i64
; CHECK: [[PASSED:%.*]] = inttoptr i64 [[EITHER]] to ptr
; CHECK-NEXT: call void @local_put(ptr nest [[PASSED]])
; CHECK-LABEL: define internal void @frequent(
define internal void @rare(i1 %empty, i1 %full) noinline {
  br i1 %empty, label %end, label %begin
begin:
  br i1 %full, label %grow, label %put, !prof !1
grow:
  call void @local_grow()
  br label %put
put:
  call void @local_put()
  br label %end
end:
  ret void
}

; As often as what needs it: once for all.
; CHECK: {{^}}begin:
; CHECK: store i64
; CHECK: {{^}}put:
; CHECK-NEXT: = load i64
; CHECK-NOT: store i64
; CHECK-LABEL: define {{.*}} @rounds(
define internal void @frequent(i1 %empty, i1 %full) noinline {
  br i1 %empty, label %end, label %begin
begin:
  call void @local_grow()
  br i1 %full, label %put, label %end, !prof !2
put:
  call void @local_put()
  br label %end
end:
  ret void
}

; What is estimated of loops is not to be relied on: once for all. What is rare in one is
; computed there each time, from the slot, since it would else be moved in front of it.
; CHECK: {{^}}loop:
; CHECK-NOT: store i64
; CHECK-NOT: mul i64
; CHECK: {{^}}rarely:
; CHECK-NEXT: [[KEPT:%.*]] = load i64, ptr
; CHECK-NEXT: = mul i64 [[KEPT]], 3
; CHECK-NOT: store i64
; CHECK: {{^}}last:
; CHECK-NEXT: = load i64, ptr
; CHECK-LABEL: define internal void @throws(
define linkonce_odr void @rounds(i1 %empty, i32 %n) noinline {
  br i1 %empty, label %end, label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %some = icmp eq i32 %i, 7
  br i1 %some, label %rarely, label %again, !prof !1
rarely:
  call void @local_grow()
  br label %again
again:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %last
last:
  tail call void @local_put()
  ret void
end:
  ret void
}

; Behind a call that may throw the word is needed on two ways.
; CHECK: {{^}}begin:
; CHECK: store i64
; CHECK: {{^}}put:
; CHECK-NEXT: = load i64
; CHECK-LABEL: define void @caller(
define internal void @throws(i1 %empty, i1 %full) noinline personality ptr @__gxx_personality_v0 {
  br i1 %empty, label %end, label %begin
begin:
  br i1 %full, label %grow, label %put, !prof !1
grow:
  invoke void @local_grow() to label %put unwind label %bad
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  br label %end
put:
  call void @local_put()
  br label %end
end:
  ret void
}

; ONCE-COUNT-1: allocsite.kept = phi
; ONCE-NOT: allocsite.kept = phi

define void @caller(i1 %a, i1 %b, i32 %n) {
  call void @rare(i1 %a, i1 %b)
  call void @frequent(i1 %a, i1 %b)
  call void @rounds(i1 %a, i32 %n)
  call void @throws(i1 %a, i1 %b)
  ret void
}

define void @other_caller(i1 %a, i1 %b, i32 %n) {
  call void @rare(i1 %a, i1 %b)
  call void @frequent(i1 %a, i1 %b)
  call void @rounds(i1 %a, i32 %n)
  call void @throws(i1 %a, i1 %b)
  call void @local_grow()
  call void @local_put()
  ret void
}

define internal void @local_grow() noinline {
  call void @unknown()
  ret void
}

define internal void @local_put() noinline {
  call void @unknown()
  ret void
}

declare void @unknown()
declare i32 @__gxx_personality_v0(...)

!1 = !{!"branch_weights", i32 1, i32 2000}
!2 = !{!"branch_weights", i32 1, i32 1}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

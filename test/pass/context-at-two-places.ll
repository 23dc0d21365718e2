; What needs the context word on two of a function's ways, and not on the one that
; leads around both, has it loaded on each.
;
; RUN: %instrument %s | %FileCheck %s
; RUN: %instrument %s | %FileCheck --check-prefix=NO-MARK %s

; NO-MARK-NOT: freeze i1

; The way that returns at once pays nothing; the others share the store that puts back.
; CHECK-LABEL: define i32 @two_ways(
; CHECK-NOT: @__allocsite_thread_v7
; CHECK: {{^}}make:
; CHECK-NEXT: [[MADE:%.*]] = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: shl i64 [[MADE]], 21
; CHECK: store i64 {{.*}}@__allocsite_thread_v7
; CHECK-NEXT: call void @unknown()
; CHECK-NOT: @__allocsite_thread_v7
; CHECK: {{^}}grow:
; CHECK-NEXT: [[GROWN:%.*]] = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: [[UP:%.*]] = shl i64 [[GROWN]], 21
; CHECK: [[SUM:%.*]] = add i64 [[UP]],
; CHECK: [[FIRST:%.*]] = freeze i64 [[SUM]]
; CHECK: [[SECOND:%.*]] = add i64 [[FIRST]], 1
; CHECK: store i64 [[SECOND]], ptr {{.*}}@__allocsite_thread_v7
; CHECK-NEXT: call void @other()
; CHECK: preds = %make, %grow
; CHECK: [[FOUND:%.*]] = load i64
; CHECK-NEXT: store i64 [[FOUND]], ptr {{.*}}@__allocsite_thread_v7
define i32 @two_ways(i1 %found, i1 %full) {
  br i1 %found, label %last, label %make
make:
  call void @unknown()
  br label %end
last:
  br i1 %full, label %grow, label %end
grow:
  call void @other()
  br label %end
end:
  ret i32 0
}

; Who needs it on all ways has it once.
; CHECK-LABEL: define void @either(
; CHECK-COUNT-1: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-LABEL: define void @three_ways(
define void @either(i1 %which) {
  br i1 %which, label %one, label %two
one:
  call void @unknown()
  ret void
two:
  call void @other()
  ret void
}

; Three loads are more than they save.
; CHECK-COUNT-1: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-LABEL: define void @again(
define void @three_ways(i32 %which) {
  switch i32 %which, label %end [ i32 0, label %one
                                  i32 1, label %two
                                  i32 2, label %three ]
one:
  call void @unknown()
  ret void
two:
  call void @other()
  ret void
three:
  call void @unknown()
  ret void
end:
  ret void
}

; The second may come behind the first, which has changed the thread's word: there is
; one load before both.
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: br i1 %first
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-LABEL: define void @loops(
define void @again(i1 %first, i1 %second) {
  br i1 %first, label %one, label %next
one:
  call void @unknown()
  br label %next
next:
  br i1 %second, label %two, label %end
two:
  call void @other()
  br label %end
end:
  ret void
}

; Before the loop, not in it.
; CHECK: {{^}}before:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: {{^}}loop:
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: {{^}}once:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-LABEL: define ptr @counts(
define void @loops(i32 %n, i1 %which) {
  %some = icmp ne i32 %n, 0
  br i1 %some, label %before, label %other
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  call void @unknown()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
other:
  br i1 %which, label %once, label %end
once:
  call void @other()
  br label %end
end:
  ret void
}

; An allocation's context is that of its way.
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: {{^}}allocate:
; CHECK-NEXT: [[OF:%.*]] = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: = call ptr @malloc(
; CHECK: call preserve_mostcc void {{.*}}@allocsite.tags{{.*}}, i64 [[OF]], i64 32)
; CHECK: {{^}}call:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK-LABEL: define void @passes(
define ptr @counts(i1 %which, i1 %other) {
  br i1 %which, label %allocate, label %next
allocate:
  %p = call ptr @malloc(i64 32)
  br label %end
next:
  br i1 %other, label %call, label %end
call:
  call void @unknown()
  br label %end
end:
  %result = phi ptr [ null, %next ], [ null, %call ], [ %p, %allocate ]
  ret ptr %result
}

; What is passed in a register is that of its way too.
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: {{^}}one:
; CHECK-NEXT: [[ONE:%.*]] = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: [[ONE_UP:%.*]] = shl i64 [[ONE]], 21
; CHECK: [[ONE_SUM:%.*]] = add i64 [[ONE_UP]],
; CHECK: [[ONE_WORD:%.*]] = freeze i64 [[ONE_SUM]]
; CHECK: [[ONE_POINTER:%.*]] = inttoptr i64 [[ONE_WORD]] to ptr
; CHECK-NEXT: call void @local(i1 %which, i1 %other, ptr nest [[ONE_POINTER]])
; CHECK: {{^}}two:
; CHECK-NEXT: [[TWO:%.*]] = load i64, ptr {{.*}}@__allocsite_thread_v7
; CHECK: [[TWO_UP:%.*]] = shl i64 [[TWO]], 21
; CHECK: [[TWO_SUM:%.*]] = add i64 [[TWO_UP]],
; CHECK: [[TWO_WORD:%.*]] = freeze i64 [[TWO_SUM]]
; CHECK: [[TWO_POINTER:%.*]] = inttoptr i64 [[TWO_WORD]] to ptr
; CHECK-NEXT: call void @other_local(ptr nest [[TWO_POINTER]])
define void @passes(i1 %which, i1 %other) {
  br i1 %which, label %one, label %next
one:
  call void @local(i1 %which, i1 %other)
  br label %end
next:
  br i1 %other, label %two, label %end
two:
  call void @other_local()
  br label %end
end:
  ret void
}

define void @calls_them_too(i1 %which, i1 %other) {
  call void @local(i1 %which, i1 %other)
  call void @other_local()
  ret void
}

define internal void @other_local() noinline {
  call void @unknown()
  ret void
}

; Of a function that takes the word in a register, what is computed from it goes down.
; CHECK-LABEL: define internal void @local(
; CHECK-NOT: shl i64
; CHECK: {{^}}one:
; CHECK: shl i64
; CHECK: {{^}}next:
; CHECK-NOT: shl i64
; CHECK: {{^}}two:
; CHECK: shl i64
define internal void @local(i1 %which, i1 %other) noinline {
  br i1 %which, label %one, label %next
one:
  call void @unknown()
  br label %end
next:
  br i1 %other, label %two, label %end
two:
  call void @other()
  br label %end
end:
  ret void
}

; What cannot be reached has no place.
; CHECK-LABEL: define void @unreached(
; CHECK-NOT: call void @unknown(
; CHECK: {{^}}again:
define void @unreached() {
  ret void
again:
  call void @unknown()
  br label %again
}

declare void @unknown()
declare void @other()
declare ptr @malloc(i64)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

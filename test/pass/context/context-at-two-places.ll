; What needs the context word on two of a function's ways, and not on the one that
; leads around both, has it loaded on each, in a block or on edges.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: %instrument %s | %unlabelled | %FileCheck --check-prefix=NO-MARK %s

; NO-MARK-NOT: freeze i1

; The way that returns at once pays nothing; the others share the store that puts back.
; CHECK-LABEL: define i32 @two_ways(
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}make:
; CHECK-NEXT: [[MADE:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: mul i64 [[MADE]], 3
; CHECK: store i64 {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown()
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}grow:
; CHECK-NEXT: [[GROWN:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: [[UP:%.*]] = mul i64 [[GROWN]], 3
; CHECK: [[SUM:%.*]] = add i64 [[UP]],
; CHECK: [[FIRST:%.*]] = freeze i64 [[SUM]]
; CHECK: [[SECOND:%.*]] = add i64 [[FIRST]], {{-?[0-9]+}}
; CHECK: store i64 [[SECOND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @other()
; CHECK: preds = %make, %grow
; CHECK: [[FOUND:%.*]] = load i64
; CHECK-NEXT: store i64 [[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
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
; CHECK-COUNT-1: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
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
; CHECK-COUNT-1: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
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

; The second may come behind the first: it is loaded above both.
; CHECK: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: br i1 %first, label %one, label %next
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call void @other()
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
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}loop:
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}once:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
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
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}allocate:
; CHECK-NEXT: [[OF:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: = notail call ptr @malloc(
; CHECK: call preserve_mostcc void {{.*}}, i64 [[OF]], i64 32)
; CHECK: {{^}}call:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
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
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}one:
; CHECK-NEXT: [[ONE:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: [[ONE_UP:%.*]] = mul i64 [[ONE]], 3
; CHECK: [[ONE_SUM:%.*]] = add i64 [[ONE_UP]],
; CHECK: [[ONE_WORD:%.*]] = freeze i64 [[ONE_SUM]]
; CHECK: [[ONE_POINTER:%.*]] = inttoptr i64 [[ONE_WORD]] to ptr
; CHECK-NEXT: call void @local(i1 %which, i1 %other, ptr nest [[ONE_POINTER]])
; CHECK: {{^}}two:
; CHECK-NEXT: [[TWO:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: [[TWO_UP:%.*]] = mul i64 [[TWO]], 3
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
; CHECK-NOT: mul i64
; CHECK: {{^}}one:
; CHECK: mul i64
; CHECK: {{^}}next:
; CHECK-NOT: mul i64
; CHECK: {{^}}two:
; CHECK: mul i64
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

; One need is behind another, which the thread's word is another after: the way that
; comes to it alone has its load on the edges from the switch, which are split together,
; and the way that needs nothing pays nothing, though it ends with the others.
; CHECK-LABEL: define i32 @falls(
; CHECK-NEXT: [[SLOT:%.*]] = alloca i64
; CHECK-NEXT: switch i32 %kind, label %[[EDGES:.*]] [
; CHECK-NEXT: i32 0, label %end
; CHECK-NEXT: i32 1, label %number
; CHECK-NEXT: i32 2, label %[[EDGES]]
; CHECK: {{^}}number:
; CHECK-NEXT: [[NUMBER:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: store i64 [[NUMBER]], ptr [[SLOT]]
; CHECK: call void @unknown()
; CHECK-NEXT: br label %other
; CHECK: {{^}}[[EDGES]]:
; CHECK-NEXT: [[ALONE:%.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: store i64 [[ALONE]], ptr [[SLOT]]
; CHECK: br label %other
; CHECK: {{^}}other:
; CHECK-NEXT: %from = phi i32
; CHECK-NEXT: [[EITHER:%.*]] = load i64, ptr [[SLOT]]
; CHECK: mul i64 [[EITHER]], 3
; CHECK: store i64 {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @other()
; CHECK-NEXT: br label %[[BACK:.*]]
; CHECK: {{^}}[[BACK]]:
; CHECK-NEXT: [[FOUND:%.*]] = load i64, ptr [[SLOT]]
; CHECK-NEXT: store i64 [[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}end:
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @guarded(
define i32 @falls(i32 %kind) {
  switch i32 %kind, label %other [ i32 0, label %end
                                   i32 1, label %number
                                   i32 2, label %other ]
number:
  call void @unknown()
  br label %other
other:
  %from = phi i32 [ 1, %0 ], [ 1, %0 ], [ 2, %number ]
  call void @other()
  br label %end
end:
  %result = phi i32 [ 0, %0 ], [ %from, %other ]
  ret i32 %result
}

; On the edge into a loop, which the way around it does not take; nor is it computed in
; the loop.
; CHECK-NEXT: [[KEPT:%.*]] = alloca i64
; CHECK-NEXT: %some = icmp ne i32 %n, 0
; CHECK-NEXT: br i1 %some, label %[[EDGE:.*]], label %end
; CHECK: {{^}}[[EDGE]]:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: mul i64
; CHECK: br label %loop
; CHECK: {{^}}loop:
; CHECK-NOT: = load i64
; CHECK-NOT: mul i64
; CHECK: [[KEPT_WORD:%.*]] = load i64, ptr [[KEPT]]
; CHECK-NEXT: store i64 [[KEPT_WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}end:
; CHECK-LABEL: define void @puts_back_each_round(
define void @guarded(i32 %n) {
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %one, label %again
one:
  call void @unknown()
  br label %again
again:
  call void @other()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nor in a loop that puts the word back in each round.
; CHECK: {{^}}[[EDGE:.*]]: ; preds = %0
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: br label %loop
; CHECK: {{^}}loop:
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @caught(
define void @puts_back_each_round(i32 %n) {
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %one, label %again
one:
  call void @puts_back()
  br label %again
again:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The edge into a landing pad cannot be split: the load is before the invoke, and is that
; of what needs it behind.
; CHECK: {{^}}calls:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: invoke void @unknown()
; CHECK: {{^}}computes:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: invoke void @leaf()
; CHECK-NEXT: to label %done unwind label %bad
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @jumps(
define void @caught(i32 %n, i1 %more) personality ptr @__gxx_personality_v0 {
  switch i32 %n, label %end [ i32 0, label %calls
                              i32 1, label %computes ]
calls:
  invoke void @unknown() to label %end unwind label %bad
computes:
  invoke void @leaf() to label %done unwind label %bad
done:
  br i1 %more, label %last, label %end
last:
  call void @unknown()
  br label %end
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @other()
  br label %end
end:
  ret void
}

; Nor can those of a computed jump.
; CHECK: {{^}}next:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: indirectbr ptr %where, [label %one, label %two, label %skip]
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @deepest(
define void @jumps(i1 %first, ptr %where) {
  br i1 %first, label %end, label %next
next:
  indirectbr ptr %where, [ label %one, label %two, label %skip ]
one:
  call void @unknown()
  br label %two
two:
  call void @other()
  br label %end
skip:
  br label %end
end:
  ret void
}

; Of three places, the two that are nearest become one. The third stays on its edge.
; CHECK-NEXT: alloca i64
; CHECK-NEXT: switch i32 %which
; CHECK: {{^}}pair:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}fork:
; CHECK-NEXT: br i1 %less, label %[[EDGE:.*]], label %end
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}[[EDGE]]: ; preds = %fork
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @all_of_a_part(
define void @deepest(i32 %which, i1 %more, i1 %less) {
  switch i32 %which, label %end [ i32 0, label %pair
                                  i32 1, label %fork ]
pair:
  br i1 %more, label %one, label %rest
rest:
  br i1 %less, label %two, label %end
fork:
  br i1 %less, label %three, label %end
one:
  call void @unknown()
  br label %end
two:
  call void @other()
  br label %three
three:
  call void @unknown()
  br label %end
end:
  ret void
}

; Two that no way leads around are one before there are too many.
; CHECK-NEXT: alloca i64
; CHECK-NEXT: switch i32 %which
; CHECK: {{^}}both:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: br i1 %more, label %one, label %two
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-LABEL: define void @anew(
define void @all_of_a_part(i32 %which, i1 %more) {
  switch i32 %which, label %end [ i32 0, label %both
                                  i32 1, label %both
                                  i32 2, label %next ]
next:
  %whether = icmp ugt i32 %which, 7
  br i1 %whether, label %both, label %end
both:
  br i1 %more, label %one, label %two
one:
  call void @unknown()
  br label %end
two:
  call void @other()
  br label %end
end:
  ret void
}

; Where the word has been put back between them, each has its own.
; CHECK: {{^}}one:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call void @unknown()
; CHECK: {{^}}next:
; CHECK-NOT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}two:
; CHECK-NEXT: = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call void @puts_back(ptr nest
; CHECK-LABEL: define void @unreached(
define void @anew(i1 %first, i1 %second) {
  br i1 %first, label %one, label %next
one:
  call void @unknown()
  br label %next
next:
  br i1 %second, label %two, label %end
two:
  call void @puts_back()
  br label %end
end:
  ret void
}

; What cannot be reached has no place.
; CHECK-NOT: call void @unknown(
; CHECK: {{^}}again:
define void @unreached() {
  ret void
again:
  call void @unknown()
  br label %again
}

define internal void @leaf() noinline {
  ret void
}

define internal void @puts_back() noinline {
  call void @unknown()
  ret void
}

define void @ends_in_it() {
  call void @unknown()
  tail call void @puts_back()
  ret void
}

declare void @unknown()
declare void @other()
declare ptr @malloc(i64)
declare i32 @__gxx_personality_v0(...)

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

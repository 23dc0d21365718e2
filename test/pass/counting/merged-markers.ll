; GVNSink makes one marker of two, whose id is a phi: it is lowered with a choice at
; run time, and neither site is dropped.
;
; RUN: %pipeline -passes='allocsite-mark,gvn-sink,allocsite,verify' %s | %FileCheck %s

; The text of the records begins with "ObStack ObStack::alloc".
; CHECK: @allocsite.records = {{.*}}\07ObStack\00\83\08\06::alloc
; CHECK-LABEL: define ptr @choose(
; CHECK: [[ID:%.*]] = phi i32 [ {{[12], %(left|right)}} ], [ {{[12], %(left|right)}} ]
; CHECK: [[IS:%.*]] = icmp eq i32 [[ID]], {{[12]}}
; CHECK: select i1 [[IS]], i64 {{1, i64 2|2, i64 1}}
; CHECK: call {{.*}}@__allocsite_miss_v{{[0-9]+}}({{.*}}i64 24{{[, ]}}
; CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
define ptr @choose(i1 %c, ptr %s) {
  br i1 %c, label %left, label %right
left:
  %p = call ptr @_ZN7ObStack5allocEm(ptr %s, i64 24)
  br label %join
right:
  %q = call ptr @_ZN7ObStack5allocEm(ptr %s, i64 24)
  br label %join
join:
  %r = phi ptr [ %p, %left ], [ %q, %right ]
  ret ptr %r
}

define ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n) {
  ret ptr %s
}

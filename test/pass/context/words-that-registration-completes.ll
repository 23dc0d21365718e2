; Ids and the beginnings of tags are words of the module: one for each constant, which
; holds it until the runtime adds the base.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-DAG: @allocsite.ids = internal global [3 x i64] [i64 1, i64 3, i64 5]
; CHECK-DAG: @allocsite.tags = internal global [2 x i64] [i64 {{-?[0-9]+}}, i64 {{-?[0-9]+}}]
; CHECK-DAG: @allocsite.module = {{.*}} i32 3, i32 2, {{.*}}@allocsite.ids, {{.*}}@allocsite.tags

; Of the calls of a function, one is looked up, and the others differ from it.
; CHECK-LABEL: define void @two(
; CHECK: load i64, ptr {{.*}}@allocsite.ids
; CHECK-NOT: @allocsite.ids
; CHECK: ret void
define void @two() {
  call void @unknown()
  call void @other()
  ret void
}

; A site that calls passes the word's address.
; CHECK-LABEL: define ptr @called(
; CHECK: call {{.*}}(i64 24, i64 %allocsite.context, ptr {{.*}}@allocsite.tags
; CHECK: ret ptr
define ptr @called() {
  call void @unknown()
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable(
; CHECK: call {{.*}}(i64 %n, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}1)
; CHECK: ret ptr
define ptr @variable(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

declare void @unknown()
declare void @other()
declare ptr @malloc(i64)

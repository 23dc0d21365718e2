; The beginnings of tags are words of the module: one for each constant, which holds it until
; the runtime adds the base. What calls push is known already, and no word.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK: @allocsite.tags = internal global [2 x i64] [i64 {{-?[0-9]+}}, i64 {{-?[0-9]+}}]
; CHECK: @allocsite.module = {{.*}}, i32 2, ptr {{.*}}@allocsite.tags
; CHECK-NOT: internal global

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
declare ptr @malloc(i64)

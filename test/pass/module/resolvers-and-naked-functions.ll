; Resolvers of ifuncs, and all that they call, run before thread-local storage
; exists; naked functions have no frame. Neither is touched.
;
; RUN: %instrument %s | %FileCheck %s

@fast = ifunc void (), ptr @resolver

; CHECK-LABEL: define ptr @resolver(
; CHECK-NOT: __allocsite
; CHECK: ret ptr
define ptr @resolver() {
  %p = call ptr @malloc(i64 1)
  call void @called_by_resolver()
  ret ptr @plain
}
; CHECK-LABEL: define void @called_by_resolver(
; CHECK-NOT: __allocsite
; CHECK: ret void
define void @called_by_resolver() {
  %p = call ptr @malloc(i64 2)
  call void @unknown()
  ret void
}
; CHECK-LABEL: define void @naked(
; CHECK-NOT: __allocsite
; CHECK: unreachable
define void @naked() naked {
  %p = call ptr @malloc(i64 3)
  call void @unknown()
  unreachable
}
; CHECK-LABEL: define void @plain(
; CHECK: call {{.*}}(i64 4, {{.*}}@allocsite.tags
define void @plain() {
  %p = call ptr @malloc(i64 4)
  ret void
}
declare ptr @malloc(i64)
declare void @unknown()

; Nothing may stand between a musttail call and its return: it is counted before,
; and finds the context word that its function found.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define ptr @library(
; CHECK: call {{.*}}@allocsite.tags
; CHECK-NOT: store i64 {{.*}}, ptr @__allocsite_thread.v{{[0-9]+}}
; CHECK: musttail call ptr @malloc(i64 %n)
; CHECK-NEXT: ret ptr
define ptr @library(i64 %n) {
  %p = musttail call ptr @malloc(i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @arena(
; CHECK: call {{.*}}@allocsite.tags
; CHECK: musttail call ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n)
; CHECK-NEXT: ret ptr
define ptr @arena(ptr %s, i64 %n) {
  %p = musttail call ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n)
  ret ptr %p
}

; After an ordinary call the entry word is put back before the jump.
; CHECK-LABEL: define void @jumps(
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call void @unknown()
; CHECK: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: musttail call void @unknown()
; CHECK-NEXT: ret void
define void @jumps() {
  call void @unknown()
  musttail call void @unknown()
  ret void
}

define ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n) {
  ret ptr %s
}
declare ptr @malloc(i64)
declare void @unknown()

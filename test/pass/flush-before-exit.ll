; What ends the process without exit handlers is preceded by a flush, so that the
; profile is written; what does not is not.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define void @ends(
; CHECK: call void @__allocsite_flush_v8()
; CHECK-NEXT: call void @_exit(i32 1)
; CHECK: call void @__allocsite_flush_v8()
; CHECK-NEXT: call void @abort()
; CHECK: call void @__allocsite_flush_v8()
; CHECK-NEXT: call i32 @execv(
; CHECK-NOT: call void @__allocsite_flush_v8()
; CHECK: call void @exit(i32 1)
define void @ends(ptr %p, ptr %q) {
  call void @_exit(i32 1)
  call void @abort()
  %r = call i32 @execv(ptr %p, ptr %q)
  call void @exit(i32 1)
  ret void
}
declare void @_exit(i32)
declare void @abort()
declare i32 @execv(ptr, ptr)
declare void @exit(i32)

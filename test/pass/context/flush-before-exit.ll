; What ends the process without exit handlers is preceded by a flush, so that the
; profile is written; what does not is not. The flush is told how the process ends, and with which
; status (256: it is known).
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

; CHECK-LABEL: define void @ends(
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 259, i32 1)
; CHECK-NEXT: call void @_exit(i32 1)
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 4, i32 0)
; CHECK-NEXT: call void @abort()
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 5, i32 0)
; CHECK-NEXT: call i32 @execv(
; CHECK-NOT: call void @__allocsite_flush_v{{[0-9]+}}(
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

; A system call by the number of such a one, and no other: getpid, exit (of the thread
; alone), one that is not known.
; CHECK-LABEL: define void @endsByNumber(
; CHECK-NOT: call void @__allocsite_flush_v{{[0-9]+}}(
; CHECK: syscall(i64 39{{[,)]}}
; CHECK-NOT: call void @__allocsite_flush_v{{[0-9]+}}(
; CHECK: syscall(i64 60{{[,)]}}
; CHECK-NOT: call void @__allocsite_flush_v{{[0-9]+}}(
; CHECK: syscall(i64 %n{{[,)]}}
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 5, i32 0)
; CHECK: syscall(i64 59{{[,)]}}
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 5, i32 0)
; CHECK: syscall(i64 322{{[,)]}}
; CHECK: call void @__allocsite_flush_v{{[0-9]+}}(i32 259, i32 1)
; CHECK: syscall(i64 231{{[,)]}}
define void @endsByNumber(i64 %n, ptr %p) {
  %a = call i64 (i64, ...) @syscall(i64 39)
  %b = call i64 (i64, ...) @syscall(i64 60, i32 1)
  %c = call i64 (i64, ...) @syscall(i64 %n, i32 1)
  %d = call i64 (i64, ...) @syscall(i64 59, ptr %p, ptr %p, ptr %p)
  %e = call i64 (i64, ...) @syscall(i64 322, i32 0, ptr %p, ptr %p, ptr %p, i32 0)
  %f = call i64 (i64, ...) @syscall(i64 231, i32 1)
  ret void
}
declare i64 @syscall(i64, ...)

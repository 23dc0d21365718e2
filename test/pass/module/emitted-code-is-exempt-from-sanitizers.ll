; Every access that the pass emits is no business of a sanitizer: the one of threads
; instruments none of them, only that of the program. (The one of LLVM 14 and 16 asks for
; no exemption.)
;
; REQUIRES: llvm-ge-19
; RUN: %pipeline -passes='allocsite,function(tsan),verify' %s | %FileCheck %s
; RUN: %pipeline -passes='allocsite,function(tsan),verify' %s | grep -cE "call void @__tsan_(unaligned_)?(read|write)" | %FileCheck %s --check-prefix=ONE
;
; ONE: {{^}}1{{$}}
; CHECK-LABEL: define ptr @f(
; CHECK: call void @__tsan_write8(ptr %own)
; CHECK: {{call|invoke}} {{.*}}@malloc(i64 24)
; CHECK: {{call|invoke}} {{preserve_mostcc|x86_regcallcc}} {{.*}} i64 24)
define ptr @f(ptr %own) sanitize_thread {
  store i64 1, ptr %own, align 8
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}
declare ptr @malloc(i64)

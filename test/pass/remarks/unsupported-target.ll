; Code for another target is left as it is, after one warning.
;
; RUN: %instrument %s -o %t.out.ll 2> %t.err
; RUN: %opt -S %opaque %s -o %t.plain.ll && cmp %t.plain.ll %t.out.ll
; RUN: %FileCheck %s --input-file=%t.err
;
; CHECK: warning: allocsite: target 'nvptx64-nvidia-cuda' is not supported
; CHECK-NOT: warning:
target triple = "nvptx64-nvidia-cuda"
define ptr @f(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define ptr @g(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
declare ptr @malloc(i64)

; For a target that is not supported each allocation is a missed remark, beside the one
; warning.
;
; RUN: %opt_pass %opaque -passes=allocsite -S -o /dev/null -pass-remarks-missed=allocsite %s 2>&1 | %FileCheck %s
;
; CHECK: warning: allocsite: target 'nvptx64-nvidia-cuda' is not supported
; CHECK: remark: {{.*}}malloc is not counted: the target is not supported [target]
; CHECK-NOT: remark:
target triple = "nvptx64-nvidia-cuda"
define ptr @f(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
declare ptr @malloc(i64)

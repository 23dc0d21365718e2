; A function whose strong copy lies elsewhere may be inlined from this one, by
; ThinLTO after the pass: it is instrumented as any other.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define available_externally ptr @copy(
; CHECK: call {{.*}}(i64 24, {{.*}}@allocsite.tags
define available_externally ptr @copy() {
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}
declare ptr @malloc(i64)

; The size of an inlined arena call is known when compiling: it reaches the counter
; as a number, and the tag needs no multiplication for it at run time.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define ptr @constant(
; CHECK-NOT: ptrtoint
; CHECK: select {{.*}}@allocsite.tags
; CHECK-NEXT: call {{.*}}, i64 24)
define ptr @constant(ptr %s) {
  %p = call ptr @_ZN7ObStack5allocEm(ptr %s, i64 24)
  ret ptr %p
}

define ptr @_ZN7ObStack5allocEm(ptr %s, i64 %n) {
  ret ptr %s
}

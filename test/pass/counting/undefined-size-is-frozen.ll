; A size that is undefined in a run is one value for the tag and for the row: it is
; frozen before both. (So it is where the hit is inline, see hits-inline-and-called.c.)
; Through a gate it goes in the register in which the allocator takes it.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define ptr @f(
; CHECK: [[N:%.*]] = freeze i64 %n
; CHECK-NOT: i64 %n
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
define ptr @f(i64 %n) {
  %p = call fastcc ptr @malloc(i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @gate(
; CHECK-NOT: freeze
; CHECK: call ptr %{{[0-9]+}}(i64 %n, {{.*}}@allocsite.tags
; CHECK-NOT: %n
; CHECK: ret ptr
define ptr @gate(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @before(
; CHECK: [[N:%.*]] = freeze i64 %n
; CHECK-NOT: i64 %n
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
; CHECK-NEXT: musttail call
define ptr @before(i64 %n) {
  %p = musttail call ptr @malloc(i64 %n)
  ret ptr %p
}
declare ptr @malloc(i64)

; IR that was instrumented is left alone: by another run, by a whole pipeline, and
; so at link time.
;
; RUN: %instrument %s -o %t.once.ll
; RUN: %instrument %t.once.ll -o %t.twice.ll
; RUN: sed 1d %t.once.ll > %t.1 && sed 1d %t.twice.ll > %t.2 && cmp %t.1 %t.2
; RUN: %pipeline -passes='default<O2>' %t.once.ll | %FileCheck %s
;
; CHECK: call {{.*}}@allocsite.tags
; CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
define ptr @f() {
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}
declare ptr @malloc(i64)

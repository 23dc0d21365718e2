; Skip's C functions with count and size.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define ptr @both(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 15)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 28)
define ptr @both() {
  %p = call ptr @SKIP_Obstack_calloc(i64 3, i64 5)
  %q = call ptr @SKIP_Obstack_calloc_pinned(i64 4, i64 7)
  ret ptr %q
}

declare ptr @SKIP_Obstack_calloc(i64, i64)
declare ptr @SKIP_Obstack_calloc_pinned(i64, i64)

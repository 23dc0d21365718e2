; A callee that is read from memory is read behind the push, so that code generation makes
; one instruction of it and the call: unless something may be stored in between that it would
; read, or others use it too.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

; CHECK-LABEL: define i64 @late(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: %callee = load ptr, ptr %slot
; CHECK-NEXT: call i64 %callee(i64 %m)
define i64 @late(ptr %at, i64 %n) {
  %table = load ptr, ptr %at
  %slot = getelementptr inbounds ptr, ptr %table, i64 2
  %callee = load ptr, ptr %slot
  %m = add i64 %n, 1
  %r = call i64 %callee(i64 %m)
  %s = add i64 %r, 1
  ret i64 %s
}

; CHECK-LABEL: define i64 @stored_between(
; CHECK: %callee = load ptr, ptr %slot
; CHECK-NEXT: store i64 %n, ptr %table
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 %callee(
define i64 @stored_between(ptr %at, i64 %n) {
  %table = load ptr, ptr %at
  %slot = getelementptr inbounds ptr, ptr %table, i64 2
  %callee = load ptr, ptr %slot
  store i64 %n, ptr %table
  %r = call i64 %callee(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}

; CHECK-LABEL: define i64 @used_again(
; CHECK: %callee = load ptr, ptr %slot
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 %callee(
define i64 @used_again(ptr %at, i64 %n) {
  %slot = load ptr, ptr %at
  %callee = load ptr, ptr %slot
  %number = ptrtoint ptr %callee to i64
  %r = call i64 %callee(i64 %number)
  %s = add i64 %r, 1
  ret i64 %s
}

; CHECK-LABEL: define i64 @volatile(
; CHECK: %callee = load volatile ptr, ptr %slot
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 %callee(
define i64 @volatile(ptr %at, i64 %n) {
  %slot = load ptr, ptr %at
  %callee = load volatile ptr, ptr %slot
  %r = call i64 %callee(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}

; CHECK-LABEL: define i64 @table_that_was_passed(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: %callee = load ptr, ptr %slot
; CHECK-NEXT: call i64 %callee(
define i64 @table_that_was_passed(ptr %slot, i64 %n) {
  %callee = load ptr, ptr %slot
  %r = call i64 %callee(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}

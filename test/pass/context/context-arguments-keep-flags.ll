; A call that passes its context in a register is in all else the call that it was.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define double @calls(
; CHECK: tail call fast double @local(double %x, ptr nest %
; CHECK-SAME: !note
define double @calls(double %x) {
  %r = tail call fast double @local(double %x), !note !0
  %s = fadd double %r, 1.0
  ret double %s
}

define internal double @local(double %x) {
  call void @unknown()
  ret double %x
}

declare void @unknown()
!0 = !{}

; LLVM 14 runs nothing of a plugin's at the end of a link.
;
; REQUIRES: llvm-14
; RUN: env ALLOCSITE_PASS_OPTIONS=lto=1 not %instrument %s -o /dev/null 2>&1 | %FileCheck %s
; CHECK: allocsite: 'lto' is '1', which needs LLVM 16 or newer
define void @f() {
  ret void
}

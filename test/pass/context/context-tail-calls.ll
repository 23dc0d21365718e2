; A call that may become a jump leaves the word as its function found it, for the
; frame is gone while the callee runs; the word is put back where it was changed.
; With tail-frames=keep it is an ordinary call, as it is in main and in functions
; that do not recurse, where that costs one frame.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: env ALLOCSITE_PASS_OPTIONS=tail-frames=keep %instrument %s | %unlabelled | %FileCheck %s --check-prefix=KEEP

; CHECK-LABEL: define void @jumps(
; CHECK: call void @unknown()
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: tail call void @other()
; CHECK-NEXT: ret void
; KEEP-LABEL: define void @jumps(
; KEEP: call void @unknown()
; KEEP: notail call void @other()
; KEEP-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; KEEP-NEXT: ret void
define void @jumps() {
  call void @unknown()
  tail call void @other()
  ret void
}

; CHECK-LABEL: define void @only_jumps(
; CHECK-NEXT: tail call void @other()
; CHECK-NEXT: ret void
define void @only_jumps() {
  tail call void @other()
  ret void
}

; The flag alone makes no jump: something follows.
; CHECK-LABEL: define i64 @no_jump(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: tail call i64 @number()
define i64 @no_jump() {
  %n = tail call i64 @number()
  %m = add i64 %n, 1
  ret i64 %m
}

; CHECK-LABEL: define void @does_not_recurse(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: notail call void @other()
define void @does_not_recurse() norecurse {
  tail call void @other()
  ret void
}

; CHECK-LABEL: define i32 @main(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: %n = notail call i32 @status()
define i32 @main() {
  %n = tail call i32 @status()
  ret i32 %n
}

declare void @unknown()
declare void @other()
declare i64 @number()
declare i32 @status()

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

; Code that unwinds or jumps stores the unknown word before it does. Three such places of
; a unit call a function that does, and that can be unwound from where all functions can.
; Two store it themselves.
;
; RUN: %instrument %s | %FileCheck %s
; RUN: sed 's/"uwtable", i32 1/"PIC Level", i32 2/' %s | %instrument | %FileCheck %s --check-prefix=PIC
; RUN: sed '/^define.*@jumps_too/,/^}/d' %s | %instrument | %FileCheck %s --check-prefix=TWO
;
; CHECK-LABEL: define void @jumps(
; CHECK-NOT: store
; CHECK: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: call void @longjmp(
; CHECK-LABEL: define void @jumps_too(
; CHECK: call preserve_mostcc void @allocsite.leave()
; CHECK-LABEL: define void @unwinds(
; CHECK: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: resume
; CHECK-LABEL: define internal preserve_mostcc void @allocsite.leave() #
; CHECK-SAME: [[ATTRIBUTES:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
; CHECK: attributes #[[ATTRIBUTES]] = { cold noinline nounwind optsize uwtable
;
; PIC-LABEL: define void @jumps(
; PIC: call preserve_mostcc void @allocsite.leave()
; PIC-LABEL: define internal preserve_mostcc void @allocsite.leave() #
; PIC: store i64 1, ptr addrspace(257)
;
; TWO-NOT: @allocsite.leave
; TWO: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; TWO-NOT: @allocsite.leave
; TWO: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; TWO-NOT: @allocsite.leave
define void @jumps(ptr %b) {
  call void @longjmp(ptr %b, i32 1)
  unreachable
}
define void @jumps_too(ptr %b) {
  call void @longjmp(ptr %b, i32 2)
  unreachable
}
define void @unwinds() personality ptr @__gxx_personality_v0 {
  invoke void @unknown() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

declare void @unknown()
declare void @longjmp(ptr, i32)
declare i32 @__gxx_personality_v0(...)
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"uwtable", i32 1}

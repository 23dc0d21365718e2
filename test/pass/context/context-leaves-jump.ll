; Five calls of one function that does not come back are calls of a function of the module,
; which stores the unknown word and jumps to it: no code is left where they were. Four are
; not, nor where the callee takes a struct.
;
; RUN: %instrument %s | %FileCheck %s
; RUN: sed '/^define.*@five(/,/^}/d' %s | %instrument | %FileCheck %s --check-prefix=FOUR
;
; CHECK-LABEL: define void @one(
; CHECK-NOT: store
; CHECK-NOT: allocsite.leave()
; CHECK: call void @allocsite.leave._ZSt20__throw_length_errorPKc(ptr %p) #[[NORETURN:[0-9]+]]
; CHECK-LABEL: define void @four(
; CHECK: invoke void @allocsite.leave._ZSt20__throw_length_errorPKc(ptr %p)
; CHECK: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: resume
; CHECK-LABEL: define void @variadic(
; CHECK-NOT: store
; CHECK: call void (ptr, ...) @allocsite.leave._ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1)
; CHECK-LABEL: define void @structs(
; CHECK: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: call void @_ZSt13__throw_largePv(
;
; CHECK-LABEL: define internal void @allocsite.leave._ZSt20__throw_length_errorPKc(ptr %0)
; CHECK: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: musttail call void @_ZSt20__throw_length_errorPKc(ptr %0)
; CHECK-NEXT: ret void
; CHECK-LABEL: define internal void @allocsite.leave._ZSt24__throw_out_of_range_fmtPKcz(ptr %0, ...)
; CHECK: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: musttail call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %0, ...)
; CHECK-NEXT: ret void
; CHECK-NOT: define internal void @allocsite.leave.
; CHECK: attributes #[[NORETURN]] = { noreturn }
;
; FOUR-NOT: @allocsite.leave._ZSt20
; FOUR: call preserve_mostcc void @allocsite.leave()
; FOUR-NEXT: call void @_ZSt20__throw_length_errorPKc(
; FOUR-NOT: @allocsite.leave._ZSt20
define void @one(ptr %p) {
  call void @_ZSt20__throw_length_errorPKc(ptr %p) noreturn
  unreachable
}
define void @two(ptr %p) {
  call void @_ZSt20__throw_length_errorPKc(ptr %p) noreturn
  unreachable
}
define void @three(ptr %p) {
  call void @_ZSt20__throw_length_errorPKc(ptr %p) noreturn
  unreachable
}
define void @four(ptr %p) personality ptr @__gxx_personality_v0 {
  invoke void @_ZSt20__throw_length_errorPKc(ptr %p) noreturn to label %never unwind label %bad
never:
  unreachable
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
define void @five(ptr %p) {
  call void @_ZSt20__throw_length_errorPKc(ptr %p) noreturn
  unreachable
}
define void @variadic(ptr %p) {
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1) noreturn
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1) noreturn
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1) noreturn
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1) noreturn
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p, i32 1) noreturn
  unreachable
}
define void @structs(ptr %p) {
  call void @_ZSt13__throw_largePv(ptr byval([64 x i8]) %p) noreturn
  call void @_ZSt13__throw_largePv(ptr byval([64 x i8]) %p) noreturn
  call void @_ZSt13__throw_largePv(ptr byval([64 x i8]) %p) noreturn
  call void @_ZSt13__throw_largePv(ptr byval([64 x i8]) %p) noreturn
  call void @_ZSt13__throw_largePv(ptr byval([64 x i8]) %p) noreturn
  unreachable
}

declare void @_ZSt20__throw_length_errorPKc(ptr)
declare void @_ZSt24__throw_out_of_range_fmtPKcz(ptr, ...)
declare void @_ZSt13__throw_largePv(ptr byval([64 x i8]))
declare i32 @__gxx_personality_v0(...)

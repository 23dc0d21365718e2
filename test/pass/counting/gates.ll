; Calls of functions that others define go through gates, and pass what is to be counted
; behind what the callee takes, where the bytes are one of three arguments at most, all in
; registers. Code for executables loads them from the runtime, that for shared objects from
; its state, which has functions that go on; there only what each program has goes through
; gates, since other functions may not be there until they are called. Calls that share the store of their word pass
; it, and what stores it.
;
; RUN: split-file %s %t
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %instrument %t/m.ll | %unlabelled | %FileCheck %s
; RUN: sed 's/^;for-pic //' %t/m.ll > %t.pic.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %instrument %t.pic.ll | %unlabelled | %FileCheck %s --check-prefix=PIC
; RUN: sed 's/^;for-lto //' %t/m.ll > %t.lto.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %instrument %t.lto.ll | %unlabelled | %FileCheck %s --check-prefix=LTO
;
; PIC: @allocsite.state = internal global {{.*}}, ptr @allocsite.go.on.1, ptr null, ptr null, ptr null, ptr null, ptr null }, section ".data.allocsite"
; PIC-LABEL: define ptr @single(
; PIC: call noalias ptr @{{(allocsite.push.)?}}once(i64 zeroext %n
; PIC-LABEL: define ptr @throws(
; PIC: [[TO:%[0-9]+]] = load ptr, ptr {{.*}}@allocsite.state
; PIC-NEXT: invoke ptr [[TO]]({{.*}}, ptr @_Znwm)
; PIC: define internal void @allocsite.go.on.1() #[[NAKED:[0-9]+]] section ".text.allocsite" {
; PIC: call void asm sideeffect "jmpq *%rcx", ""()
; PIC: unreachable
; PIC: attributes #[[NAKED]] = { {{.*}}naked
; LTO-NOT: __allocsite_gate
;
; The store of the word stays before the one call, and what is returned is what the gate
; gives. The attributes stay, but for what the callee was known to touch.
; CHECK-LABEL: define ptr @single(
; CHECK: store i64 %{{[0-9]+}}, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: [[TO:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}, align 8, !nosanitize
; CHECK-NEXT: %p = call noalias ptr [[TO]](i64 zeroext %n, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}, ptr @once) #[[NOTHROW:[0-9]+]]
; CHECK-NOT: @allocsite.tags
; CHECK: ret ptr %p
;
; CHECK-LABEL: define void @shapes(
; CHECK: load ptr, ptr @__allocsite_gate_2_of_3_v{{[0-9]+}}
; CHECK: call ptr %{{[0-9]+}}(ptr null, i64 3, i32 7, i64 %allocsite.context, {{.*}}, ptr @three)
; CHECK: load ptr, ptr @__allocsite_gate_3_of_3_v{{[0-9]+}}
; CHECK: call ptr %{{[0-9]+}}(ptr null, i64 1, i64 %n, i64 %allocsite.context, {{.*}}, ptr @last)
; CHECK: ret void
;
; CHECK-LABEL: define ptr @throws(
; CHECK: %p = invoke ptr %{{[0-9]+}}(i64 24, i64 %allocsite.context, ptr {{.*}}@allocsite.tags
; CHECK-NEXT: to label %ok unwind label %bad
; CHECK: {{^}}ok:
; CHECK-NOT: @allocsite.tags
; CHECK: ret ptr %p
;
; CHECK-LABEL: define void @three_times(
; CHECK-NOT: store {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call ptr %{{[0-9]+}}(i64 1, i64 %allocsite.context, {{.*}}, ptr @allocsite.push.often, ptr nest %
; CHECK-NOT: store {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call ptr %{{[0-9]+}}(i64 2, i64 %allocsite.context, {{.*}}, ptr @allocsite.push.often, ptr nest %
; CHECK-NOT: store {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call ptr %{{[0-9]+}}(i64 3, i64 %allocsite.context, {{.*}}, ptr @allocsite.push.often, ptr nest %
;
; No gate: bytes that are no argument or are not as wide as a register, a fourth argument,
; one that is no number, variable ones, another convention, an own function, one of which
; the compiler is to speak or that keeps all registers; at -O0, and where frame pointers are
; kept.
; CHECK-LABEL: define void @without(
; CHECK: call ptr @product(i64 %n, i64 8)
; CHECK: call ptr @narrow(i32 %k)
; CHECK: call ptr @four(i64 0, i64 0, i64 0, i64 32)
; CHECK: call ptr @real(double 0.000000e+00, i64 33)
; CHECK: call ptr (i64, ...) @variable(i64 34)
; CHECK: call fastcc ptr @fast(i64 35)
; CHECK: call ptr @own(i64 36)
; CHECK: call ptr @spoken_of(i64 38)
; CHECK: call ptr @keeps(i64 39)
; CHECK: ret void
; CHECK-LABEL: define ptr @unoptimised(
; CHECK: call ptr @once(i64 37)
; CHECK-LABEL: define ptr @with_frame_pointer(
; CHECK: call ptr @once(i64 40)
;
; CHECK: define internal ptr @allocsite.push.often(
; CHECK: attributes #[[NOTHROW]] = { nomerge nounwind }
;--- a.cfg
alloc:once size=0
alloc:often size=0
alloc:three size=1
alloc:last size=2
alloc:four size=3
alloc:product size=0 count=1
alloc:real size=1
alloc:variable size=0
alloc:narrow size=0
alloc:fast size=0
alloc:own size=0
alloc:spoken_of size=0
alloc:keeps size=0
;--- m.ll
define ptr @single(i64 %n) {
  %p = call noalias ptr @once(i64 zeroext %n) nounwind readnone
  ret ptr %p
}

define void @shapes(i64 %n) {
  %p = call ptr @three(ptr null, i64 3, i32 7)
  %q = call ptr @last(ptr null, i64 1, i64 %n)
  ret void
}

define ptr @throws() personality ptr @__gxx_personality_v0 {
  %p = invoke ptr @_Znwm(i64 24) to label %ok unwind label %bad
ok:
  ret ptr %p
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define void @three_times() {
  %p = call ptr @often(i64 1)
  %q = call ptr @often(i64 2)
  %r = call ptr @often(i64 3)
  ret void
}

define void @without(i64 %n, i32 %k) {
  %a = call ptr @product(i64 %n, i64 8)
  %b = call ptr @narrow(i32 %k)
  %c = call ptr @four(i64 0, i64 0, i64 0, i64 32)
  %d = call ptr @real(double 0.0, i64 33)
  %e = call ptr (i64, ...) @variable(i64 34)
  %f = call fastcc ptr @fast(i64 35)
  %g = call ptr @own(i64 36)
  %h = call ptr @spoken_of(i64 38)
  %i = call ptr @keeps(i64 39)
  ret void
}

define ptr @unoptimised() noinline optnone {
  %p = call ptr @once(i64 37)
  ret ptr %p
}

define ptr @with_frame_pointer() "frame-pointer"="all" {
  %p = call ptr @once(i64 40)
  ret ptr %p
}

define ptr @own(i64 %n) noinline {
  ret ptr null
}

declare ptr @spoken_of(i64) "dontcall-warn"="no"
declare ptr @keeps(i64) "no_caller_saved_registers"
declare ptr @once(i64)
declare ptr @often(i64)
declare ptr @three(ptr, i64, i32)
declare ptr @last(ptr, i64, i64)
declare ptr @product(i64, i64)
declare ptr @narrow(i32)
declare ptr @four(i64, i64, i64, i64)
declare ptr @real(double, i64)
declare ptr @variable(i64, ...)
declare fastcc ptr @fast(i64)
declare ptr @_Znwm(i64)
declare i32 @__gxx_personality_v0(...)
;for-lto !llvm.module.flags = !{!0}
;for-lto !0 = !{i32 1, !"ThinLTO", i32 0}
;for-pic !llvm.module.flags = !{!0}
;for-pic !0 = !{i32 7, !"PIC Level", i32 2}

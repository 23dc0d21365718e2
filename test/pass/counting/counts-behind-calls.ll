; Directly behind a call what counts hands the call's result through: all later uses are
; of what it returns, so that no register keeps anything for its sake. Where the result
; is no pointer or number of a register, where other values would need one, and at -O0, it is
; passed the block all the same, for who follows blocks (docs/live.md), and what it returns is
; not used. Where link-time optimisation is still to see what `malloc` returned, it is the
; function that keeps all registers. (Calls of the fast convention have no gate: Gates.h.)
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: sed 's/^;for-lto //' %s > %t.ll && %instrument %t.ll | %unlabelled | %FileCheck %s --check-prefix=LTO
; RUN: sed 's/^;for-pic //' %s > %t.ll && %instrument %t.ll | %unlabelled | %FileCheck %s --check-prefix=PIC
;
; LTO-NOT: x86_regcallcc
;
; PIC: @allocsite.state = {{.*}}, ptr @allocsite.uncounted.behind,
; PIC: call x86_regcallcc ptr
; PIC: define internal x86_regcallcc ptr @allocsite.uncounted.behind(ptr %0, ptr %1, i64 %2, i64 %3)
; PIC: ret ptr %0

; CHECK-LABEL: define ptr @stored(
; CHECK: %p = call fastcc ptr @{{(allocsite.push.)?}}malloc(i64 24{{.*}})
; CHECK: [[AT:%[0-9]+]] = load ptr, ptr @__allocsite_count_behind_v{{[0-9]+}}, align 8, !nosanitize
; CHECK-NEXT: [[NULL:%[0-9]+]] = icmp eq ptr %p, null
; CHECK-NEXT: [[TAGS:%[0-9]+]] = select i1 [[NULL]], ptr {{.*}}@allocsite.tags{{.*}}, ptr {{.*}}@allocsite.tags
; CHECK-NEXT: [[P:%[0-9]+]] = call x86_regcallcc ptr [[AT]](ptr %p, ptr [[TAGS]], i64 %allocsite.context, i64 24) {{.*}}!nosanitize
; CHECK-NEXT: store i64 7, ptr [[P]]
; CHECK-NEXT: ret ptr [[P]]
define ptr @stored() {
  %p = call fastcc ptr @malloc(i64 24)
  store i64 7, ptr %p
  ret ptr %p
}

; The normal destination, which leads into a loop: its phi takes what was handed through.
; CHECK-LABEL: define ptr @invoked(
; CHECK: %p = invoke fastcc ptr @{{.*}}_Znwm(i64 24{{.*}})
; CHECK: {{^}}ok:
; CHECK: [[P:%[0-9]+]] = call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, ptr {{.+}}, i64 24)
; CHECK: {{^}}next:
; CHECK: phi ptr [ [[P]], %ok ], [ %q, %next ]
; CHECK: landingpad
; CHECK-NOT: @allocsite.tags
; CHECK: resume
define ptr @invoked(i64 %n) personality ptr @__gxx_personality_v0 {
  %p = invoke fastcc ptr @_Znwm(i64 24) to label %ok unwind label %bad
ok:
  br label %next
next:
  %r = phi ptr [ %p, %ok ], [ %q, %next ]
  %q = getelementptr i8, ptr %r, i64 1
  store i8 0, ptr %r
  %c = icmp eq ptr %q, null
  br i1 %c, label %end, label %next
end:
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; What comes round to the block of the call is what was handed through; a phi of it that
; an invoke leads to is in front of the count, which then only looks at it.
; CHECK-LABEL: define void @aroundALoop(
; CHECK: phi ptr [ null, %0 ], [ [[P:%[0-9]+]], %loop ]
; CHECK: [[P]] = call x86_regcallcc ptr %{{[0-9]+}}(ptr %p,
define void @aroundALoop(i1 %c) {
  br label %loop
loop:
  %last = phi ptr [ null, %0 ], [ %p, %loop ]
  call void @free(ptr %last)
  %p = call fastcc ptr @malloc(i64 24)
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define ptr @phiOfAnInvoke(
; CHECK: %r = phi ptr [ %p, %{{[0-9]+}} ]
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, ptr {{.+}}, i64 24)
; CHECK: ret ptr %r
define ptr @phiOfAnInvoke() personality ptr @__gxx_personality_v0 {
  %p = invoke fastcc ptr @_Znwm(i64 24) to label %ok unwind label %bad
ok:
  %r = phi ptr [ %p, %0 ]
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; CHECK-LABEL: define void @unused(
; CHECK: call fastcc ptr @{{.*}}malloc(i64 24{{.*}})
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, ptr {{.+}}, i64 24)
define void @unused() {
  %p = call fastcc ptr @malloc(i64 24)
  ret void
}

; The bytes are computed between.
; CHECK-LABEL: define ptr @product(
; CHECK: %p = call fastcc ptr @calloc(
; CHECK: [[SIZE:%[0-9]+]] = freeze i64
; CHECK: [[P:%[0-9]+]] = call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, {{.*}}, i64 [[SIZE]])
; CHECK: ret ptr [[P]]
define ptr @product(i64 %n) {
  %p = call fastcc ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; CHECK-LABEL: define i32 @notAPointer(
; CHECK: call fastcc i32 @posix_memalign(
; CHECK-DAG: [[OK:%[0-9]+]] = icmp eq i32 %r, 0
; CHECK-DAG: [[AT:%[0-9]+]] = load ptr, ptr %to, align 8
; CHECK: [[BLOCK:%[0-9]+]] = select i1 [[OK]], ptr [[AT]], ptr null
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr [[BLOCK]], ptr {{.+}}, i64 24)
; CHECK-NEXT: ret i32 %r
define i32 @notAPointer(ptr %to) {
  %r = call fastcc i32 @posix_memalign(ptr %to, i64 32, i64 24)
  ret i32 %r
}

; CHECK-LABEL: define ptr @unoptimised(
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, ptr {{.+}}, i64 24)
; CHECK-NEXT: ret ptr %p
define ptr @unoptimised() noinline optnone {
  %p = call fastcc ptr @malloc(i64 24)
  ret ptr %p
}

; All but C and fast conventions may keep registers that others do not: it is none of those
; that are behind a call, but is passed the block.
; CHECK-LABEL: define ptr @keepsRegisters(
; CHECK: call preserve_mostcc ptr @{{.*}}malloc(
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr %p, ptr {{.+}}, i64 24)
define ptr @keepsRegisters() {
  %p = call preserve_mostcc ptr @malloc(i64 24)
  ret ptr %p
}

declare fastcc ptr @malloc(i64)
declare fastcc ptr @calloc(i64, i64)
declare void @free(ptr)
declare fastcc ptr @_Znwm(i64)
declare fastcc i32 @posix_memalign(ptr, i64, i64)
declare i32 @__gxx_personality_v0(...)
;for-lto !llvm.module.flags = !{!0}
;for-lto !0 = !{i32 1, !"ThinLTO", i32 0}
;for-pic !llvm.module.flags = !{!0}
;for-pic !0 = !{i32 7, !"PIC Level", i32 2}

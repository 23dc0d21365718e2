; Calls whose callees tell them apart have one id, and behind a callee that puts the
; word back the next one needs no store. Nothing is trusted behind a callee of
; another file, behind one that ends in a jump there, or in a landing pad; and what
; the callee cannot tell apart has ids of its own.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

; CHECK-LABEL: define void @shares(
; CHECK: store i64 {{%.*}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @leaf()
; CHECK-NEXT: call void @twig()
; CHECK-NEXT: call void @leaf()
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define void @shares() {
  call void @leaf()
  call void @twig()
  call void @leaf()
  ret void
}

; CHECK-LABEL: define void @distrusts(
; CHECK: [[ONE:%.*]] = freeze i64
; CHECK: store i64 [[ONE]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @leaf()
; CHECK: [[TWO:%.*]] = add i64 [[ONE]], {{-?[0-9]+}}
; CHECK: store i64 [[TWO]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown()
; CHECK: store i64 [[ONE]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @leaf()
define void @distrusts() {
  call void @leaf()
  call void @unknown()
  call void @leaf()
  ret void
}

; The id that most calls have is the one that the others' are computed of.
; CHECK-LABEL: define void @prefers(
; CHECK: [[MOST:%.*]] = freeze i64
; CHECK: [[OTHER:%.*]] = add i64 [[MOST]], {{-?[0-9]+}}
; CHECK: store i64 [[OTHER]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @leaf()
; CHECK: store i64 [[MOST]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown()
; CHECK: store i64 [[MOST]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown()
define void @prefers() {
  call void @leaf()
  call void @unknown()
  call void @unknown()
  ret void
}

; CHECK-LABEL: define void @behind_a_jump(
; CHECK: store i64 {{%.*}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @jumps()
; CHECK: store i64 {{%.*}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @leaf()
define void @behind_a_jump() {
  call void @jumps()
  call void @leaf()
  ret void
}

; CHECK-LABEL: define void @caught(
; CHECK: {{^}}bad:
; CHECK: store i64 {{%.*}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @twig()
define void @caught() personality ptr @__gxx_personality_v0 {
  invoke void @leaf() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @twig()
  ret void
}

; Where two paths meet that pushed different ids, or one that did not push.
; CHECK-LABEL: define void @meet(
; CHECK: {{^}}done:
; CHECK: store i64 {{%.*}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @twig()
define void @meet(i1 %c) {
  br i1 %c, label %one, label %done
one:
  call void @leaf()
  br label %done
done:
  call void @twig()
  ret void
}

; Two indirect calls of one function have one id; what they call is told by itself.
; CHECK-LABEL: define void @indirect(
; CHECK: store i64 [[WORD:%.*]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void %f()
; CHECK-NEXT: store i64 [[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void %g()
define void @indirect(ptr %f, ptr %g) {
  call void %f()
  call void %g()
  ret void
}

define void @leaf() {
  call void @unknown()
  ret void
}
define void @twig() {
  call void @unknown()
  ret void
}
define void @jumps() {
  tail call void @unknown()
  ret void
}
declare void @unknown()
declare i32 @__gxx_personality_v0(...)

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

; A function of the C++ library pushes no id: what it calls finds the word of the
; library's caller. With frames=raw it is a function as any other.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s
; RUN: env ALLOCSITE_PASS_OPTIONS=frames=raw %instrument %s | %unlabelled | %FileCheck %s --check-prefix=RAW

; void std::transparent()
; CHECK-LABEL: define void @_ZSt11transparentv(
; CHECK-NOT: store i64
; CHECK: call void @unknown()
; CHECK-NOT: store i64
; CHECK: ret void
; RAW-LABEL: define void @_ZSt11transparentv(
; RAW: store i64
; RAW: call void @unknown()
define void @_ZSt11transparentv() {
  call void @unknown()
  ret void
}

; void __gnu_cxx::transparent()
; CHECK-LABEL: define void @_ZN9__gnu_cxx11transparentEv(
; CHECK-NOT: store i64
; CHECK: ret void
define void @_ZN9__gnu_cxx11transparentEv() {
  call void @unknown()
  ret void
}

; void mystd::std::opaque()
; CHECK-LABEL: define void @_ZN5mystd3std6opaqueEv(
; CHECK: store i64
; CHECK: call void @unknown()
define void @_ZN5mystd3std6opaqueEv() {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define void @user(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @_ZSt11transparentv()
define void @user() {
  call void @_ZSt11transparentv()
  ret void
}

declare void @unknown()

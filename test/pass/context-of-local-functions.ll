; A local function that only pushing callers reach leaves its word behind: they put
; back their own, and trust nothing after the call. One that calls itself does not:
; what the first of its two calls puts back, the second need not store.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define internal void @leaves(
; CHECK: call void @unknown()
; CHECK-NEXT: ret void
define internal void @leaves() {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define internal void @recurses(
; CHECK: call void @recurses(
; CHECK-NOT: store i64
; CHECK: call void @recurses(
; CHECK: store i64
; CHECK: ret void
define internal void @recurses(i1 %c, i1 %d) {
  %p = call ptr @malloc(i64 24)
  br i1 %c, label %deeper, label %end
deeper:
  call void @recurses(i1 %d, i1 %d)
  call void @recurses(i1 %c, i1 %d)
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @caller(
; CHECK: store i64
; CHECK-NEXT: call void @leaves()
; CHECK-NEXT: store i64
; CHECK-NEXT: call void @leaves()
; CHECK: store i64 %allocsite.context
; CHECK: ret void
define void @caller(i1 %c, i1 %d) {
  call void @leaves()
  call void @leaves()
  call void @recurses(i1 %c, i1 %d)
  ret void
}

declare void @unknown()
declare ptr @malloc(i64)

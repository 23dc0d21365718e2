; A failing assertion allocates the text of its message and has no callers then: the
; unknown word is stored before. It is a leaf function all the same: who calls nothing
; else is called without an id, and no word is loaded for it. A function that says that
; it writes no memory says so no more.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define i64 @checks(
; CHECK-SAME: ) #[[FLAGS:[0-9]+]] {
; CHECK-NOT: load
; CHECK: {{^}}bad:
; CHECK-NEXT: store i64 1, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @__assert_fail(
; CHECK: ret i64
define i64 @checks(i64 %n) readnone {
  %good = icmp ne i64 %n, 0
  br i1 %good, label %end, label %bad
bad:
  call void @__assert_fail(ptr null, ptr null, i32 1, ptr null)
  unreachable
end:
  ret i64 %n
}

; CHECK-LABEL: define i64 @calls(
; CHECK-NEXT: call i64 @checks(
; CHECK-NEXT: ret i64
define i64 @calls(i64 %n) {
  %m = call i64 @checks(i64 %n)
  ret i64 %m
}

declare void @__assert_fail(ptr, ptr, i32, ptr) noreturn nounwind
; CHECK: attributes #[[FLAGS]] = { uwtable }

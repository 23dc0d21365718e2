; A function of this file that its callers leave by, as clang's __clang_call_terminate is
; where all files are one, takes no argument: nobody has a word for it. Many such calls go
; to what stores that and jumps on.
;
; RUN: %instrument %s | %FileCheck %s
; CHECK-LABEL: define void @many(
; CHECK-COUNT-5: call fastcc void @allocsite.leave.__clang_call_terminate(ptr null)
; CHECK: define internal fastcc void @__clang_call_terminate(ptr %0)
; CHECK: define internal fastcc void @allocsite.leave.__clang_call_terminate(ptr %0)
; CHECK: store i64 {{[0-9]+}}, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: musttail call fastcc void @__clang_call_terminate(ptr %0)
target triple = "x86_64-pc-linux-gnu"

define void @many(i32 %n) {
  switch i32 %n, label %none [
    i32 1, label %a
    i32 2, label %b
    i32 3, label %c
    i32 4, label %d
  ]
a:
  call fastcc void @__clang_call_terminate(ptr null)
  unreachable
b:
  call fastcc void @__clang_call_terminate(ptr null)
  unreachable
c:
  call fastcc void @__clang_call_terminate(ptr null)
  unreachable
d:
  call fastcc void @__clang_call_terminate(ptr null)
  unreachable
none:
  call fastcc void @__clang_call_terminate(ptr null)
  unreachable
}

define internal fastcc void @__clang_call_terminate(ptr %0) noreturn {
  %p = call ptr @malloc(i64 8)
  call void @terminate(ptr %p)
  unreachable
}
declare ptr @malloc(i64)
declare void @terminate(ptr) noreturn

; Three calls and more of a function that others may call pass their word to a function
; that stores it and jumps there. Eight and more of a function of this file do.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define void @often(
; CHECK-NOT: @__allocsite_thread_v4{{.*}}!nosanitize
; CHECK: load i64, {{.*}}@__allocsite_thread_v4
; CHECK-NOT: store
; CHECK: %[[ONE:.*]] = inttoptr i64 %{{.*}} to ptr
; CHECK-NEXT: call zeroext i8 @allocsite.push.unknown(i8 signext 1, ptr %p, double 1.0{{.*}}, ptr nest %[[ONE]])
; CHECK: call i8 @allocsite.push.unknown(i8 signext 2, ptr %p, double 1.0{{.*}}, ptr nest %{{.*}})
; CHECK: invoke zeroext i8 @allocsite.push.unknown(i8 signext 3, ptr nonnull %p, double 1.0{{.*}}, ptr nest %{{.*}})
; CHECK: store i64 %{{.*}}@__allocsite_thread_v4
define void @often(ptr %p) personality ptr @personality {
  %a = call zeroext i8 @unknown(i8 signext 1, ptr %p, double 1.0)
  %b = call i8 @unknown(i8 signext 2, ptr %p, double 1.0)
  %c = invoke zeroext i8 @unknown(i8 signext 3, ptr nonnull %p, double 1.0) to label %end unwind label %pad
end:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}

; Two calls have their own stores, and so have calls of what is passed on the stack, or
; as many arguments as one likes, and calls in code that is not optimised.
; CHECK-LABEL: define void @seldom(
; CHECK-NOT: @allocsite.push
; CHECK: ret void
define void @seldom() {
  call void @twice()
  call void @twice()
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void @result(ptr sret(i64) null)
  call void @result(ptr sret(i64) null)
  call void @result(ptr sret(i64) null)
  %a = call i32 @may_return_twice() returns_twice
  %b = call i32 @may_return_twice() returns_twice
  %c = call i32 @may_return_twice() returns_twice
  ret void
}
; CHECK-LABEL: define void @debugged(
; CHECK-NOT: @allocsite.push
; CHECK: ret void
define void @debugged() noinline optnone {
  %a = call i8 @unknown(i8 signext 1, ptr null, double 1.0)
  %b = call i8 @unknown(i8 signext 1, ptr null, double 1.0)
  %c = call i8 @unknown(i8 signext 1, ptr null, double 1.0)
  ret void
}
; CHECK-LABEL: define i8 @jumps(
; CHECK: musttail call i8 @unknown(
define i8 @jumps(i8 %a, ptr %p, double %d) {
  %r = musttail call i8 @unknown(i8 %a, ptr %p, double %d)
  ret i8 %r
}

; CHECK: define internal signext i8 @allocsite.push.unknown(i8 signext %0, ptr %1, double %2, ptr nest %3) #[[SHORT:[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[WORD:.*]] = ptrtoint ptr %3 to i64
; CHECK-NEXT: store i64 %[[WORD]], {{.*}}@__allocsite_thread_v4
; CHECK-NEXT: %[[RESULT:.*]] = tail call signext i8 @unknown(i8 signext %0, ptr %1, double %2)
; CHECK-NEXT: ret i8 %[[RESULT]]
; CHECK-NOT: define {{.*}}@allocsite.push
; CHECK: attributes #[[SHORT]] = { noinline optsize

declare signext i8 @unknown(i8 signext, ptr, double)
declare void @twice()
declare void @seven(i64, i64, i64, i64, i64, i64, i64)
declare void @variadic(ptr, ...)
declare void @result(ptr sret(i64))
declare i32 @may_return_twice() returns_twice
declare i32 @personality(...)

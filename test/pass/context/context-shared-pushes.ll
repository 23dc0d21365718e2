; Three calls and more of a function that others may call pass their word to a function
; that stores it and jumps there. Eight and more of a function of this file do.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define void @often(
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}{{.*}}!nosanitize
; CHECK: load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: store
; CHECK: %[[ONE:.*]] = inttoptr i64 %{{.*}} to ptr
; CHECK-NEXT: call zeroext i8 @allocsite.push.unknown(i8 signext 1, ptr %p, double 1.0{{.*}}, ptr nest %[[ONE]])
; CHECK: call i8 @allocsite.push.unknown(i8 signext 2, ptr %p, double 1.0{{.*}}, ptr nest %{{.*}})
; CHECK: invoke zeroext i8 @allocsite.push.unknown(i8 signext 3, ptr nonnull %p, double 1.0{{.*}}, ptr nest %{{.*}})
; CHECK: store i64 %{{.*}}@__allocsite_thread.v{{[0-9]+}}
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

; What is passed on the stack stays there, and whoever has a result written to memory says
; where as ever.
; CHECK-LABEL: define void @more(
; CHECK-NOT: store
; CHECK-COUNT-3: call void @allocsite.push.seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, ptr nest
; CHECK-COUNT-3: call void (ptr, ptr, ...) @allocsite.push.variadic(ptr null, ptr nest {{.*}}, i64 1)
; CHECK-COUNT-3: call void @allocsite.push.result(ptr sret(i64) null, ptr nest
; CHECK-COUNT-3: call { i64, double } @allocsite.push.pair(ptr nest
; CHECK: store i64 %{{.*}}@__allocsite_thread.v{{[0-9]+}}
define void @more() {
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void (ptr, ...) @variadic(ptr null, i64 1)
  call void @result(ptr sret(i64) null)
  call void @result(ptr sret(i64) null)
  call void @result(ptr sret(i64) null)
  %a = call { i64, double } @pair()
  %b = call { i64, double } @pair()
  %c = call { i64, double } @pair()
  ret void
}

; Two calls have their own stores, and so have calls that pass a structure on the stack or
; return one that a caller has to find room for, and calls in code that is not optimised.
; CHECK-LABEL: define void @seldom(
; CHECK-NOT: @allocsite.push
; CHECK: ret void
define void @seldom() {
  call void @twice()
  call void @twice()
  call void @structure(ptr byval(i64) null)
  call void @structure(ptr byval(i64) null)
  call void @structure(ptr byval(i64) null)
  call void @asynchronous(ptr swiftasync null)
  call void @asynchronous(ptr swiftasync null)
  call void @asynchronous(ptr swiftasync null)
  %d = call { i64, i64, i64 } @three()
  %e = call { i64, i64, i64 } @three()
  %f = call { i64, i64, i64 } @three()
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
; CHECK-NEXT: store i64 %[[WORD]], {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: %[[RESULT:.*]] = tail call signext i8 @unknown(i8 signext %0, ptr %1, double %2)
; CHECK-NEXT: ret i8 %[[RESULT]]
; CHECK: define internal void @allocsite.push.seven(i64 %0, {{.*}}, i64 %6, ptr nest %7)
; CHECK: tail call void @seven(i64 %0, {{.*}}, i64 %6){{$}}
; The callee is passed the word as well, and does not look for it.
; CHECK: define internal void @allocsite.push.variadic(ptr %0, ptr nest %1, ...)
; CHECK: musttail call void (ptr, ptr, ...) {{.*}}@variadic{{.*}}(ptr %0, ptr nest %1, ...)
; CHECK-NEXT: ret void
; CHECK: define internal void @allocsite.push.result(ptr sret({{.*}}) %0, ptr nest %1)
; CHECK: tail call void @result(ptr sret({{.*}}) %0)
; CHECK: define internal { i64, double } @allocsite.push.pair(ptr nest %0)
; CHECK: tail call { i64, double } @pair()
; CHECK-NOT: define {{.*}}@allocsite.push
; CHECK: attributes #[[SHORT]] = { noinline optsize

declare signext i8 @unknown(i8 signext, ptr, double)
declare void @twice()
declare void @seven(i64, i64, i64, i64, i64, i64, i64)
declare void @variadic(ptr, ...)
declare void @result(ptr sret(i64))
declare { i64, double } @pair()
declare void @structure(ptr byval(i64))
declare void @asynchronous(ptr swiftasync)
declare { i64, i64, i64 } @three()
declare i32 @may_return_twice() returns_twice
declare i32 @personality(...)

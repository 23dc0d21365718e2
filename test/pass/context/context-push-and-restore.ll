; The context word is loaded once, each call that may lead to an allocation is pushed before
; it (the word times 3, and a hash of the call), and the word is put back once, where the ways out on which no push can
; be reached return or are joined by one without pushes, which pays nothing.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

; Two calls in a row: nothing is put back between them.
; CHECK-LABEL: define void @two(
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: [[UP:%.*]] = mul i64 %allocsite.context, 3
; CHECK-NEXT: [[FIRST:%.*]] = add i64 [[UP]], {{[0-9]+}}
; CHECK-NEXT: [[ONE:%.*]] = freeze i64 [[FIRST]]
; CHECK: store i64 [[ONE]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @unknown()
; CHECK-NOT: store i64 %allocsite.context
; CHECK: [[TWO:%.*]] = add i64 [[ONE]], {{-?[0-9]+}}
; CHECK: store i64 [[TWO]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @other()
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define void @two() {
  call void @unknown()
  call void @other()
  ret void
}

; The load goes to where all calls are behind it, but into no loop.
; CHECK-LABEL: define void @later(
; CHECK: {{^}}long:
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}loop:
define void @later(i32 %n) {
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %long
long:
  br label %loop
loop:
  %i = phi i32 [ 0, %long ], [ %next, %loop ]
  call void @unknown()
  call void @other()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
end:
  ret void
}

; Where paths meet, the word is put back on the way of those that pushed: the others
; pay nothing.
; CHECK-LABEL: define void @joins(
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}call:
; CHECK-NEXT: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: invoke void @unknown()
; CHECK-NEXT: to label %[[BACK:.*]] unwind
; CHECK: {{^}}[[BACK]]:
; CHECK-NEXT: [[KEPT:%.*]] = load i64
; CHECK-NEXT: store i64 [[KEPT]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: br label %end
; CHECK: {{^}}end:
; CHECK-NEXT: ret void
define void @joins(i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %call, label %end
call:
  invoke void @unknown() to label %end unwind label %bad
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
end:
  ret void
}

; In a loop, the word is put back once, behind it.
; CHECK-LABEL: define void @loop(
; CHECK: {{^}}loop:
; CHECK-NOT: store i64 %allocsite.context
; CHECK: call void @unknown()
; CHECK-NOT: store i64 %allocsite.context
; CHECK: {{^}}done:
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define void @loop(i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @unknown()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; On the way that makes no call nothing is loaded or stored, and no register is kept.
; CHECK-LABEL: define void @rare(
; CHECK-NEXT: [[SLOT:%.*]] = alloca i64
; CHECK-NEXT: br i1
; CHECK: {{^}}call:
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: store i64 %allocsite.context, ptr [[SLOT]]
; CHECK: call void @unknown()
; CHECK-NEXT: br label %[[BACK:.*]]
; CHECK: {{^}}[[BACK]]:
; CHECK-NEXT: [[KEPT:%.*]] = load i64, ptr [[SLOT]]
; CHECK-NEXT: store i64 [[KEPT]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: br label %done
; CHECK: {{^}}done:
; CHECK-NEXT: ret void
define void @rare(i1 %c) {
  br i1 %c, label %call, label %done
call:
  call void @unknown()
  br label %done
done:
  ret void
}

; The normal end of an invoke puts it back, and so does a pad that goes on. One that
; unwinds further leaves a word that is not known: who catches is not known either.
; CHECK-LABEL: define void @throws(
; CHECK: invoke void @unknown()
; CHECK: {{^}}ok:
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: {{^}}bad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: resume
define void @throws() personality ptr @__gxx_personality_v0 {
  invoke void @unknown() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; Where nothing but the unwinding can follow, nobody looks at what is put back.
; CHECK-LABEL: define void @cleans(
; CHECK: {{^}}bad:
; CHECK: call void @other()
; CHECK-NEXT: br label %again
; CHECK: {{^}}again:
; CHECK-NEXT: call preserve_mostcc void @allocsite.leave()
; CHECK-NEXT: resume
define void @cleans(i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %call, label %ok
call:
  invoke void @unknown() to label %ok unwind label %bad
bad:
  %e = landingpad { ptr, i32 } cleanup
  call void @other()
  br label %again
again:
  resume { ptr, i32 } %e
ok:
  ret void
}

; CHECK-LABEL: define void @catches(
; CHECK: {{^}}bad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: catch ptr null
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define void @catches() personality ptr @__gxx_personality_v0 {
  invoke void @unknown() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } catch ptr null
  ret void
}

; CHECK-LABEL: define void @never(
; CHECK: call void @unknown()
; CHECK-NEXT: unreachable
define void @never() {
  call void @unknown()
  unreachable
}

; Ways out that all have pushed put it back where they meet.
; CHECK-LABEL: define void @nested(
; CHECK: {{^}}last:
; CHECK: call void @other()
; CHECK-NEXT: br label %done
; CHECK: {{^}}skip:
; CHECK-NEXT: br label %done
; CHECK: {{^}}done:
; CHECK-NEXT: store i64 %allocsite.context
; CHECK-NEXT: ret void
define void @nested(i1 %c) {
  call void @unknown()
  br i1 %c, label %last, label %skip
last:
  call void @other()
  br label %done
skip:
  br label %done
done:
  ret void
}

; But not where one joins that has not, though the return is further on.
; CHECK-LABEL: define i32 @joined(
; CHECK: [[SLOT:%.*]] = alloca i64
; CHECK: {{^}}one:
; CHECK: call void @unknown()
; CHECK-NEXT: br label %both
; CHECK: {{^}}two:
; CHECK: call void @other()
; CHECK-NEXT: br label %both
; CHECK: {{^}}both:
; CHECK-NEXT: br label %[[BACK:.*]]
; CHECK: {{^}}[[BACK]]:
; CHECK-NEXT: [[FOUND:%.*]] = load i64, ptr [[SLOT]]
; CHECK-NEXT: store i64 [[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: br label %done
; CHECK: {{^}}done:
; CHECK-NOT: @__allocsite_thread.v{{[0-9]+}}
; CHECK: ret i32
define i32 @joined(i32 %n) {
  switch i32 %n, label %done [ i32 1, label %one
                               i32 2, label %two ]
one:
  call void @unknown()
  br label %both
two:
  call void @other()
  br label %both
both:
  br label %done
done:
  %many = icmp ugt i32 %n, 9
  br i1 %many, label %last, label %end
last:
  br label %end
end:
  ret i32 %n
}

declare void @unknown()
declare void @other()
declare i32 @__gxx_personality_v0(...)

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

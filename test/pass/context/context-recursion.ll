; A call of the function that holds it pushes only where its id is not the newest
; already; a call of another function pushes always.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define i64 @direct(
; CHECK: {{^}}deeper:
; CHECK: [[ID:%.*]] = load i64, ptr {{.*}}@allocsite.ids
; CHECK: [[PUSHED:%.*]] = add i64 %{{.*}}, [[ID]]
; CHECK: [[DIFFERS:%.*]] = xor i64 %allocsite.context, [[ID]]
; CHECK: [[NEWEST:%.*]] = and i64 [[DIFFERS]], 2097151
; CHECK: [[SAME:%.*]] = icmp eq i64 [[NEWEST]], 0
; CHECK: [[WORD:%.*]] = select i1 [[SAME]], i64 %allocsite.context, i64 [[PUSHED]]
; CHECK: store i64 [[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @direct(
define i64 @direct(i64 %n) {
  call void @unknown()
  %stop = icmp eq i64 %n, 0
  br i1 %stop, label %end, label %deeper
deeper:
  %m = sub i64 %n, 1
  %r = call i64 @direct(i64 %m)
  %s = add i64 %r, 1
  ret i64 %s
end:
  ret i64 0
}

; CHECK-LABEL: define void @plain(
; CHECK-NOT: select
; CHECK: ret void
define void @plain() {
  %r = call i64 @direct(i64 7)
  ret void
}

declare void @unknown()

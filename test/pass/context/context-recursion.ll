; Recursion is one frame, however deep: a call of the function that holds it, or of a copy of
; it that was inlined, passes the word on as it was found. A call of another function
; pushes, also where that function leads back, and so does one out of a function that was inlined
; in between.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

; CHECK-LABEL: define i64 @direct(
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread
; CHECK: [[UP:%.*]] = mul i64 %allocsite.context, 3
; CHECK-NEXT: [[SUM:%.*]] = add i64 [[UP]], {{[0-9]+}}
; CHECK-NEXT: store i64 [[SUM]], ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: call void @unknown()
; CHECK: {{^}}deeper:
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %m = sub
; CHECK-NEXT: %r = call i64 @direct(i64 %m)
; CHECK-NEXT: %s = add
; CHECK-NEXT: ret i64 %s
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

; What changes the word nowhere does not even load it.
; CHECK-LABEL: define i64 @alone(
; CHECK-NOT: @__allocsite_thread
; CHECK: call i64 @alone(
; CHECK-NOT: @__allocsite_thread
; CHECK: tail call i64 @elsewhere(
; CHECK-NOT: @__allocsite_thread
; CHECK: ret i64
define i64 @alone(i64 %n) {
  %r = call i64 @alone(i64 %n)
  %s = tail call i64 @elsewhere(i64 %r)
  ret i64 %s
}

; As a last call it stays a jump, whoever puts the word back.
; CHECK-LABEL: define void @last(
; CHECK: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: tail call void @last()
; CHECK-NEXT: ret void
define void @last() {
  call void @unknown()
  tail call void @last()
  ret void
}
; CHECK-LABEL: define internal void @last_in_a_register(ptr nest %0)
; CHECK: [[WORD:%.*]] = freeze i64
; CHECK: call void @unknown()
; CHECK-NEXT: [[PASSED:%.*]] = inttoptr i64 [[WORD]] to ptr
; CHECK-NEXT: tail call void @last_in_a_register(ptr nest [[PASSED]])
; CHECK-NEXT: ret void
define internal void @last_in_a_register() {
  call void @unknown()
  tail call void @last_in_a_register()
  ret void
}

; CHECK-LABEL: define void @plain(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: call i64 @direct(i64 7)
; CHECK: call void @last_in_a_register(ptr nest
; CHECK: ret void
define void @plain() {
  call i64 @direct(i64 7)
  call void @last_in_a_register()
  ret void
}

; Two that call each other are two frames.
; CHECK-LABEL: define i64 @one(
; CHECK: call void @unknown()
; CHECK: store i64 {{%[0-9]+}}, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %r = notail call i64 @other(
; CHECK-LABEL: define i64 @other(
; CHECK: call void @unknown()
; CHECK: store i64 {{%[0-9]+}}, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %r = notail call i64 @one(
define i64 @one(i64 %n) {
  call void @unknown()
  %r = call i64 @other(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}
define i64 @other(i64 %n) {
  call void @unknown()
  %r = call i64 @one(i64 %n)
  %s = add i64 %r, 1
  ret i64 %s
}

; Out of an inlined copy of itself, and out of an inlined other function.
; CHECK-LABEL: define i64 @inlined(
; CHECK: call void @unknown()
; CHECK-NEXT: store i64 %allocsite.context, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %a = call i64 @inlined(i64 1)
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread
; CHECK-NEXT: %b = notail call i64 @inlined(i64 2)
define i64 @inlined(i64 %n) !dbg !4 {
  call void @unknown(), !dbg !10
  %a = call i64 @inlined(i64 1), !dbg !7
  %b = call i64 @inlined(i64 2), !dbg !8
  %s = add i64 %a, %b
  ret i64 %s
}

declare void @unknown()
declare i64 @elsewhere(i64)

!llvm.module.flags = !{!0, !9}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: true, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "inlined", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = distinct !DISubprogram(name: "between", scope: !2, file: !2, line: 9, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = distinct !DILocation(line: 2, column: 3, scope: !4)
!7 = !DILocation(line: 2, column: 4, scope: !4, inlinedAt: !6)
!10 = !DILocation(line: 1, column: 3, scope: !4)
!8 = !DILocation(line: 10, column: 3, scope: !5, inlinedAt: !6)
; Code that is optimised further at link time: no calls share a store.
!9 = !{i32 1, !"ThinLTO", i32 0}

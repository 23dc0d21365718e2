; A function whose calls are all known is passed its context in a register of its own:
; it does not load the thread's word, and nobody stores it for the call.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

declare void @unknown()
declare ptr @malloc(i64)
declare i32 @personality(...)

; What it stores for others it leaves behind.
; CHECK-LABEL: define internal void @leaves(i32 %n, ptr nest %0)
; CHECK-NEXT: %[[POINTER:.*]] = ptrtoint ptr %0 to i64
; CHECK-NEXT: %[[WORD:.*]] = freeze i64 %[[POINTER]]
; CHECK: %[[SHIFTED:.*]] = mul i64 %[[WORD]], 3
; CHECK: store i64 {{.*}}@__allocsite_thread
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret void
define internal void @leaves(i32 %n) {
  call void @unknown()
  ret void
}

; It and its callee touch the thread's word nowhere, so neither need a caller.
; CHECK-LABEL: define internal ptr @keeps(i64 %size, ptr nest %0)
; CHECK-NOT: {{load i64,|store i64}} {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call ptr @arena_alloc(i64 %size)
; CHECK-NOT: {{load i64,|store i64}} {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: ret ptr
define internal ptr @keeps(i64 %size) {
  %p = call ptr @arena_alloc(i64 %size)
  %q = call ptr @arena_alloc(i64 %size)
  ret ptr %q
}

; What allocates nothing needs none.
; CHECK-LABEL: define internal ptr @arena_alloc(i64 %size) #
define internal ptr @arena_alloc(i64 %size) #0 {
  %p = getelementptr i8, ptr null, i64 %size
  ret ptr %p
}

; CHECK-LABEL: define void @caller_of_keeps(
; CHECK: load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: store i64
; CHECK: call ptr @keeps(i64 8, ptr nest
; CHECK-NOT: store i64
; CHECK: ret void
define void @caller_of_keeps() {
  %p = call ptr @keeps(i64 8)
  ret void
}

; A call of itself passes on what it was passed; the two calls of another, under one id, are
; passed one word.
; CHECK-LABEL: define internal void @recurses(
; CHECK: %[[POINTER:.*]] = ptrtoint ptr %0 to i64
; CHECK-NEXT: %[[WORD:.*]] = freeze i64 %[[POINTER]]
; CHECK-NEXT: %[[UP:.*]] = mul i64 %[[WORD]], 3
; CHECK-NEXT: %[[SUM:.*]] = add i64 %[[UP]], {{[0-9]+}}
; CHECK-NEXT: %[[PUSHED:.*]] = freeze i64 %[[SUM]]
; CHECK-NEXT: %[[PASSED:.*]] = inttoptr i64 %[[PUSHED]] to ptr
; CHECK-NEXT: call void @leaves(i32 0, ptr nest %[[PASSED]])
; CHECK-NEXT: %[[AGAIN:.*]] = inttoptr i64 %[[PUSHED]] to ptr
; CHECK-NEXT: call void @leaves(i32 1, ptr nest %[[AGAIN]])
; CHECK-NOT: {{mul|store}} i64
; CHECK: %[[ONE:.*]] = inttoptr i64 %[[WORD]] to ptr
; CHECK-NEXT: call void @recurses(i1 %d, i1 %d, ptr nest %[[ONE]])
; CHECK-NEXT: %[[TWO:.*]] = inttoptr i64 %[[WORD]] to ptr
; CHECK-NEXT: call void @recurses(i1 %c, i1 %d, ptr nest %[[TWO]])
; CHECK-NOT: {{mul|store}} i64
; CHECK: ret void
define internal void @recurses(i1 %c, i1 %d) {
  call void @leaves(i32 0)
  call void @leaves(i32 1)
  br i1 %c, label %deeper, label %end
deeper:
  call void @recurses(i1 %d, i1 %d)
  call void @recurses(i1 %c, i1 %d)
  br label %end
end:
  ret void
}

; Of the arguments that may follow each keeps its attributes.
; CHECK-LABEL: define internal void @variadic(ptr %format, ptr nest %0, ...)
define internal void @variadic(ptr %format, ...) {
  call void @unknown()
  ret void
}

; CHECK-LABEL: define void @caller(
; CHECK: %[[FOUND:.*]] = load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NOT: store
; CHECK: call void @leaves(i32 1, ptr nest
; CHECK-NOT: store
; CHECK: call void @recurses(i1 %c, i1 %d, ptr nest
; CHECK-NOT: store
; CHECK: call void (ptr, ptr, ...) @variadic(ptr nonnull null, ptr nest %{{.*}}, i32 signext 7)
; CHECK-NEXT: store i64 %[[FOUND]], {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: ret void
; CHECK: unreachable:
; CHECK-NEXT: call void @leaves(i32 2, ptr nest null)
define void @caller(i1 %c, i1 %d) {
  call void @leaves(i32 1)
  call void @recurses(i1 %c, i1 %d)
  call void (ptr, ...) @variadic(ptr nonnull null, i32 signext 7)
  ret void
unreachable:
  call void @leaves(i32 2)
  ret void
}

; CHECK-LABEL: define void @invokes(
; CHECK: invoke void @leaves(i32 3, ptr nest %
; CHECK: to label
; CHECK: store i64
define void @invokes() personality ptr @personality {
  invoke void @leaves(i32 3) to label %end unwind label %caught
end:
  ret void
caught:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}

; A caller that may be gone cannot put back the thread's word: the callee does.
; CHECK-LABEL: define internal void @puts_back(i32 %n, ptr nest %0)
; CHECK: %[[WORD:.*]] = freeze
; CHECK: %[[FOUND:.*]] = load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: mul i64 %[[WORD]], 3
; CHECK: store i64
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: store i64 %[[FOUND]], {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define internal void @puts_back(i32 %n) {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define void @ends_in_it(
; CHECK: %[[FOUND:.*]] = load i64, {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: call void @unknown()
; CHECK-NEXT: store i64 %[[FOUND]], {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: %[[PASSED:.*]] = inttoptr i64 %[[FOUND]] to ptr
; CHECK-NEXT: tail call void @puts_back(i32 0, ptr nest %[[PASSED]])
; CHECK-NEXT: ret void
define void @ends_in_it() {
  call void @unknown()
  tail call void @puts_back(i32 0)
  ret void
}

; It has to put back the thread's word, and to leave it to who is unknown: there is one
; word for both.
; CHECK-LABEL: define internal void @ends_in_unknown()
; CHECK: tail call void @unknown()
define internal void @ends_in_unknown() {
  call void @unknown()
  tail call void @unknown()
  ret void
}
define void @ends_in_that() {
  tail call void @ends_in_unknown()
  ret void
}

; Not all calls are known, or not all can pass one.
; CHECK-LABEL: define internal void @escapes()
define internal void @escapes() {
  call void @unknown()
  ret void
}
; CHECK-LABEL: define void @external(
define void @external(ptr %where) {
  store ptr @escapes, ptr %where
  call void @escapes()
  ret void
}
; CHECK-LABEL: define internal void @must_be_alike()
define internal void @must_be_alike() {
  call void @unknown()
  ret void
}
define void @is_alike() {
  musttail call void @must_be_alike()
  ret void
}
; CHECK-LABEL: define internal void @has_to_end_so()
define internal void @has_to_end_so() {
  musttail call void @unknown()
  ret void
}
define void @calls_that() {
  call void @has_to_end_so()
  ret void
}
; CHECK-LABEL: define internal void @has_one(ptr nest %chain)
define internal void @has_one(ptr nest %chain) {
  call void @unknown()
  ret void
}
define void @calls_with_one(ptr %chain) {
  call void @has_one(ptr nest %chain)
  ret void
}
; CHECK-LABEL: define internal preserve_mostcc void @has_other_registers()
define internal preserve_mostcc void @has_other_registers() {
  call void @unknown()
  ret void
}
define void @calls_otherwise() {
  call preserve_mostcc void @has_other_registers()
  ret void
}
; What is patched into its entry may use the register.
; CHECK-LABEL: define internal void @is_traced()
define internal void @is_traced() "fentry-call"="true" {
  call void @unknown()
  ret void
}
define void @calls_traced() {
  call void @is_traced()
  ret void
}

attributes #0 = { "alloc-family"="arena" allocsize(0) noinline }

; Code that is optimised further at link time: no calls share a store.
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ThinLTO", i32 0}

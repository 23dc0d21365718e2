; Where no allocation can lie behind a call, no id is pushed, and a function that
; makes no other call is left alone: intrinsics, inline assembler, leaf functions
; of libc and libstdc++, functions of this unit that are proven free of such calls. What may be
; replaced at link time is not proven; nor is what only promises to read memory, which
; a function that keeps what it has once made may do.
;
; RUN: %instrument %s | %FileCheck %s

; CHECK-LABEL: define i64 @leaves(
; CHECK-NOT: __allocsite
; CHECK: ret i64
define i64 @leaves(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 9, i1 false)
  call void asm sideeffect "nop", ""()
  %n = call i64 @strlen(ptr %p)
  %m = call i32 @memcmp(ptr %p, ptr %q, i64 9)
  %h = call i64 @_ZSt11_Hash_bytesPKvmm(ptr %p, i64 9, i64 1)
  %next = call ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr %q)
  %f = call i64 @free_of_calls(i64 %n)
  %g = call i64 @calls_free(i64 %f)
  ret i64 %g
}

; CHECK-LABEL: define i64 @free_of_calls(
; CHECK-NOT: __allocsite
; CHECK: ret i64
define i64 @free_of_calls(i64 %n) {
  %m = add i64 %n, 1
  ret i64 %m
}

; CHECK-LABEL: define internal i64 @calls_free(
; CHECK-NOT: __allocsite
; CHECK: ret i64
define internal i64 @calls_free(i64 %n) {
  %m = call i64 @free_of_calls(i64 %n)
  %k = call i64 @calls_free(i64 %m)
  ret i64 %k
}

; CHECK-LABEL: define weak i64 @replaceable(
define weak i64 @replaceable(i64 %n) {
  ret i64 %n
}

; CHECK-LABEL: define i64 @pushes_replaceable(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread_v6
; CHECK-NEXT: call i64 @replaceable(
define i64 @pushes_replaceable(i64 %n) {
  %m = call i64 @replaceable(i64 %n)
  %k = add i64 %m, 1
  ret i64 %k
}

; CHECK-LABEL: define void @pushes_indirect(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread_v6
; CHECK-NEXT: call void %f()
define void @pushes_indirect(ptr %f) {
  call void %f()
  ret void
}

; A function of that name that the program defines is not that of the library.
; CHECK-LABEL: define void @pushes_own(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread_v6
; CHECK-NEXT: call i64 @_ZSt15_Fnv_hash_bytesPKvmm(
define void @pushes_own(ptr %p) {
  call i64 @_ZSt15_Fnv_hash_bytesPKvmm(ptr %p, i64 9, i64 1)
  ret void
}
define i64 @_ZSt15_Fnv_hash_bytesPKvmm(ptr %p, i64 %n, i64 %seed) {
  call void @pushes_indirect(ptr %p)
  ret i64 1
}

; CHECK-LABEL: define void @pushes_free(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread_v6
; CHECK-NEXT: call void @free(
define void @pushes_free(ptr %p) {
  call void @free(ptr %p)
  ret void
}

; CHECK-LABEL: define i64 @pushes_promise(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread_v6
; CHECK-NEXT: call i64 @reads(ptr %p) #[[NOUNWIND:[0-9]+]]
; CHECK: declare i64 @reads(ptr){{$}}
; CHECK: attributes #[[NOUNWIND]] = { nounwind }
define i64 @pushes_promise(ptr %p) {
  %r = call i64 @reads(ptr %p) readonly nounwind
  ret i64 %r
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @_ZSt11_Hash_bytesPKvmm(ptr, i64, i64)
declare ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr)
declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i64 @reads(ptr) readonly
declare void @free(ptr)

; Where no allocation can lie behind a call, no id is pushed, and a function that
; makes no other call is left alone: intrinsics, inline assembler, leaf functions
; of libc and libstdc++, locks of POSIX, what gives memory back, functions of this unit that are proven free of such calls. What may be
; replaced at link time is not proven; nor is what only promises to read memory, which
; a function that keeps what it has once made may do.
;
; RUN: %instrument %s | %unlabelled | %FileCheck %s

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
  call void @_ZdlPvm(ptr %q, i64 8)
  %f = call i64 @free_of_calls(i64 %n)
  %g = call i64 @calls_free(i64 %f)
  ret i64 %g
}

; What ends a string, and others that are mostly inlined (leaves-of-the-cxx-library.cpp).
; CHECK-LABEL: define i32 @of_the_cxx_library(
; CHECK-NOT: __allocsite
; CHECK: ret i32
define i32 @of_the_cxx_library(ptr %p, ptr %q) {
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED1Ev(ptr %p)
  call void @_ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEED2Ev(ptr %p)
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_disposeEv(ptr %p)
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_destroyEm(ptr %p, i64 9)
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE8_M_eraseEmm(ptr %p, i64 1, i64 2)
  call void @_ZNSt6localeC1Ev(ptr %p)
  call void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr %p)
  %c = call ptr @_ZNSt3_V215system_categoryEv()
  call void @_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEED1Ev(ptr %p)
  %f = call i64 @_ZNKSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE4findEPKcmm(ptr %p, ptr %q, i64 0, i64 1)
  %r = call i32 @_ZNKSt3__112basic_stringIwNS_11char_traitsIwEENS_9allocatorIwEEE7compareEPKw(ptr %p, ptr %c)
  ret i32 %r
}

; CHECK-LABEL: define i32 @locks(
; CHECK-NOT: __allocsite
; CHECK: ret i32
define i32 @locks(ptr %lock, i32 %key) {
  %r = call i32 @pthread_rwlock_rdlock(ptr %lock)
  %p = call ptr @pthread_getspecific(i32 %key)
  %u = call i32 @pthread_rwlock_unlock(ptr %lock)
  ret i32 %r
}

; A mutex with a priority ceiling takes memory where a thread first locks one.
; CHECK-LABEL: define i32 @pushes_mutex(
; CHECK: %[[FOUND:.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i32 @pthread_mutex_lock(
; CHECK-NEXT: store i64 %[[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i32 @pthread_mutex_unlock(
define i32 @pushes_mutex(ptr %mutex) {
  %r = call i32 @pthread_mutex_lock(ptr %mutex)
  %u = call i32 @pthread_mutex_unlock(ptr %mutex)
  ret i32 %r
}

; What LLVM does not know is a leaf with the prototype that the C library gives it.
; CHECK-LABEL: define double @prototypes(
; CHECK-NOT: __allocsite
; CHECK: ret double
define double @prototypes(i32 %c, ptr %p) {
  %a = call i32 @isalpha(i32 %c)
  %t = call i64 @time(ptr %p)
  %g = call i32 @clock_gettime(i32 %a, ptr %p)
  call void @srandom(i32 %g)
  %d = call double @drand48()
  ret double %d
}

; CHECK-LABEL: define void @pushes_other_prototypes(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i32 @isspace(ptr %p)
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i32 @rand(i32 1)
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 (...) @clock()
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @random()
define void @pushes_other_prototypes(ptr %p) {
  call i32 @isspace(ptr %p)
  call i32 @rand(i32 1)
  call i64 (...) @clock()
  call void @random()
  ret void
}

; A thread can be cancelled there, and runs its handlers.
; CHECK-LABEL: define void @pushes_where_it_may_be_cancelled(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @read(
define void @pushes_where_it_may_be_cancelled(ptr %p) {
  call i64 @read(i32 0, ptr %p, i64 9)
  ret void
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
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @replaceable(
define i64 @pushes_replaceable(i64 %n) {
  %m = call i64 @replaceable(i64 %n)
  %k = add i64 %m, 1
  ret i64 %k
}

; CHECK-LABEL: define void @pushes_indirect(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void %f()
define void @pushes_indirect(ptr %f) {
  call void %f()
  ret void
}

; A function of that name that the program defines is not that of the library.
; CHECK-LABEL: define void @pushes_own(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @_ZSt15_Fnv_hash_bytesPKvmm(
define void @pushes_own(ptr %p) {
  call i64 @_ZSt15_Fnv_hash_bytesPKvmm(ptr %p, i64 9, i64 1)
  ret void
}
define i64 @_ZSt15_Fnv_hash_bytesPKvmm(ptr %p, i64 %n, i64 %seed) {
  call void @pushes_indirect(ptr %p)
  ret i64 1
}

; Who brings an operator delete of his own finds a word that is not of its calls, puts it
; back, and calls others under one that is not known. It ends in no jump.
; CHECK-LABEL: define void @_ZdlPv(
; CHECK: %[[FOUND:.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: %[[UNKNOWN:.*]] = freeze i64 1
; CHECK: %[[UP:.*]] = mul i64 %[[UNKNOWN]], 3
; CHECK: %[[WORD:.*]] = add i64 %[[UP]]
; CHECK: store i64 %[[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @replaceable(
; CHECK-NEXT: store i64 %[[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret void
define void @_ZdlPv(ptr %p) {
  tail call i64 @replaceable(i64 1)
  ret void
}

; CHECK-LABEL: define void @calls_own(
; CHECK-NOT: __allocsite
; CHECK: ret void
define void @calls_own(ptr %p) {
  call void @_ZdlPv(ptr %p)
  ret void
}

; Shells have an own `getenv` that allocates: who calls it in another file pushes nothing.
; CHECK-LABEL: define ptr @getenv(
; CHECK: %[[FOUND:.*]] = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: %[[UNKNOWN:.*]] = freeze i64 1
; CHECK: %[[UP:.*]] = mul i64 %[[UNKNOWN]], 3
; CHECK: %[[WORD:.*]] = add i64 %[[UP]]
; CHECK: store i64 %[[WORD]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @replaceable(
; CHECK-NEXT: store i64 %[[FOUND]], ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: ret ptr
define ptr @getenv(ptr %p) {
  call i64 @replaceable(i64 1)
  ret ptr %p
}

; CHECK-LABEL: define ptr @calls_own_getenv(
; CHECK-NOT: __allocsite
; CHECK: ret ptr
define ptr @calls_own_getenv(ptr %p) {
  %v = call ptr @getenv(ptr %p)
  %w = call ptr @secure_getenv(ptr %v)
  ret ptr %w
}

; A local one is not that of the library, nor is what has another prototype.
; CHECK-LABEL: define void @pushes_others(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call void @free(
; CHECK: call void @_ZdaPv(ptr %p, ptr nest
define void @pushes_others(ptr %p) {
  call void @free(i32 1)
  call void @_ZdaPv(ptr %p)
  ret void
}
define internal void @_ZdaPv(ptr %p) noinline {
  call void %p()
  ret void
}

; CHECK-LABEL: define i64 @pushes_promise(
; CHECK: store i64 %{{[0-9]+}}, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK-NEXT: call i64 @reads(ptr %p) #[[NOUNWIND:[0-9]+]]
; CHECK: declare i64 @reads(ptr){{$}}
; CHECK: attributes #[[NOUNWIND]] = { nomerge nounwind }
define i64 @pushes_promise(ptr %p) {
  %r = call i64 @reads(ptr %p) readonly nounwind
  ret i64 %r
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @_ZSt11_Hash_bytesPKvmm(ptr, i64, i64)
declare ptr @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(ptr)
declare i32 @pthread_rwlock_rdlock(ptr)
declare i32 @pthread_rwlock_unlock(ptr)
declare ptr @pthread_getspecific(i32)
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i64 @strlen(ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i64 @reads(ptr) readonly
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED1Ev(ptr)
declare void @_ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEED2Ev(ptr)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_disposeEv(ptr)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_destroyEm(ptr, i64)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE8_M_eraseEmm(ptr, i64, i64)
declare void @_ZNSt6localeC1Ev(ptr)
declare void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(ptr)
declare ptr @_ZNSt3_V215system_categoryEv()
declare void @_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEED1Ev(ptr)
declare i64 @_ZNKSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE4findEPKcmm(ptr, ptr, i64, i64)
declare i32 @_ZNKSt3__112basic_stringIwNS_11char_traitsIwEENS_9allocatorIwEEE7compareEPKw(ptr, ptr)
declare i32 @isalpha(i32)
declare i64 @time(ptr)
declare i32 @clock_gettime(i32, ptr)
declare void @srandom(i32)
declare double @drand48()
declare i32 @isspace(ptr)
declare i32 @rand(i32)
declare i64 @clock(...)
declare void @random()
declare ptr @secure_getenv(ptr)
declare i64 @read(i32, ptr, i64)
declare void @free(i32)
declare void @_ZdlPvm(ptr, i64)

; The source's marks of calls through pointers speak for themselves: rules hold for them
; in opt as well, for call and invoke, behind a place for the result, and for a function
; that stands in place of the pointer. No mark is left, whether a rule names it or not,
; nor is the text of one; other annotations stay.
;
; RUN: split-file %s %t
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/a.cfg %instrument %t/m.ll -o %t.ll 2>&1 | count 0
; RUN: %FileCheck %s < %t.ll
; RUN: not grep 'allocsite call' %t.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %instrument %t/m.ll -o %t.ll
; RUN: %FileCheck %s --check-prefix=BARE < %t.ll
; RUN: not grep 'allocsite call' %t.ll
;
; CHECK-LABEL: define {{.*}}@call(
; CHECK: %f = load ptr, ptr %field
; CHECK: call ptr %f(i64 24)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}}, i64 24)
; CHECK-LABEL: define {{.*}}@behind_result(
; CHECK: call void %f(ptr sret({{.*}}) %r, i64 32)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}}, i64 32)
; CHECK-LABEL: define {{.*}}@function(
; CHECK: call {{.*}}(i64 40, {{.*}}@allocsite.tags{{.*}}, ptr @malloc)
; CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
; CHECK-LABEL: define {{.*}}@invoke(
; CHECK: invoke ptr %f(i64 48)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}}, i64 48)
; CHECK-LABEL: define {{.*}}@others(
; CHECK: call i64 @llvm.annotation.i64
; CHECK: call ptr %f(i64 56)
; CHECK-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
; CHECK: ret
;
; BARE-LABEL: define {{.*}}@call(
; BARE: call ptr %f(i64 24)
; BARE-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
; BARE-LABEL: define {{.*}}@function(
; BARE: call {{.*}}(i64 40, {{.*}}@allocsite.tags{{.*}}, ptr @malloc)
; BARE-LABEL: define {{.*}}@invoke(
; BARE-NOT: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
;
; REQUIRES: llvm-ge-16

;--- a.cfg
field:State::take size=0
;--- m.ll
@one = private unnamed_addr constant [40 x i8] c"allocsite call 1\0A1:2\0Ai\0Afield:State.take\00", section "llvm.metadata"
@two = private unnamed_addr constant [40 x i8] c"allocsite call 2\0A1:2\0Ai\0Afield:Other.take\00", section "llvm.metadata"
@other = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@file = private unnamed_addr constant [4 x i8] c"m.c\00", section "llvm.metadata"

define ptr @call(ptr %field) {
  %f = load ptr, ptr %field
  %n = ptrtoint ptr %f to i64
  %a = call i64 @llvm.annotation.i64.p0(i64 %n, ptr @one, ptr @file, i32 1)
  %p = inttoptr i64 %a to ptr
  %r = call ptr %p(i64 24)
  ret ptr %r
}

define void @behind_result(ptr %r, ptr %f) {
  %n = ptrtoint ptr %f to i64
  %a = call i64 @llvm.annotation.i64.p0(i64 %n, ptr @one, ptr @file, i32 1)
  %p = inttoptr i64 %a to ptr
  call void %p(ptr sret({i64, i64, i64}) %r, i64 32)
  ret void
}

define ptr @function() {
  %a = call i64 @llvm.annotation.i64.p0(i64 ptrtoint (ptr @malloc to i64), ptr @one, ptr @file, i32 1)
  %p = inttoptr i64 %a to ptr
  %r = call ptr %p(i64 40)
  ret ptr %r
}

define ptr @invoke(ptr %f) personality ptr @personality {
  %n = ptrtoint ptr %f to i64
  %a = call i64 @llvm.annotation.i64.p0(i64 %n, ptr @one, ptr @file, i32 1)
  %p = inttoptr i64 %a to ptr
  %r = invoke ptr %p(i64 48) to label %normal unwind label %thrown
normal:
  ret ptr %r
thrown:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define ptr @others(ptr %f, i64 %x) {
  %m = call i64 @llvm.annotation.i64.p0(i64 %x, ptr @other, ptr @file, i32 1)
  %n = ptrtoint ptr %f to i64
  %a = call i64 @llvm.annotation.i64.p0(i64 %n, ptr @two, ptr @file, i32 1)
  %p = inttoptr i64 %a to ptr
  %r = call ptr %p(i64 56)
  ret ptr %r
}

declare i64 @llvm.annotation.i64.p0(i64, ptr, ptr, i32)
declare ptr @malloc(i64)
declare i32 @personality(...)

; What is to be done to a module is printed before it is done: for each function what its
; calls do to the context, under which id, and what is counted.

; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:print-plan=1 %opt_pass %opaque -passes=allocsite -S %s -o %t.ll 2>%t.plan
; RUN: %FileCheck %s --input-file=%t.plan
; RUN: %FileCheck %s --input-file=%t.ll --check-prefix=IR

; Nothing is printed unless it is asked for.
; RUN: %opt_pass %opaque -passes=allocsite -S %s -o %t.same.ll 2>%t.nothing
; RUN: count 0 < %t.nothing
; RUN: cmp %t.ll %t.same.ll

target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @malloc(i64)
declare void @elsewhere(ptr)
declare void @free(ptr)
declare void @_exit(i32) noreturn
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn

; CHECK-LABEL: {{^}}make, context in a register, pushes for its caller, puts nothing back
; CHECK-NEXT:  malloc: push {{[0-9]+$}}
; CHECK-NEXT:  elsewhere: push {{[0-9]+$}}
; CHECK-NEXT:  count site 1, 24 bytes, unless failed{{$}}
define internal ptr @make() {
  %p = call ptr @malloc(i64 24)
  call void @elsewhere(ptr %p)
  ret ptr %p
}

; Two calls of one function share an id. What gives memory back runs under none.
; CHECK-LABEL: {{^}}make_two{{$}}
; CHECK-NEXT:  make: push [[MAKE:[0-9]+]], in a register, by the callee{{$}}
; CHECK-NEXT:  make: push [[MAKE]], in a register, by the callee{{$}}
define void @make_two() {
  %p = call ptr @make()
  %q = call ptr @make()
  call void @free(ptr %p)
  ret void
}

; A call of itself stays in one frame.
; CHECK-LABEL: {{^}}itself{{$}}
; CHECK-NEXT:  malloc: push {{[0-9]+$}}
; CHECK-NEXT:  itself: pass, put back{{$}}
; CHECK-NEXT:  count site 2, unless failed{{$}}
define i64 @itself(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %more = call i64 @itself(i64 %n)
  %sum = add i64 %more, 1
  ret i64 %sum
}

; CHECK-LABEL: {{^}}tail{{$}}
; CHECK-NEXT:  elsewhere: pass, last{{$}}
define void @tail(ptr %p) {
  tail call void @elsewhere(ptr %p)
  ret void
}

; CHECK-LABEL: {{^}}jumps{{$}}
; CHECK-NEXT:  _setjmp: may return twice{{$}}
; CHECK-NEXT:  longjmp: leave{{$}}
define void @jumps(ptr %place) {
  %again = call i32 @_setjmp(ptr %place) returns_twice
  call void @longjmp(ptr %place, i32 1)
  unreachable
}

; CHECK-LABEL: {{^}}ends{{$}}
; CHECK-NEXT:  _exit: push {{[0-9]+$}}
; CHECK-NEXT:  {{^}}flush before _exit in ends, end 3 with its status{{$}}
; CHECK-NOT:   {{.}}
; IR-LABEL: define void @ends
; IR:       call void @__allocsite_flush
define void @ends() {
  call void @_exit(i32 0)
  unreachable
}

; The refusals that a front end hardly lets happen, each with its reason. IR without
; locations gives remarks without, which name site or function all the same.
;
; RUN: %opt_pass %opaque -passes=allocsite -S -o /dev/null -pass-remarks=allocsite -pass-remarks-missed=allocsite %s 2>&1 | %FileCheck %s --implicit-check-not=remark:

@fast = ifunc void (), ptr @resolver

; CHECK-DAG: remark: <unknown>:0:0: malloc is not counted: it is called in a naked function, which has no frame [naked-function]
define void @naked() naked {
  %p = call ptr @malloc(i64 3)
  unreachable
}

; CHECK-DAG: remark: <unknown>:0:0: malloc is not counted: it is called in a resolver of an ifunc, or behind one, where there may be no thread-local storage yet [ifunc-resolver]
define ptr @resolver() {
  %p = call ptr @malloc(i64 1)
  ret ptr @site
}

; CHECK-DAG: remark: <unknown>:0:0: strdup is not counted: it has an allocator's name, but other parameters: the size is missing, as it is without a prototype, or no integer [parameters]
; CHECK-DAG: remark: <unknown>:0:0: calloc is not counted: the call passes fewer arguments than the size needs [fewer-arguments]
define void @refused() {
  %a = call ptr @strdup(i64 3)
  %b = call ptr @calloc(i64 3)
  ret void
}

; CHECK-DAG: remark: <unknown>:0:0: malloc in site is counted as site#1: 4 bytes
define void @site() {
  %p = call ptr @malloc(i64 4)
  ret void
}

; CHECK-DAG: remark: <unknown>:0:0: malloc in float is counted as float#1: no integer: 0 bytes
define void @float() {
  %p = call ptr @malloc(double 4.0)
  ret void
}

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @strdup(i64)

; A program of Rust may define the allocator itself: its calls in the same file are counted where
; they are, and what it calls of malloc is a site for calls by code without the pass. That it is
; below another one of the family the profile tells (test/e2e/rust). The module of jumps by which
; rustc leads to std's is left alone: all that these call is of their callers.
;
; RUN: split-file %s %t
; RUN: %mark %t/own.ll | %FileCheck %s --check-prefix=OWN
; RUN: %opt_pass %opaque -passes=allocsite -S %t/shim.ll | %FileCheck %s --check-prefix=SHIM --implicit-check-not=allocsite
;
; OWN-LABEL: define ptr @_RNvCs1_3app4make(
; OWN-NEXT: call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %n, i64 8)
; OWN: llvm.var.annotation{{.*}}@allocsite.marker
; OWN-LABEL: define ptr @_RNvXCs1_3appNtB2_8Counting
; OWN: call ptr @malloc(i64 %n) [[MALLOC:#[0-9]+]]
; OWN: attributes [[MALLOC]] = { nomerge "allocsite.site"="2" }
;
; With other code in the module, that is counted.
; RUN: %mark %t/joined.ll | %FileCheck %s --check-prefix=JOINED
; JOINED-LABEL: define ptr @_RNvCs1_3app4make(
; JOINED: llvm.var.annotation{{.*}}@allocsite.marker
;
; SHIM: define ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %0, i64 %1) {
; SHIM-NEXT: entry:
; SHIM-NEXT: tail call ptr @_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc(i64 %0, i64 %1)
; SHIM-NEXT: ret ptr

;--- own.ll
target triple = "x86_64-unknown-linux-gnu"

define ptr @_RNvCs1_3app4make(i64 %n) {
  %p = call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %n, i64 8)
  ret ptr %p
}

define ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %n, i64 %align) {
  %p = call ptr @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc5alloc(ptr null, i64 %n)
  ret ptr %p
}

define ptr @_RNvXCs1_3appNtB2_8CountingNtNtNtCs2_4core5alloc6global11GlobalAlloc5alloc(ptr %self, i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

declare ptr @malloc(i64)

;--- shim.ll
target triple = "x86_64-unknown-linux-gnu"

define ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %0, i64 %1) {
entry:
  %2 = tail call ptr @_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc(i64 %0, i64 %1)
  ret ptr %2
}

declare ptr @_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc(i64, i64)

;--- joined.ll
target triple = "x86_64-unknown-linux-gnu"

define ptr @_RNvCs1_3app4make(i64 %n) {
  %p = call ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %n, i64 8)
  ret ptr %p
}

define ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 %0, i64 %1) {
entry:
  %2 = tail call ptr @_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc(i64 %0, i64 %1)
  ret ptr %2
}

declare ptr @_RNvCsfLfy6EI15iL_7___rustc11___rdl_alloc(i64, i64)

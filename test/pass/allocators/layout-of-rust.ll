; A Layout of Rust is two arguments, in the order that rustc likes: the one whose range leaves out 0 is
; the alignment, and the other the bytes, which are counted.
;
; REQUIRES: llvm-ge-19
; RUN: %instrument %s -o - | %FileCheck %s
;
; CHECK-LABEL: define ptr @behind(
; CHECK: freeze i64 %bytes
; CHECK-LABEL: define ptr @before(
; CHECK: freeze i64 %bytes
target triple = "x86_64-unknown-linux-gnu"

define ptr @behind(ptr %bump, ptr %old, i64 %align, i64 %bytes) {
  %p = call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump4grow(ptr %bump, ptr %old, i64 1, i64 2, i64 %align, i64 %bytes)
  ret ptr %p
}

define ptr @before(ptr %bump, ptr %old, i64 %align, i64 %bytes) {
  %p = call ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump6shrink(ptr %bump, ptr %old, i64 1, i64 2, i64 %bytes, i64 %align)
  ret ptr %p
}

declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump4grow(ptr, ptr, i64, i64, i64 range(i64 1, -9223372036854775807), i64 range(i64 0, -9223372036854775808))
declare ptr @_RNvMs6_CshTjU8V30eta_7bumpaloNtB5_4Bump6shrink(ptr, ptr, i64, i64, i64 range(i64 0, -9223372036854775808), i64 range(i64 1, -9223372036854775807))

!llvm.ident = !{!0}
!0 = !{!"rustc version 1.95.0"}

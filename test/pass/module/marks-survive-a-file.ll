; What the first stage leaves can be written to a file between the stages: names and
; chains are the same as in one process.
;
; RUN: %mark %s -o %t.ll
; RUN: %instrument %t.ll -o %t.two.ll 2>&1 | count 0
; RUN: %instrument %s -o %t.one.ll
; RUN: grep allocsite.records %t.one.ll > %t.1 && grep allocsite.records %t.two.ll > %t.2 && cmp %t.1 %t.2
define ptr @f(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}
define ptr @g(i64 %n) {
  %p = call ptr @f(i64 %n)
  %q = call ptr @f(i64 %n)
  ret ptr %p
}
declare ptr @malloc(i64)

; The inventory without locations, and in two stages that are two processes; and for a
; target that is not supported, where all is refused.
;
; RUN: rm -rf %t && mkdir -p %t && cd %t
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=sites.jsonl %opt_pass %opaque -passes=allocsite-mark -S %s -o marked.ll
; RUN: not ls sites.jsonl
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=sites.jsonl %opt_pass %opaque -passes=allocsite,verify -S marked.ll -o done.ll
; RUN: %FileCheck %s --input-file=sites.jsonl --implicit-check-not='"kind":"{{[^rfd]|re}}'
; RUN: not grep allocsite.refusals done.ll
;
; RUN: sed 's/^;TARGET //' %s > gpu.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=gpu.jsonl %opt_pass %opaque -passes=allocsite -S gpu.ll -o gpu.out.ll
; RUN: %FileCheck %s --input-file=gpu.jsonl --check-prefix=GPU --implicit-check-not='"kind":"{{[^r]|re}}'
;
; CHECK: "kind":"module","module":"{{.*}}inventory.ll"
; CHECK-DAG: "kind":"site",{{.*}},"site":"site#1","function":"site","allocator":"malloc",{{.*}},"bytes":4}
; CHECK-DAG: "kind":"site",{{.*}},"site":"site#2","function":"site","allocator":"malloc",{{.*}},"size":"size"}
; CHECK-DAG: "kind":"refusal",{{.*}},"site":"-","function":"naked","callee":"malloc","reason":"naked-function"
; CHECK-DAG: "kind":"refusal",{{.*}},"site":"-","function":"refused","callee":"strdup","reason":"parameters"
; CHECK-DAG: "kind":"refusal",{{.*}},"site":"-","function":"refused","callee":"calloc","reason":"fewer-arguments"
; CHECK-DAG: "kind":"refusal",{{.*}},"site":"resolver#1","function":"resolver","callee":"malloc","reason":"ifunc-resolver"
;
; GPU: "kind":"module"
; GPU-COUNT-4: "kind":"refusal",{{.*}}"callee":"malloc","reason":"target"
;
;TARGET target triple = "nvptx64-nvidia-cuda"

@fast = ifunc void (), ptr @resolver

define void @naked() naked {
  %p = call ptr @malloc(i64 3)
  unreachable
}
define ptr @resolver() {
  %p = call ptr @malloc(i64 1)
  ret ptr @site
}
define void @refused() {
  %a = call ptr @strdup(i64 3)
  %b = call ptr @calloc(i64 3)
  ret void
}
define void @site(i64 %n) {
  %p = call ptr @malloc(i64 4)
  %q = call ptr @malloc(i64 %n)
  ret void
}
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @strdup(i64)

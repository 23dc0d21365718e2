; With lto=1 the marks of a file that goes to a full link stay, under a key of the file,
; and become those of one module where several are one, also where ids meet in a phi that
; the program has a use for. What another file may define is marked behind the
; call, since it may be inlined; what the library may, at the call, until it is known that
; the program does, of which a function then need not look at its arguments.
;
; REQUIRES: llvm-ge-16
; RUN: split-file %s %t
; RUN: env ALLOCSITE_PASS_OPTIONS=lto=1:verify=1:inventory=%t/sites.jsonl %instrument %t/first.ll -o %t/1.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=lto=1:verify=1:inventory=%t/sites.jsonl %instrument %t/second.ll -o %t/2.ll
; RUN: %FileCheck %s --check-prefix=LEFT --input-file %t/1.ll
; LEFT:      @allocsite.marker.[[KEY:[0-9a-f]+]] = internal constant
; LEFT:      @__allocsite_lto_1_needs_lld_with_load_pass_plugin_AllocSite_so = external constant i8
; LEFT:      @allocsite.needs = private constant ptr @__allocsite_lto_1
; LEFT:      call ptr @apr_palloc(ptr null, i64 8) [[NOT:#[0-9]+]]
; LEFT-NEXT: call void @llvm.var.annotation{{.*}}(ptr {{.*}}, ptr @allocsite.marker.[[KEY]], ptr @allocsite.marker.[[KEY]], i32 1,
; LEFT:      call ptr @malloc(i64 24) [[SITE:#[0-9]+]]
; LEFT-DAG:  attributes [[NOT]] = { "allocsite.site"="0" }
; LEFT-DAG:  attributes [[SITE]] = { nomerge "allocsite.site"="2@[[KEY]]" }
; LEFT-DAG:  !allocsite.sites.[[KEY]] = !{
; LEFT-DAG:  !allocsite.files = !{![[FILE:[0-9]+]]}
; LEFT-DAG:  ![[FILE]] = !{!"[[KEY]]", !"depth=4:inventory={{.*}}sites.jsonl", !"first.ll"}
;
; RUN: llvm-link -S %t/1.ll %t/2.ll -o %t/both.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=%t/sites.jsonl:verify=1 %pipeline -passes=allocsite-link %t/both.ll -o %t/counted.ll
; RUN: %FileCheck %s --input-file %t/counted.ll --implicit-check-not=allocsite.marker --implicit-check-not=allocsite.needs --implicit-check-not=__allocsite_lto --implicit-check-not='"allocsite.site"' --implicit-check-not='"allocsite.left"' --implicit-check-not=ThinLTO
; CHECK-LABEL: define void @first(
; CHECK: call {{.*}}@allocsite.tags, ptr @apr_palloc)
; CHECK: select i1 {{.*}}@allocsite.tags
; CHECK-LABEL: define void @second(
; CHECK: phi i32 [ 3, %a ], [ 4, %b ]
; CHECK-NEXT: %id = phi i32 [ 1, %a ], [ 2, %b ]
; CHECK: call void @number(i32 %id)
;
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=%t/sites.jsonl:verify=1 %pipeline -passes='lto<O2>' %t/both.ll | %FileCheck %s --check-prefix=OPTIMISED
; OPTIMISED-LABEL: define void @first(
; OPTIMISED-NOT: @malloc
; OPTIMISED: i64 24
;
; RUN: %FileCheck %s --check-prefix=SITES --input-file %t/sites.jsonl
; SITES-DAG: "site":"first#1",{{.*}}"allocator":"apr_palloc"
; SITES-DAG: "site":"first#2",{{.*}}"allocator":"malloc"
; SITES-DAG: "site":"second#1",{{.*}}"allocator":"one"
; SITES-DAG: "site":"second#2",{{.*}}"allocator":"other"

;--- first.ll
source_filename = "first.ll"
target triple = "x86_64-pc-linux-gnu"
define void @first() {
  %p = call ptr @apr_palloc(ptr null, i64 8)
  %q = call ptr @malloc(i64 24)
  call void @use(ptr %q)
  ret void
}
declare ptr @apr_palloc(ptr, i64)
declare ptr @malloc(i64)
declare void @use(ptr)
!llvm.module.flags = !{!0}
!llvm.ident = !{!1}
!0 = !{i32 1, !"ThinLTO", i32 0}
!1 = !{!"clang"}

;--- second.ll
source_filename = "second.ll"
target triple = "x86_64-pc-linux-gnu"
define ptr @malloc(i64 %n) {
  ret ptr null
}
@allocsite.marker = internal constant i8 0
define void @second(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %id = phi i32 [ 1, %a ], [ 2, %b ]
  call void @llvm.var.annotation.p0.p0(ptr inttoptr (i64 8 to ptr), ptr @allocsite.marker, ptr @allocsite.marker, i32 %id, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr inttoptr (i64 16 to ptr), ptr @allocsite.marker, ptr @allocsite.marker, i32 %id, ptr null)
  call void @number(i32 %id)
  ret void
}
declare void @number(i32)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
!llvm.module.flags = !{!0}
!llvm.ident = !{!1}
!allocsite.sites = !{!2, !3}
!0 = !{i32 1, !"ThinLTO", i32 0}
!1 = !{!"clang"}
!2 = !{i32 1, !"one", i32 1, i32 1, i32 0, null, !"one", !"", !"size", i32 0, !"", i32 1, i32 0}
!3 = !{i32 2, !"other", i32 2, i32 1, i32 0, null, !"other", !"", !"size", i32 0, !"", i32 1, i32 0}

; An allocator with `aware=` is called by the name of the function that is told: with
; the same arguments and attributes, by the same convention, as call, invoke or tail
; call, then the site, which is 0 before the module is registered, and the context word
; that the function found. It is counted as before.
;
; RUN: split-file %s %t
; RUN: env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t/aware.cfg %instrument %t/m.ll -o %t/out.ll
; RUN: %FileCheck %t/m.ll --input-file=%t/out.ll
; RUN: not grep -E 'allocsite\.aware|llvm\.annotation' %t/out.ll
;
; In two processes, as link-time optimisation has it.
; RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/aware.cfg %mark %t/m.ll -o %t/marked.ll
; RUN: %FileCheck %t/m.ll --check-prefix=MARKED --input-file=%t/marked.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=config=%t/aware.cfg %instrument %t/marked.ll -o - | %FileCheck %t/m.ll

;--- aware.cfg
[pool]
alloc:pool_alloc  size=1 arena=0 aware=pool_alloc_at
alloc:pool_fast   size=0 aware=pool_fast_at
alloc:pool_pair   size=0 aware=pool_pair_at
alloc:pool_plain  size=1
alloc:pool_array  size=2 count=1 aware=pool_array_at
[other]
alloc:other_alloc size=0
aware:other_alloc aware=other_alloc_at

;--- m.ll
%pair = type { i64, i64 }

; MARKED-LABEL: define ptr @call(
; MARKED: %[[SITE:.*]] = call i64 @llvm.annotation.i64{{.*}}(i64 0, ptr @allocsite.aware.site, ptr @allocsite.aware.site, i32 [[ID:[0-9]+]]) #[[KEPT:[0-9]+]]
; MARKED: %[[CONTEXT:.*]] = call i64 @llvm.annotation.i64{{.*}}(i64 0, ptr @allocsite.aware.context, ptr @allocsite.aware.context, i32 [[ID]]) #[[KEPT]]
; MARKED: %p = tail call noalias ptr @pool_alloc_at(ptr nonnull %pool, i64 zeroext 24, i64 %[[SITE]], i64 %[[CONTEXT]])
; MARKED: call void @llvm.var.annotation{{.*}}({{.*}}i32 [[ID]],
; MARKED: attributes #[[KEPT]] = { nomerge }
;
; CHECK-LABEL: define ptr @call(
; CHECK: %[[BASE:.*]] = load i64, ptr {{.*}}@allocsite.state
; CHECK: %[[UNKNOWN:.*]] = icmp eq i64 %[[BASE]], 0
; CHECK: %[[SUM:.*]] = add i64 %[[BASE]], {{[0-9]+}}
; CHECK: %[[SITE:.*]] = select i1 %[[UNKNOWN]], i64 0, i64 %[[SUM]]
; CHECK: %allocsite.context = load i64, ptr {{.*}}@__allocsite_thread.v{{[0-9]+}}
; CHECK: %p = {{(tail )?}}call noalias ptr @pool_alloc_at(ptr nonnull %pool, i64 zeroext 24, i64 %[[SITE]], i64 %allocsite.context)
; CHECK: %[[TAGS:.*]] = select i1 %{{.*}}@allocsite.tags
; CHECK: call {{.*}}%[[TAGS]], i64 %allocsite.context, i64 24)
; CHECK: ret ptr
define ptr @call(ptr %pool) {
  %p = tail call noalias ptr @pool_alloc(ptr nonnull %pool, i64 zeroext 24) readnone
  ret ptr %p
}

; CHECK-LABEL: define ptr @invoked(
; CHECK: %p = invoke ptr @pool_array_at(ptr %pool, i64 %n, i64 8, i64 %{{.*}}, i64 %allocsite.context)
; CHECK-NEXT: to label %[[OK:.*]] unwind label %bad
; CHECK: {{^}}[[OK]]:
; CHECK: select i1 %{{.*}}@allocsite.tags
; CHECK: %[[P:.*]] = call x86_regcallcc
; CHECK: {{^}}join:
; CHECK: phi ptr [ null, %{{.*}} ], [ %[[P]], %{{.*}} ]
define ptr @invoked(i1 %c, ptr %pool, i64 %n) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %try, label %join
try:
  %p = invoke ptr @pool_array(ptr %pool, i64 %n, i64 8) to label %join unwind label %bad
join:
  %r = phi ptr [ null, %0 ], [ %p, %try ]
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; The convention, and no `tail` where the call had none to lose.
; CHECK-LABEL: define void @convention(
; CHECK: %p = call fastcc ptr @pool_fast_at(i64 8, i64 %{{.*}}, i64 %allocsite.context)
define void @convention() {
  %p = call fastcc ptr @pool_fast(i64 8)
  ret void
}

; A place for the result and one by value stay where they were; bundles stay.
; CHECK-LABEL: define void @attributes(
; CHECK: call void @pool_pair_at(ptr sret(%pair) %result, i64 inreg 16, ptr byval(%pair) %more, i64 %{{.*}}, i64 %allocsite.context){{.*}} [ "deopt"(i32 7) ]
define void @attributes(ptr %result, ptr %more) {
  call void @pool_pair(ptr sret(%pair) %result, i64 inreg 16, ptr byval(%pair) %more) [ "deopt"(i32 7) ]
  ret void
}

; As they were: calls of an allocator that is not aware, and one whose caller has to have its callee's
; parameters.
; CHECK-LABEL: define ptr @plain(
; CHECK: call ptr %{{[0-9]+}}(ptr %pool, i64 24, i64 %allocsite.context, ptr {{.*}}@allocsite.tags
define ptr @plain(ptr %pool) {
  %p = call ptr @pool_plain(ptr %pool, i64 24)
  ret ptr %p
}
; CHECK-LABEL: define ptr @must(
; CHECK: call {{.*}}@allocsite.tags
; CHECK: %p = musttail call ptr @pool_alloc(ptr %pool, i64 %n)
; CHECK-NEXT: ret ptr %p
define ptr @must(ptr %pool, i64 %n) {
  %p = musttail call ptr @pool_alloc(ptr %pool, i64 %n)
  ret ptr %p
}

; What is told may call what it stands for, also if something calls it through a
; pointer: nothing is counted there, and it does not call itself.
; CHECK-LABEL: define ptr @other_alloc_at(
; CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
; CHECK: call ptr @other_alloc(i64 %n)
; CHECK-NOT: call {{.*}}@{{__allocsite_miss|allocsite.tags}}
; CHECK: ret ptr
define ptr @other_alloc_at(i64 %n, i64 %site, i64 %context) {
  %p = call ptr @other_alloc(i64 %n)
  ret ptr %p
}
@pointer = global ptr @other_alloc_at
; CHECK-LABEL: define void @other(
; CHECK: call ptr @other_alloc_at(i64 32, i64 %{{.*}}, i64 %allocsite.context)
define void @other() {
  %p = call ptr @other_alloc(i64 32)
  ret void
}

; CHECK: declare noalias ptr @pool_alloc_at(ptr, i64, i64, i64) #[[TOLD:[0-9]+]]
; CHECK: declare fastcc ptr @pool_fast_at(i64, i64, i64)
; CHECK: attributes #[[TOLD]] = { nounwind }
declare noalias ptr @pool_alloc(ptr, i64) nounwind readnone
declare fastcc ptr @pool_fast(i64)
declare void @pool_pair(ptr sret(%pair), i64 inreg, ptr byval(%pair))
declare ptr @pool_plain(ptr, i64)
declare ptr @pool_array(ptr, i64, i64)
declare ptr @other_alloc(i64)
declare i32 @__gxx_personality_v0(...)

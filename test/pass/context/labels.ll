; Each call that pushes has a label before it, which no code reads: where the call is, its
; record, and what it adds to the word. One that passes the word on has one with neither record
; nor hash. Both are told apart from all others: code generation may not let two become one.
; Where a function pushes nothing there is none. The first one keeps the section from linkers that
; drop what nobody refers to.
;
; RUN: %instrument %s | %FileCheck %s
; RUN: sed 's/^;for-lto //' %s | %instrument | %FileCheck %s --check-prefix=LTO

; One stands for the module: it is kept with the module's description, which tells where it is.
; CHECK-DAG: @allocsite.label = private constant {{.*}} @allocsite.module {{.*}} @allocsite.records {{.*}}, i32 0 }, section ".allocsite.calls", {{.*}}!associated
; CHECK-DAG: @allocsite.module = {{.*}}, ptr @allocsite.label }

declare void @unknown1()
declare void @unknown2()
declare void @unknown3()
declare void @unknown4()
declare void @unknown5()
declare void @unknown6()
declare void @unknown7()
declare void @unknown8()
declare void @other()
declare fastcc ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare i32 @personality(...)

; CHECK-LABEL: define void @pushes(
; CHECK: add i64 %{{.*}}, [[#ONE:]]
; CHECK: store i64
; CHECK-NEXT: call void asm sideeffect "770:\0A.pushsection .allocsite.calls,\22ao?\22,@progbits,{{(\\22)?pushes(\\22)?}}\0A771:\0A.long 770b-.\0A.long ${0:c}-.\0A.long ${1:c}\0A.popsection\0A.reloc 770b, BFD_RELOC_NONE, 771b", "s,i"(ptr getelementptr ({{.*}} @allocsite.records, {{i32|i64}} [[#RECORD:]]), i32 [[#ONE]])
; CHECK-NEXT: call void @unknown1() #[[NOMERGE:[0-9]+]]
; CHECK: add i64 %{{.*}}, {{-?[0-9]+}}
; CHECK: store i64
; CHECK-NEXT: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#RECORD+1]]), i32 [[#]])
; CHECK-NEXT: call void @other() #[[NOMERGE]]
; CHECK-NEXT: store i64 %allocsite.context
; CHECK-NEXT: ret void
;
; At a link names change, so that the label names itself; and the frame has to stay there.
; LTO-LABEL: define void @pushes(
; LTO: call void asm sideeffect "[[LABEL:\.Lallocsite\.[a-z.]*\${:uid}]]:\0A.pushsection .allocsite.calls,\22ao?\22,@progbits,[[LABEL]]\0A771:\0A.long [[LABEL]]-.\0A
; LTO-NEXT: call void @unknown1() #[[NOINLINE:[0-9]+]]
define void @pushes() {
  call void @unknown1()
  call void @other()
  ret void
}

; Two calls that their callees tell apart add the same; their records differ.
; CHECK-LABEL: define void @shares(
; CHECK: add i64 %{{.*}}, [[#ONE:]]
; CHECK: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#RECORD:]]), i32 [[#ONE]])
; CHECK-NEXT: call void @leaf() #[[NOMERGE]]
; CHECK-NEXT: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#RECORD+1]]), i32 [[#ONE]])
; CHECK-NEXT: call void @twig() #[[NOMERGE]]
; CHECK-NEXT: store
define void @shares() {
  call void @leaf()
  call void @twig()
  ret void
}

; Of an invoke, and of a call through a pointer, before the load of the callee.
; CHECK-LABEL: define void @through_a_pointer(
; CHECK: store i64
; CHECK-NEXT: call void asm sideeffect {{.*}}, i32 [[#]])
; CHECK-NEXT: %callee = load ptr, ptr %at
; CHECK-NEXT: call void %callee() #[[NOMERGE]]
; CHECK: store i64
; CHECK-NEXT: call void asm sideeffect {{.*}}, i32 [[#]])
; CHECK-NEXT: invoke void @unknown2() #[[NOMERGE]]
define void @through_a_pointer(ptr %at) personality ptr @personality {
  %callee = load ptr, ptr %at
  call void %callee()
  invoke void @unknown2() to label %end unwind label %bad
end:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; What passes on: a call of itself.
; CHECK-LABEL: define void @itself(
; CHECK: call void asm sideeffect {{.*}}, i32 [[#]])
; CHECK-NEXT: call void @unknown3() #[[NOMERGE]]
; CHECK: call void asm sideeffect {{.*}}"s,i"(ptr @allocsite.records, i32 0)
; CHECK-NEXT: call void @itself() #[[NOMERGE]]
define void @itself() {
  call void @unknown3()
  call void @itself()
  ret void
}

; The call that counts, and a call that pushes as well as that. (A gate is passed what is
; counted.)
; CHECK-LABEL: define ptr @counts(
; CHECK: call void asm sideeffect {{.*}}, i32 [[#]])
; CHECK-NEXT: call void @unknown4() #[[NOMERGE]]
; CHECK: call fastcc ptr @{{.*}}malloc(
; CHECK: call void asm sideeffect {{.*}}"s,i"(ptr @allocsite.records, i32 1073741824)
; CHECK: call x86_regcallcc ptr %{{[0-9]+}}(ptr %p,
; CHECK: ret ptr
define ptr @counts() {
  call void @unknown4()
  %p = call fastcc ptr @malloc(i64 24)
  ret ptr %p
}
; CHECK-LABEL: define ptr @counts_at_once(
; CHECK: add i64 %{{.*}}, [[#HASH:]]
; CHECK: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#]]), i32 [[#HASH+1073741824]])
; CHECK-NEXT: load ptr, ptr @__allocsite_gate_
; CHECK-NEXT: call ptr %{{[0-9]+}}(i64 24, {{.*}} ptr @malloc_too)
; CHECK-NEXT: store i64
; CHECK-NEXT: ret ptr
define ptr @counts_at_once() {
  %p = call ptr @malloc_too(i64 24)
  ret ptr %p
}

; What pushes for its callers says that theirs add nothing; their labels tell their records.
; CHECK-LABEL: define void @leaves_it_to_its_callee(
; CHECK-NOT: mul i64
; CHECK: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#]]), i32 [[#CALLER:]])
; CHECK-NOT: mul i64
; CHECK: call void @pushes_both(ptr nest
; CHECK-LABEL: define internal void @pushes_both(
; CHECK: [[UP:%.*]] = mul i64 %{{.*}}, 3
; CHECK-NEXT: [[SUM:%.*]] = add i64 [[UP]], [[#BOTH:]]
; CHECK-NEXT: store i64 [[SUM]]
; CHECK-NEXT: call void asm sideeffect {{.*}} @allocsite.records, {{i32|i64}} [[#]]), i32 [[#%d,BOTH-2147483648]])
; CHECK-NEXT: call void @unknown6() #[[NOMERGE]]
; CHECK-NEXT: ret void
define void @leaves_it_to_its_callee() {
  call void @pushes_both()
  ret void
}
define internal void @pushes_both() noinline {
  call void @unknown6()
  ret void
}

; Nothing where nothing is pushed: calls alone would say the same.
; CHECK-LABEL: define ptr @only_counts(
; CHECK-NOT: asm
; CHECK: call x86_regcallcc ptr
; CHECK-NOT: asm
; CHECK-LABEL: define void @only_passes(
; CHECK-NOT: asm
; CHECK: call void @only_passes()
; CHECK-NOT: #
; CHECK: tail call void @other(){{$}}
; CHECK-NOT: asm
; CHECK: ret void
define ptr @only_counts() {
  %p = call ptr @arena(i64 32)
  ret ptr %p
}
define void @only_passes() {
  call void @only_passes()
  tail call void @other()
  ret void
}

; CHECK: attributes #[[NOMERGE]] = { nomerge }
; LTO: attributes #[[NOINLINE]] = { noinline nomerge }

define void @leaf() {
  call void @unknown7()
  ret void
}
define void @twig() {
  call void @unknown8()
  ret void
}
declare ptr @malloc_too(i64) "alloc-family"="malloc" allocsize(0)
define ptr @arena(i64 %size) noinline "alloc-family"="arena" allocsize(0) {
  %p = getelementptr i8, ptr null, i64 %size
  ret ptr %p
}

;for-lto !llvm.module.flags = !{!0}
;for-lto !0 = !{i32 1, !"ThinLTO", i32 0}

; For each section of code there is a section of labels: in its group, and linked to it, so
; that the linker drops both or neither. It has a label for each call, also without
; optimisation, and whatever the function is called.
;
; RUN: %instrument %s -o %t.ll
; RUN: llc%opaque -function-sections -filetype=obj %t.ll -o %t.o
; RUN: llvm-readelf -SWg %t.o | %FileCheck %s
; RUN: llvm-readelf -rW %t.o | %FileCheck %s --check-prefix=WORDS
; RUN: llc%opaque -O0 -function-sections -filetype=obj %t.ll -o %t.o
; RUN: llvm-readelf -SWg %t.o | %FileCheck %s
; RUN: llc%opaque -function-sections -relocation-model=pic -filetype=obj %t.ll -o %t.o
; RUN: llvm-readelf -SWg %t.o | %FileCheck %s
; RUN: sed 's/^;for-lto //' %s | %instrument -o %t.ll
; RUN: llc%opaque -function-sections -filetype=obj %t.ll -o %t.o
; RUN: llvm-readelf -SWg %t.o | %FileCheck %s --check-prefix=LTO

; Two labels of three words, four in the next.
; CHECK:      [[#%u,TWO:]]] .text.two PROGBITS
; CHECK:      .allocsite.calls PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000018 00 AL [[#TWO]] 0 1
; CHECK:      [[#%u,INLINE:]]] .text.inline.allocsite PROGBITS {{.*}} AXG
; CHECK:      .allocsite.calls PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000030 00 ALG [[#INLINE]] 0 1
; CHECK:      [[#%u,ODD:]]] {{.text.-\[odd name:\$1\]}} PROGBITS
; CHECK:      .allocsite.calls PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 00000c 00 AL [[#ODD]] 0 1
; CHECK:      COMDAT group section [{{.*}}] `.group' [inline.allocsite]
; CHECK:      .text.inline.allocsite
; CHECK-NOT:  COMDAT
; CHECK:      .allocsite.calls

; At a link each label has a section.
; LTO:      [[#%u,TWO:]]] .text.two PROGBITS
; LTO-COUNT-2: .allocsite.calls PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 00000c 00 AL [[#TWO]] 0 1
; LTO:      [[#%u,INLINE:]]] .text.inline.allocsite PROGBITS {{.*}} AXG
; LTO-COUNT-4: .allocsite.calls PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 00000c 00 ALG [[#INLINE]] 0 1

; The call and the record are relative to where the label is.
; WORDS:      Relocation section '.rela.allocsite.calls'
; WORDS:      {{^0+}} {{.*}}R_X86_64_PC32 {{.*}}.text.two + [[#%x,BEFORE:]]
; WORDS-NEXT: {{^0+}}4 {{.*}}R_X86_64_PC32 {{.*}}.rodata.allocsite + {{[0-9a-f]+$}}
; WORDS-NEXT: {{^0+}}c {{.*}}R_X86_64_PC32 {{.*}}.text.two + {{[0-9a-f]+$}}
; WORDS-NEXT: {{^0+}}10 {{.*}}R_X86_64_PC32 {{.*}}.rodata.allocsite + {{[0-9a-f]+$}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @unknown()
declare void @other()
$inline = comdat any

define void @two() {
  call void @unknown()
  call void @other()
  ret void
}

define linkonce_odr ptr @inline() comdat {
  call void @unknown()
  call void @other()
  call ptr @inline()
  %f = load ptr, ptr @pointer
  call void %f()
  ret ptr @inline
}

define void @"-[odd name:$1]"() {
  call void @other()
  ret void
}

define void @uses() {
  call ptr @inline()
  ret void
}
@pointer = global ptr @inline

;for-lto !llvm.module.flags = !{!0}
;for-lto !0 = !{i32 1, !"ThinLTO", i32 0}

; Without the source, debug information says where a function was found: below the
; directories of installed headers it is no frame, and pushes no id. One that is found
; elsewhere is, and so is one of the file that is compiled, wherever that is.
;
; RUN: %instrument %s | %FileCheck %s
; RUN: env ALLOCSITE_PASS_OPTIONS=frames=std %instrument %s | %FileCheck %s --check-prefix=STD

; CHECK-LABEL: define void @installed(
; CHECK-NOT: store i64
; CHECK: ret void
; STD-LABEL: define void @installed(
; STD: store i64
define void @installed() !dbg !10 {
  call void @unknown(), !dbg !11
  ret void
}

; CHECK-LABEL: define void @of_the_compiler(
; CHECK-NOT: store i64
; CHECK: ret void
define void @of_the_compiler() !dbg !12 {
  call void @unknown(), !dbg !13
  ret void
}

; CHECK-LABEL: define void @own(
; CHECK: store i64
define void @own() !dbg !14 {
  call void @unknown(), !dbg !15
  ret void
}

; CHECK-LABEL: define void @of_the_file(
; CHECK: store i64
define void @of_the_file() !dbg !16 {
  call void @unknown(), !dbg !17
  ret void
}

declare void @unknown()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, isOptimized: false, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "/usr/include/tool/main.c", directory: "/build")
!3 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/kit.h", directory: "/build")
!4 = !DIFile(filename: "lib/clang/19/include/kit.h", directory: "/opt/llvm")
!5 = !DIFile(filename: "usr/include/kit.h", directory: "/build")
!6 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "installed", file: !3, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 1, column: 1, scope: !10)
!12 = distinct !DISubprogram(name: "of_the_compiler", file: !4, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 1, column: 1, scope: !12)
!14 = distinct !DISubprogram(name: "own", file: !5, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 1, column: 1, scope: !14)
!16 = distinct !DISubprogram(name: "of_the_file", file: !2, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!17 = !DILocation(line: 1, column: 1, scope: !16)

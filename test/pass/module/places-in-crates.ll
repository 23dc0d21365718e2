; A place in Rust names the directory of a crate that is not compiled in the program's, since each
; crate has a src/lib.rs. One of the program and of Rust's library do not.
;
; REQUIRES: llvm-ge-16
; RUN: rm -rf %t && mkdir %t && cd %t && sed 's,@HERE@,%t,' %s > app.ll
; RUN: env ALLOCSITE_PASS_OPTIONS=inventory=app.jsonl %opt_pass -passes=allocsite app.ll -o app.bc
; RUN: grep -o '"site":"[^"]*"' app.jsonl | %FileCheck %s --match-full-lines
; CHECK:      "site":"src/main.rs:1:5"
; CHECK-NEXT: "site":"/registry/list-1.0/src/lib.rs:2:5"
; CHECK-NEXT: "site":"library/alloc/src/lib.rs:3:5"
; CHECK-NEXT: "site":"src/part.cpp:4:5"
;
; Cargo compiles a crate of another project in the directory of that, and the crate is not primary.
; RUN: rm app.jsonl
; RUN: env CARGO_MANIFEST_DIR=%t ALLOCSITE_PASS_OPTIONS=inventory=app.jsonl %opt_pass -passes=allocsite app.ll -o app.bc
; RUN: grep -o '"site":"[^"]*"' app.jsonl | %FileCheck -DHERE=%t %s --match-full-lines --check-prefix=FOREIGN
; FOREIGN:      "site":"[[HERE]]/src/main.rs:1:5"
; FOREIGN-NEXT: "site":"/registry/list-1.0/src/lib.rs:2:5"
; RUN: rm app.jsonl
; RUN: env CARGO_MANIFEST_DIR=%t CARGO_PRIMARY_PACKAGE=1 ALLOCSITE_PASS_OPTIONS=inventory=app.jsonl %opt_pass -passes=allocsite app.ll -o app.bc
; RUN: grep -o '"site":"[^"]*"' app.jsonl | %FileCheck %s --match-full-lines

target triple = "x86_64-pc-linux-gnu"

@kept = global ptr null

define void @app() !dbg !10 {
  %1 = call ptr @malloc(i64 1), !dbg !20
  store volatile ptr %1, ptr @kept
  %2 = call ptr @malloc(i64 2), !dbg !21
  store volatile ptr %2, ptr @kept
  %3 = call ptr @malloc(i64 3), !dbg !22
  store volatile ptr %3, ptr @kept
  %4 = call ptr @malloc(i64 4), !dbg !23
  store volatile ptr %4, ptr @kept
  ret void
}

declare ptr @malloc(i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !2, producer: "rustc", emissionKind: LineTablesOnly)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "src/main.rs", directory: "@HERE@")
!3 = !DIFile(filename: "src/lib.rs", directory: "/registry/list-1.0")
!4 = !DIFile(filename: "library/alloc/src/lib.rs", directory: "/rustc/59807616e1fa")
!5 = !DIFile(filename: "src/part.cpp", directory: "/registry/part-1.0")
!6 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "app", file: !2, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "list", file: !3, line: 2, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "alloc", file: !4, line: 3, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!13 = distinct !DISubprogram(name: "part", file: !5, line: 4, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!20 = !DILocation(line: 1, column: 5, scope: !10)
!21 = !DILocation(line: 2, column: 5, scope: !11, inlinedAt: !24)
!22 = !DILocation(line: 3, column: 5, scope: !12, inlinedAt: !25)
!23 = !DILocation(line: 4, column: 5, scope: !13, inlinedAt: !26)
!24 = distinct !DILocation(line: 12, column: 1, scope: !10)
!25 = distinct !DILocation(line: 13, column: 1, scope: !10)
!26 = distinct !DILocation(line: 14, column: 1, scope: !10)

; Every allocator of the C library is counted with the bytes that its call asks
; for, constant or not: count times size, the new size of realloc, the length of a
; string and its end. Where the bytes are an argument, a gate of that shape counts them.
;
; RUN: %instrument %s | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
; RUN: %mark %s | %FileCheck %s --check-prefix=SITES

; CHECK-LABEL: define ptr @constant_malloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}
; CHECK-NEXT: call ptr [[GATE]](i64 24, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}, ptr @malloc)
define ptr @constant_malloc() {
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}

; CHECK-LABEL: define ptr @constant_calloc(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
define ptr @constant_calloc() {
  %p = call ptr @calloc(i64 7, i64 8)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_malloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 %n, i64 %allocsite.context, ptr {{.*}}@allocsite.tags
define ptr @variable_malloc(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_calloc(
; CHECK: call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %count, i64 %size)
; CHECK: [[N:%.*]] = select i1 %{{.*}}, i64 -1, i64 %{{.*}}
; CHECK: [[F:%.*]] = freeze i64 [[N]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[F]])
define ptr @variable_calloc(i64 %count, i64 %size) {
  %p = call ptr @calloc(i64 %count, i64 %size)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_realloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_2_of_2_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](ptr %old, i64 %n, i64 %allocsite.context, ptr {{.*}}@allocsite.tags
define ptr @variable_realloc(ptr %old, i64 %n) {
  %p = call ptr @realloc(ptr %old, i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @constant_reallocf(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_2_of_2_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](ptr %old, i64 25, {{.*}}@allocsite.tags
define ptr @constant_reallocf(ptr %old) {
  %p = call ptr @reallocf(ptr %old, i64 25)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_reallocarray(
; CHECK: call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %count, i64 %size)
; CHECK: [[N:%.*]] = select i1 %{{.*}}, i64 -1, i64 %{{.*}}
; CHECK: [[F:%.*]] = freeze i64 [[N]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[F]])
define ptr @variable_reallocarray(ptr %old, i64 %count, i64 %size) {
  %p = call ptr @reallocarray(ptr %old, i64 %count, i64 %size)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_aligned_alloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_2_of_2_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 %align, i64 %size, {{.*}}@allocsite.tags
define ptr @variable_aligned_alloc(i64 %align, i64 %size) {
  %p = call ptr @aligned_alloc(i64 %align, i64 %size)
  ret ptr %p
}

; CHECK-LABEL: define ptr @variable_memalign(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_2_of_2_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 %align, i64 %size, {{.*}}@allocsite.tags
define ptr @variable_memalign(i64 %align, i64 %size) {
  %p = call ptr @memalign(i64 %align, i64 %size)
  ret ptr %p
}

; CHECK-LABEL: define i32 @variable_posix_memalign(
; CHECK: [[N:%.*]] = freeze i64 %size
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
define i32 @variable_posix_memalign(ptr %at, i64 %align, i64 %size) {
  %p = call i32 @posix_memalign(ptr %at, i64 %align, i64 %size)
  ret i32 %p
}

; CHECK-LABEL: define ptr @page_valloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 4096, {{.*}}@allocsite.tags
define ptr @page_valloc() {
  %p = call ptr @valloc(i64 4096)
  ret ptr %p
}

; CHECK-LABEL: define ptr @page_pvalloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 4097, {{.*}}@allocsite.tags
define ptr @page_pvalloc() {
  %p = call ptr @pvalloc(i64 4097)
  ret ptr %p
}

; CHECK-LABEL: define ptr @string_strdup(
; CHECK: [[L:%.*]] = call i64 @strlen(ptr %s)
; CHECK: [[N:%.*]] = add i64 [[L]], 1
; CHECK: [[F:%.*]] = freeze i64 [[N]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[F]])
define ptr @string_strdup(ptr %s) {
  %p = call ptr @strdup(ptr %s)
  ret ptr %p
}

; CHECK-LABEL: define ptr @string___strdup(
; CHECK: call i64 @strlen(ptr %s)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
define ptr @string___strdup(ptr %s) {
  %p = call ptr @__strdup(ptr %s)
  ret ptr %p
}

; CHECK-LABEL: define ptr @string_strndup(
; CHECK: [[L:%.*]] = call i64 @strnlen(ptr %s, i64 %n)
; CHECK: [[N:%.*]] = add i64 [[L]], 1
; CHECK: [[F:%.*]] = freeze i64 [[N]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[F]])
define ptr @string_strndup(ptr %s, i64 %n) {
  %p = call ptr @strndup(ptr %s, i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @string___strndup(
; CHECK: call i64 @strnlen(ptr %s, i64 %n)
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}
define ptr @string___strndup(ptr %s, i64 %n) {
  %p = call ptr @__strndup(ptr %s, i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define ptr @string_wcsdup(
; CHECK: [[L:%.*]] = call i64 @wcslen(ptr %s)
; CHECK: [[E:%.*]] = add i64 [[L]], 1
; CHECK: [[N:%.*]] = mul i64 [[E]], 4
; CHECK: [[F:%.*]] = freeze i64 [[N]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[F]])
define ptr @string_wcsdup(ptr %s) {
  %p = call ptr @wcsdup(ptr %s)
  ret ptr %p
}

; What gives memory back, or only looks, is no site.
; CHECK-LABEL: define i64 @others(
; CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
; CHECK: ret
define i64 @others(ptr %p) {
  %n = call i64 @malloc_usable_size(ptr %p)
  call void @free(ptr %p)
  ret i64 %n
}


; The k-th allocation of its function, of the heap; no repetition.
; SITES-DAG: !{i32 1, !"malloc", i32 1, i32 0, i32 0, !
; SITES-DAG: !{i32 16, !"__strndup", i32 1, i32 0, i32 0, !

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare ptr @reallocarray(ptr, i64, i64)
declare ptr @reallocf(ptr, i64)
declare ptr @aligned_alloc(i64, i64)
declare ptr @memalign(i64, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare ptr @valloc(i64)
declare ptr @pvalloc(i64)
declare ptr @strdup(ptr)
declare ptr @__strdup(ptr)
declare ptr @strndup(ptr, i64)
declare ptr @__strndup(ptr, i64)
declare ptr @wcsdup(ptr)
declare i64 @malloc_usable_size(ptr)
declare void @free(ptr)

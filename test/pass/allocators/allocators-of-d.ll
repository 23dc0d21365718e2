; The functions by which a D compiler allocates are counted: with the bytes that the call
; passes, or that the class stores, and with none for arrays, the size of whose elements only
; the type knows. A call that frees is no site, and neither is one that allocates only for a
; new key of an associative array.
;
; RUN: %instrument %s | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'

; CHECK-LABEL: define ptr @use__d_allocmemory(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_1_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 24, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}, ptr @_d_allocmemory)
define ptr @use__d_allocmemory(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_allocmemory(i64 24)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_allocclass(
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %t, i64 16
; CHECK: [[SIZE:%.*]] = load i64, ptr [[PLACE]]
; CHECK: [[N:%.*]] = freeze i64 [[SIZE]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
define ptr @use__d_allocclass(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_allocclass(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_newclass(
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %t, i64 16
; CHECK: [[SIZE:%.*]] = load i64, ptr [[PLACE]]
; CHECK: [[N:%.*]] = freeze i64 [[SIZE]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
define ptr @use__d_newclass(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_newclass(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_newThrowable(
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr %t, i64 16
; CHECK: [[SIZE:%.*]] = load i64, ptr [[PLACE]]
; CHECK: [[N:%.*]] = freeze i64 [[SIZE]]
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 [[N]])
define ptr @use__d_newThrowable(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_newThrowable(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_newitemU(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define ptr @use__d_newitemU(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_newitemU(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_newitemT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define ptr @use__d_newitemT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_newitemT(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use__d_newitemiT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define ptr @use__d_newitemiT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_newitemiT(ptr %t)
  ret ptr %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_newarrayU(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_newarrayU(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_newarrayU(ptr %t, i64 %n)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_newarrayT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_newarrayT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_newarrayT(ptr %t, i64 %n)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_newarrayiT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_newarrayiT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_newarrayiT(ptr %t, i64 %n)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_newarraymTX(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_newarraymTX(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_newarraymTX(ptr %t, { i64, ptr } %s)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_newarraymiTX(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_newarraymiTX(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_newarraymiTX(ptr %t, { i64, ptr } %s)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arraycatnTX(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arraycatnTX(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arraycatnTX(ptr %t, { i64, ptr } %s)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define ptr @use__d_arrayliteralTX(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define ptr @use__d_arrayliteralTX(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @_d_arrayliteralTX(ptr %t, i64 3)
  ret ptr %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arraycatT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arraycatT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arraycatT(ptr %t, { i64, ptr } %s, { i64, ptr } %s)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arrayappendT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arrayappendT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arrayappendT(ptr %t, ptr %t, { i64, ptr } %s)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arrayappendcTX(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arrayappendcTX(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arrayappendcTX(ptr %t, ptr %t, i64 1)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arrayappendcd(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arrayappendcd(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arrayappendcd(ptr %t, i32 97)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arrayappendwd(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arrayappendwd(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arrayappendwd(ptr %t, i32 97)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arraysetlengthT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arraysetlengthT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arraysetlengthT(ptr %t, i64 %n, ptr %t)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define { i64, ptr } @use__d_arraysetlengthiT(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
define { i64, ptr } @use__d_arraysetlengthiT(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call { i64, ptr } @_d_arraysetlengthiT(ptr %t, i64 %n, ptr %t)
  ret { i64, ptr } %p
}

; CHECK-LABEL: define ptr @use_gc_malloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_3_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 25, i32 0, ptr null, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}, ptr @gc_malloc)
define ptr @use_gc_malloc(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @gc_malloc(i64 25, i32 0, ptr null)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use_gc_calloc(
; CHECK: [[GATE:%[0-9]+]] = load ptr, ptr @__allocsite_gate_1_of_3_v{{[0-9]+}}
; CHECK: call ptr [[GATE]](i64 26, i32 0, ptr null, i64 %allocsite.context, ptr {{.*}}@allocsite.tags{{.*}}, ptr @gc_calloc)
define ptr @use_gc_calloc(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @gc_calloc(i64 26, i32 0, ptr null)
  ret ptr %p
}

; CHECK-LABEL: define ptr @use_gc_realloc(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
define ptr @use_gc_realloc(ptr %t, i64 %n, { i64, ptr } %s) {
  %p = call ptr @gc_realloc(ptr %t, i64 27, i32 0, ptr null)
  ret ptr %p
}
; It returns a structure in memory.
; CHECK-LABEL: define void @use_gc_qalloc(
; CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 28)
define void @use_gc_qalloc(ptr %t) {
  call void @gc_qalloc(ptr sret({ ptr, i64, i32 }) %t, i64 28, i32 0, ptr null)
  ret void
}

; CHECK-LABEL: define ptr @others(
; CHECK-NOT: @{{__allocsite_miss|allocsite.tags}}
; CHECK: ret
define ptr @others(ptr %t) {
  %p = call ptr @_aaGetY(ptr %t, ptr %t, i64 4, ptr %t)
  call void @gc_free(ptr %t)
  ret ptr %p
}

declare ptr @_d_allocmemory(i64)
declare ptr @_d_allocclass(ptr)
declare ptr @_d_newclass(ptr)
declare ptr @_d_newThrowable(ptr)
declare ptr @_d_newitemU(ptr)
declare ptr @_d_newitemT(ptr)
declare ptr @_d_newitemiT(ptr)
declare { i64, ptr } @_d_newarrayU(ptr, i64)
declare { i64, ptr } @_d_newarrayT(ptr, i64)
declare { i64, ptr } @_d_newarrayiT(ptr, i64)
declare { i64, ptr } @_d_newarraymTX(ptr, { i64, ptr })
declare { i64, ptr } @_d_newarraymiTX(ptr, { i64, ptr })
declare { i64, ptr } @_d_arraycatnTX(ptr, { i64, ptr })
declare ptr @_d_arrayliteralTX(ptr, i64)
declare { i64, ptr } @_d_arraycatT(ptr, { i64, ptr }, { i64, ptr })
declare { i64, ptr } @_d_arrayappendT(ptr, ptr, { i64, ptr })
declare { i64, ptr } @_d_arrayappendcTX(ptr, ptr, i64)
declare { i64, ptr } @_d_arrayappendcd(ptr, i32)
declare { i64, ptr } @_d_arrayappendwd(ptr, i32)
declare { i64, ptr } @_d_arraysetlengthT(ptr, i64, ptr)
declare { i64, ptr } @_d_arraysetlengthiT(ptr, i64, ptr)
declare ptr @gc_malloc(i64, i32, ptr)
declare ptr @gc_calloc(i64, i32, ptr)
declare ptr @gc_realloc(ptr, i64, i32, ptr)
declare void @gc_qalloc(ptr sret({ ptr, i64, i32 }), i64, i32, ptr)
declare ptr @_aaGetY(ptr, ptr, i64, ptr)
declare void @gc_free(ptr)

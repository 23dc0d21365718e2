// The allocators of upb, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"upb_Arena_Malloc", i32 1, i32 1,
// NONE-NOT: !"upb_Arena_Malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
typedef struct a upb_Arena; typedef struct b upb_arena; typedef struct c upb_alloc;
void *upb_Arena_Malloc(upb_Arena *);
void *other(void) { return upb_Arena_Malloc(0); }
#else
typedef struct a upb_Arena; typedef struct b upb_arena; typedef struct c upb_alloc;
upb_Arena *A; upb_arena *B; void *Old;

void *upb_Arena_Malloc(upb_Arena *, size_t);
void *upb_Arena_Realloc(upb_Arena *, void *, size_t, size_t);
void *upb_arena_malloc(upb_arena *, size_t);
void *upb_arena_realloc(upb_arena *, void *, size_t, size_t);
upb_Arena *upb_Arena_Init(void *, size_t, upb_alloc *);
upb_Arena *upb_Arena_New(void);
void upb_Arena_Free(upb_Arena *);
void upb_arena_free(upb_arena *);
upb_arena *upb_arena_init(void *, size_t, upb_alloc *);
upb_arena *upb_arena_new(void);
void *upb_malloc(upb_alloc *, size_t);
void *upb_realloc(upb_alloc *, void *, size_t, size_t);
void *upb_gmalloc(size_t);
void *upb_grealloc(void *, size_t, size_t);
void upb_free(upb_alloc *, void *);
void upb_gfree(void *);

// CHECK-LABEL: define {{.*}}@use_upb_Arena_Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_upb_Arena_Malloc(void) { upb_Arena_Malloc(A, 101); }
// CHECK-LABEL: define {{.*}}@use_upb_Arena_Realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_upb_Arena_Realloc(void) { upb_Arena_Realloc(A, Old, 5, 102); }
// CHECK-LABEL: define {{.*}}@use_upb_arena_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_upb_arena_malloc(void) { upb_arena_malloc(B, 103); }
// CHECK-LABEL: define {{.*}}@use_upb_arena_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_upb_arena_realloc(void) { upb_arena_realloc(B, Old, 5, 104); }
// CHECK-LABEL: define {{.*}}@use_upb_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_upb_malloc(void) { upb_malloc(0, 111); }
// CHECK-LABEL: define {{.*}}@use_upb_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_upb_realloc(void) { upb_realloc(0, Old, 5, 112); }
// CHECK-LABEL: define {{.*}}@use_upb_gmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_upb_gmalloc(void) { upb_gmalloc(113); }
// CHECK-LABEL: define {{.*}}@use_upb_grealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_upb_grealloc(void) { upb_grealloc(Old, 5, 114); }

void others(void) {
  upb_Arena_Init(Old, 0, 0);
  upb_Arena_New();
  upb_Arena_Free(A);
  upb_arena_free(B);
  upb_arena_init(Old, 0, 0);
  upb_arena_new();
  upb_free(0, Old);
  upb_gfree(Old);
}
#endif

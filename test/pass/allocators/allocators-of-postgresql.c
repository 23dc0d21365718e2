// The allocators of PostgreSQL, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"palloc", i32 1, i32 1,
// SITES-DAG: !"pg_malloc", i32 1, i32 0,
// NONE-NOT: !"palloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *palloc(void *);
void *other(void) { return palloc(0); }
#else
typedef struct c *MemoryContext; typedef size_t Size;
MemoryContext C; void *Old; const char *Text;

void *palloc(Size);
void *palloc0(Size);
void *palloc_extended(Size, int);
void *palloc_mul(Size, Size);
void *palloc0_mul(Size, Size);
void *palloc_mul_extended(Size, Size, int);
void *repalloc(void *, Size);
void *repalloc_extended(void *, Size, int);
void *repalloc_huge(void *, Size);
void *repalloc_mul(void *, Size, Size);
void *repalloc_mul_extended(void *, Size, Size, int);
char *pstrdup(const char *);
char *pnstrdup(const char *, Size);
void *MemoryContextAlloc(MemoryContext, Size);
void *MemoryContextAllocZero(MemoryContext, Size);
void *MemoryContextAllocZeroAligned(MemoryContext, Size);
void *MemoryContextAllocHuge(MemoryContext, Size);
void *MemoryContextAllocExtended(MemoryContext, Size, int);
char *MemoryContextStrdup(MemoryContext, const char *);
void pfree(void *);
MemoryContext AllocSetContextCreateInternal(MemoryContext, const char *, Size, Size, Size);
void MemoryContextReset(MemoryContext);
void MemoryContextDelete(MemoryContext);
void *pg_malloc(size_t);
void *pg_malloc0(size_t);
void *pg_malloc_extended(size_t, int);
void *pg_malloc_mul(Size, Size);
void *pg_malloc0_mul(Size, Size);
void *pg_malloc_mul_extended(Size, Size, int);
void *pg_realloc(void *, size_t);
void *pg_realloc_mul(void *, Size, Size);
char *pg_strdup(const char *);
void *palloc_aligned(Size, Size, int);
void *repalloc0(void *, Size, Size);
void *MemoryContextAllocAligned(MemoryContext, Size, Size, int);
MemoryContext SlabContextCreate(MemoryContext, const char *, Size, Size);
MemoryContext GenerationContextCreate(MemoryContext, const char *, Size, Size, Size);
MemoryContext BumpContextCreate(MemoryContext, const char *, Size, Size, Size);
void MemoryContextResetOnly(MemoryContext);
void MemoryContextResetChildren(MemoryContext);
void MemoryContextDeleteChildren(MemoryContext);
void MemoryContextSetParent(MemoryContext, MemoryContext);
void pg_free(void *);

// CHECK-LABEL: define {{.*}}@use_palloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_palloc(void) { palloc(101); }
// CHECK-LABEL: define {{.*}}@use_palloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_palloc0(void) { palloc0(102); }
// CHECK-LABEL: define {{.*}}@use_palloc_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_palloc_extended(void) { palloc_extended(103, 4); }
// CHECK-LABEL: define {{.*}}@use_palloc_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_palloc_mul(void) { palloc_mul(3, 7); }
// CHECK-LABEL: define {{.*}}@use_palloc0_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 24)
void use_palloc0_mul(void) { palloc0_mul(3, 8); }
// CHECK-LABEL: define {{.*}}@use_palloc_mul_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 27)
void use_palloc_mul_extended(void) { palloc_mul_extended(3, 9, 4); }
// CHECK-LABEL: define {{.*}}@use_repalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_repalloc(void) { repalloc(Old, 104); }
// CHECK-LABEL: define {{.*}}@use_repalloc_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_repalloc_extended(void) { repalloc_extended(Old, 105, 4); }
// CHECK-LABEL: define {{.*}}@use_repalloc_huge(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_repalloc_huge(void) { repalloc_huge(Old, 106); }
// CHECK-LABEL: define {{.*}}@use_repalloc_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 28)
void use_repalloc_mul(void) { repalloc_mul(Old, 4, 7); }
// CHECK-LABEL: define {{.*}}@use_repalloc_mul_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 32)
void use_repalloc_mul_extended(void) { repalloc_mul_extended(Old, 4, 8, 4); }
// CHECK-LABEL: define {{.*}}@use_pstrdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_pstrdup(void) { pstrdup(Text); }
// CHECK-LABEL: define {{.*}}@use_pnstrdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_pnstrdup(void) { pnstrdup(Text, 9); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAlloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_MemoryContextAlloc(void) { MemoryContextAlloc(C, 111); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAllocZero(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_MemoryContextAllocZero(void) { MemoryContextAllocZero(C, 112); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAllocZeroAligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_MemoryContextAllocZeroAligned(void) { MemoryContextAllocZeroAligned(C, 113); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAllocHuge(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_MemoryContextAllocHuge(void) { MemoryContextAllocHuge(C, 114); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAllocExtended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 115)
void use_MemoryContextAllocExtended(void) { MemoryContextAllocExtended(C, 115, 4); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextStrdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_MemoryContextStrdup(void) { MemoryContextStrdup(C, Text); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_pg_malloc(void) { pg_malloc(121); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_pg_malloc0(void) { pg_malloc0(122); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_pg_malloc_extended(void) { pg_malloc_extended(123, 4); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 35)
void use_pg_malloc_mul(void) { pg_malloc_mul(5, 7); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc0_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 40)
void use_pg_malloc0_mul(void) { pg_malloc0_mul(5, 8); }
// CHECK-LABEL: define {{.*}}@use_pg_malloc_mul_extended(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 45)
void use_pg_malloc_mul_extended(void) { pg_malloc_mul_extended(5, 9, 4); }
// CHECK-LABEL: define {{.*}}@use_pg_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 124)
void use_pg_realloc(void) { pg_realloc(Old, 124); }
// CHECK-LABEL: define {{.*}}@use_pg_realloc_mul(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 42)
void use_pg_realloc_mul(void) { pg_realloc_mul(Old, 6, 7); }
// CHECK-LABEL: define {{.*}}@use_pg_strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use_pg_strdup(void) { pg_strdup(Text); }
// CHECK-LABEL: define {{.*}}@use_palloc_aligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use_palloc_aligned(void) { palloc_aligned(131, 64, 0); }
// CHECK-LABEL: define {{.*}}@use_repalloc0(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_repalloc0(void) { repalloc0(Old, 5, 132); }
// CHECK-LABEL: define {{.*}}@use_MemoryContextAllocAligned(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 133)
void use_MemoryContextAllocAligned(void) { MemoryContextAllocAligned(C, 133, 64, 0); }

void others(void) {
  pfree(Old);
  AllocSetContextCreateInternal(C, Text, 0, 0, 0);
  MemoryContextReset(C);
  MemoryContextDelete(C);
  SlabContextCreate(C, Text, 0, 0);
  GenerationContextCreate(C, Text, 0, 0, 0);
  BumpContextCreate(C, Text, 0, 0, 0);
  MemoryContextResetOnly(C);
  MemoryContextResetChildren(C);
  MemoryContextDeleteChildren(C);
  MemoryContextSetParent(C, C);
  pg_free(Old);
}
#endif

// The allocators of FreeType, as its headers declare them, are counted with the bytes that a
// call asks for, and with none where that is less than 0; what frees is no site, and neither
// is a function of the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"ft_mem_alloc", i32 1, i32 0,
// NONE-NOT: !"ft_mem_alloc", i32 1, i32
#ifdef OTHER
void *ft_mem_alloc(long);
void *other(void) { return ft_mem_alloc(1); }
#else
typedef struct FT_MemoryRec_ *FT_Memory;
FT_Memory Memory; void *Old; char Text[9]; int Error;

void *ft_mem_alloc(FT_Memory, long, int *);
void *ft_mem_qalloc(FT_Memory, long, int *);
void *ft_mem_realloc(FT_Memory, long, long, long, void *, int *);
void *ft_mem_qrealloc(FT_Memory, long, long, long, void *, int *);
void *ft_mem_dup(FT_Memory, const void *, unsigned long, int *);
void *ft_mem_strdup(FT_Memory, const char *, int *);
void ft_mem_free(FT_Memory, const void *);

// CHECK-LABEL: define {{.*}}@use_ft_mem_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_ft_mem_alloc(void) { ft_mem_alloc(Memory, 101, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_alloc_of_less(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_ft_mem_alloc_of_less(void) { ft_mem_alloc(Memory, -1, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_qalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_ft_mem_qalloc(void) { ft_mem_qalloc(Memory, 102, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_ft_mem_realloc(void) { ft_mem_realloc(Memory, 8, 9, 13, Old, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_qrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_ft_mem_qrealloc(void) { ft_mem_qrealloc(Memory, 7, 9, 15, Old, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_dup(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_ft_mem_dup(void) { ft_mem_dup(Memory, Text, 106, &Error); }
// CHECK-LABEL: define {{.*}}@use_ft_mem_strdup(
// CHECK: call i64 @strnlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{.*}})
void use_ft_mem_strdup(void) { ft_mem_strdup(Memory, Text, &Error); }

void others(void) { ft_mem_free(Memory, Old); }
#endif

// The allocators of Perl, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"Perl_safesysmalloc", i32 1, i32 0,
// NONE-NOT: !"Perl_safesysmalloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *Perl_safesysmalloc(void *);
void *other(void) { return Perl_safesysmalloc(0); }
#else
void *Old;

void *Perl_safesysmalloc(size_t);
void *Perl_safesyscalloc(size_t, size_t);
void *Perl_safesysrealloc(void *, size_t);
void *Perl_malloc(size_t);
void *Perl_calloc(size_t, size_t);
void *Perl_realloc(void *, size_t);
void Perl_safesysfree(void *);
void Perl_mfree(void *);

// CHECK-LABEL: define {{.*}}@use_Perl_safesysmalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_Perl_safesysmalloc(void) { Perl_safesysmalloc(101); }
// CHECK-LABEL: define {{.*}}@use_Perl_safesyscalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_Perl_safesyscalloc(void) { Perl_safesyscalloc(3, 37); }
// CHECK-LABEL: define {{.*}}@use_Perl_safesysrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_Perl_safesysrealloc(void) { Perl_safesysrealloc(Old, 103); }
// CHECK-LABEL: define {{.*}}@use_Perl_malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_Perl_malloc(void) { Perl_malloc(104); }
// CHECK-LABEL: define {{.*}}@use_Perl_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_Perl_calloc(void) { Perl_calloc(3, 38); }
// CHECK-LABEL: define {{.*}}@use_Perl_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_Perl_realloc(void) { Perl_realloc(Old, 106); }

void others(void) {
  Perl_safesysfree(Old);
  Perl_mfree(Old);
}
#endif

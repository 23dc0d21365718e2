// The allocators of R, as its headers declare them, are counted with the bytes that a
// call asks for, where it tells them; what frees is no site, and neither is a function of the
// same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// NONE-NOT: !"Rf_cons", i32 1, i32
// NONE-NOT: !"R_alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *Rf_cons(void *, void *, void *);
void *other_cons(void *p) { return Rf_cons(p, p, p); }
char *R_alloc(size_t);
char *other_R_alloc(void) { return R_alloc(1); }
#else
typedef struct SEXPREC *SEXP;
SEXP S; void *Old;

SEXP Rf_cons(SEXP, SEXP);
SEXP CONS_NR(SEXP, SEXP);
SEXP Rf_allocSExp(unsigned);
SEXP allocSExpNonCons(unsigned);
SEXP Rf_NewEnvironment(SEXP, SEXP, SEXP);
SEXP Rf_mkPROMISE(SEXP, SEXP);
SEXP Rf_allocVector(unsigned, ptrdiff_t);
SEXP Rf_allocVector3(unsigned, ptrdiff_t, struct allocator *);
char *R_alloc(size_t, int);
char *S_alloc(long, int);
char *S_realloc(char *, long, long, int);
void *R_chk_calloc(size_t, size_t);
void *R_chk_realloc(void *, size_t);
void R_chk_free(void *);

// CHECK-LABEL: define {{.*}}@use_cons(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_cons(void) { Rf_cons(S, S); }
// CHECK-LABEL: define {{.*}}@use_cons_nr(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_cons_nr(void) { CONS_NR(S, S); }
// CHECK-LABEL: define {{.*}}@use_allocSExp(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_allocSExp(void) { Rf_allocSExp(1); }
// CHECK-LABEL: define {{.*}}@use_allocSExpNonCons(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_allocSExpNonCons(void) { allocSExpNonCons(1); }
// CHECK-LABEL: define {{.*}}@use_NewEnvironment(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_NewEnvironment(void) { Rf_NewEnvironment(S, S, S); }
// CHECK-LABEL: define {{.*}}@use_mkPROMISE(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 56)
void use_mkPROMISE(void) { Rf_mkPROMISE(S, S); }
// CHECK-LABEL: define {{.*}}@use_allocVector(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_allocVector(void) { Rf_allocVector(14, 107); }
// CHECK-LABEL: define {{.*}}@use_allocVector3(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 0)
void use_allocVector3(void) { Rf_allocVector3(14, 108, 0); }
// CHECK-LABEL: define {{.*}}@use_R_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_R_alloc(void) { R_alloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_S_alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_S_alloc(void) { S_alloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_S_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_S_realloc(void) { S_realloc(Old, 3, 2, 7); }
// CHECK-LABEL: define {{.*}}@use_R_chk_calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 21)
void use_R_chk_calloc(void) { R_chk_calloc(3, 7); }
// CHECK-LABEL: define {{.*}}@use_R_chk_realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 113)
void use_R_chk_realloc(void) { R_chk_realloc(Old, 113); }

void others(void) {
  R_chk_free(Old);
}
#endif

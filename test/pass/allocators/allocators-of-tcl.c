// The allocators of Tcl, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"Tcl_Alloc", i32 1, i32 0,
// SITES-DAG: !"TclStackAlloc", i32 1, i32 1,
// NONE-NOT: !"Tcl_Alloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
char *Tcl_Alloc(void *);
void *other(void) { return Tcl_Alloc(0); }
#else
typedef struct i Tcl_Interp; Tcl_Interp *I; char *Old;

char *Tcl_Alloc(unsigned);
char *Tcl_AttemptAlloc(unsigned);
char *Tcl_Realloc(char *, unsigned);
char *Tcl_AttemptRealloc(char *, unsigned);
char *Tcl_DbCkalloc(unsigned, const char *, int);
char *Tcl_AttemptDbCkalloc(unsigned, const char *, int);
char *Tcl_DbCkrealloc(char *, unsigned, const char *, int);
char *Tcl_AttemptDbCkrealloc(char *, unsigned, const char *, int);
char *TclpAlloc(unsigned);
char *TclpRealloc(char *, unsigned);
void *TclStackAlloc(Tcl_Interp *, int);
void *TclStackRealloc(Tcl_Interp *, void *, int);
void Tcl_Free(char *);
void Tcl_DbCkfree(char *, const char *, int);
void TclpFree(char *);
void TclStackFree(Tcl_Interp *, void *);

// CHECK-LABEL: define {{.*}}@use_Tcl_Alloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_Tcl_Alloc(void) { Tcl_Alloc(101); }
// CHECK-LABEL: define {{.*}}@use_Tcl_AttemptAlloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_Tcl_AttemptAlloc(void) { Tcl_AttemptAlloc(102); }
// CHECK-LABEL: define {{.*}}@use_Tcl_Realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_Tcl_Realloc(void) { Tcl_Realloc(Old, 103); }
// CHECK-LABEL: define {{.*}}@use_Tcl_AttemptRealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 104)
void use_Tcl_AttemptRealloc(void) { Tcl_AttemptRealloc(Old, 104); }
// CHECK-LABEL: define {{.*}}@use_Tcl_DbCkalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 105)
void use_Tcl_DbCkalloc(void) { Tcl_DbCkalloc(105, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_Tcl_AttemptDbCkalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 106)
void use_Tcl_AttemptDbCkalloc(void) { Tcl_AttemptDbCkalloc(106, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_Tcl_DbCkrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 107)
void use_Tcl_DbCkrealloc(void) { Tcl_DbCkrealloc(Old, 107, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_Tcl_AttemptDbCkrealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 108)
void use_Tcl_AttemptDbCkrealloc(void) { Tcl_AttemptDbCkrealloc(Old, 108, __FILE__, __LINE__); }
// CHECK-LABEL: define {{.*}}@use_TclpAlloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 109)
void use_TclpAlloc(void) { TclpAlloc(109); }
// CHECK-LABEL: define {{.*}}@use_TclpRealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 110)
void use_TclpRealloc(void) { TclpRealloc(Old, 110); }
// CHECK-LABEL: define {{.*}}@use_TclStackAlloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_TclStackAlloc(void) { TclStackAlloc(I, 111); }
// CHECK-LABEL: define {{.*}}@use_TclStackRealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 112)
void use_TclStackRealloc(void) { TclStackRealloc(I, Old, 112); }

void others(void) {
  Tcl_Free(Old);
  Tcl_DbCkfree(Old, __FILE__, __LINE__);
  TclpFree(Old);
  TclStackFree(I, Old);
}
#endif

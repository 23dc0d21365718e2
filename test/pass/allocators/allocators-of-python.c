// The allocators of CPython, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"PyMem_RawMalloc", i32 1, i32 0,
// SITES-DAG: !"_PyArena_Malloc", i32 1, i32 1,
// NONE-NOT: !"PyMem_Malloc", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *PyMem_Malloc(void *);
void *other(void) { return PyMem_Malloc(0); }
#else
typedef struct a PyArena; PyArena *A; void *Old; const char *Text;

void *PyMem_RawMalloc(size_t);
void *PyMem_Malloc(size_t);
void *PyObject_Malloc(size_t);
void *PyMem_RawCalloc(size_t, size_t);
void *PyMem_Calloc(size_t, size_t);
void *PyObject_Calloc(size_t, size_t);
void *PyMem_RawRealloc(void *, size_t);
void *PyMem_Realloc(void *, size_t);
void *PyObject_Realloc(void *, size_t);
char *_PyMem_RawStrdup(const char *);
char *_PyMem_Strdup(const char *);
void PyMem_RawFree(void *);
void PyMem_Free(void *);
void PyObject_Free(void *);
void *_PyArena_Malloc(PyArena *, size_t);
void *PyArena_Malloc(PyArena *, size_t);
PyArena *_PyArena_New(void);
void _PyArena_Free(PyArena *);
int *_PyMem_RawWcsdup(const int *);
PyArena *PyArena_New(void);
void PyArena_Free(PyArena *);

// CHECK-LABEL: define {{.*}}@use_PyMem_RawMalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 101)
void use_PyMem_RawMalloc(void) { PyMem_RawMalloc(101); }
// CHECK-LABEL: define {{.*}}@use_PyMem_Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 102)
void use_PyMem_Malloc(void) { PyMem_Malloc(102); }
// CHECK-LABEL: define {{.*}}@use_PyObject_Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 103)
void use_PyObject_Malloc(void) { PyObject_Malloc(103); }
// CHECK-LABEL: define {{.*}}@use_PyMem_RawCalloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 111)
void use_PyMem_RawCalloc(void) { PyMem_RawCalloc(3, 37); }
// CHECK-LABEL: define {{.*}}@use_PyMem_Calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 114)
void use_PyMem_Calloc(void) { PyMem_Calloc(3, 38); }
// CHECK-LABEL: define {{.*}}@use_PyObject_Calloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 117)
void use_PyObject_Calloc(void) { PyObject_Calloc(3, 39); }
// CHECK-LABEL: define {{.*}}@use_PyMem_RawRealloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 121)
void use_PyMem_RawRealloc(void) { PyMem_RawRealloc(Old, 121); }
// CHECK-LABEL: define {{.*}}@use_PyMem_Realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 122)
void use_PyMem_Realloc(void) { PyMem_Realloc(Old, 122); }
// CHECK-LABEL: define {{.*}}@use_PyObject_Realloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 123)
void use_PyObject_Realloc(void) { PyObject_Realloc(Old, 123); }
// CHECK-LABEL: define {{.*}}@use__PyMem_RawStrdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use__PyMem_RawStrdup(void) { _PyMem_RawStrdup(Text); }
// CHECK-LABEL: define {{.*}}@use__PyMem_Strdup(
// CHECK: call i64 @strlen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use__PyMem_Strdup(void) { _PyMem_Strdup(Text); }
// CHECK-LABEL: define {{.*}}@use__PyArena_Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 131)
void use__PyArena_Malloc(void) { _PyArena_Malloc(A, 131); }
// CHECK-LABEL: define {{.*}}@use_PyArena_Malloc(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 132)
void use_PyArena_Malloc(void) { PyArena_Malloc(A, 132); }
// CHECK-LABEL: define {{.*}}@use__PyMem_RawWcsdup(
// CHECK: call i64 @wcslen(
// CHECK: call {{preserve_mostcc|x86_regcallcc|.*@allocsite.tags}}{{.*}}, i64 %{{[0-9]+}})
void use__PyMem_RawWcsdup(void) { _PyMem_RawWcsdup(Old); }

void others(void) {
  PyMem_RawFree(Old);
  PyMem_Free(Old);
  PyObject_Free(Old);
  _PyArena_New();
  _PyArena_Free(A);
  PyArena_New();
  PyArena_Free(A);
}
#endif

// What is wrong in an annotation ends the compilation, and names the place or, before
// clang 18, the function. Texts are read before functions are looked at.
//
// RUN: not %cc -I%include -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: not %cc -I%include -DMISFIT -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=MISFIT
// RUN: not ls %t.o
//
// CHECK-DAG: error: allocsite: {{.*(errors.c:19|'none')}}: expected size= and the number of a parameter
// CHECK-DAG: error: allocsite: {{.*(errors.c:20|'misspelt')}}: unknown word 'siez' (did you mean 'size'?)
// CHECK-DAG: error: allocsite: {{.*(errors.c:21|'main')}}: 'main' cannot be named
// CHECK-NOT: there is no parameter
// MISFIT: error: allocsite: {{.*(errors.c:17|'two')}}: there is no parameter 2: 'two' has 2, counted from 0
#include <allocsite/allocsite.h>
#include <stddef.h>

ALLOCSITE_ALLOC(size=0) void *one(size_t);
ALLOCSITE_ALLOC(size=2) void *two(void *, size_t);
#ifndef MISFIT
ALLOCSITE_ALLOC(arena=0) void *none(size_t);
ALLOCSITE_ALLOC(siez=0) void *misspelt(size_t);
ALLOCSITE_WRAPPER int main(void) { return none(1) == misspelt(2) && two(0, 3); }
#else
int main(void) { return one(1) == two(0, 3); }
#endif

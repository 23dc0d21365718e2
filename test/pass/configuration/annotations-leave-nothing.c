/*
 allocsite/allocsite.h is valid C89 and C++98 without a warning, for clang and gcc. What
 it says is gone behind the pass, also what others have annotated stays, and leaves no
 trace in an object: with clang before 18 none at all, later the symbol of a static
 function that was inlined everywhere, where the pass is absent.

 RUN: %clang -I%include -std=c89 -Wall -Wextra -pedantic -Werror -O1 -c %s -o %t.o
 RUN: %clangxx -I%include -x c++ -std=c++98 -Wall -Wextra -pedantic -Werror -c %s -o %t.o

 RUN: %cc -I%include -O1 -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not='c"allocsite '
 CHECK: @llvm.global.annotations = {{.*}}[1 x
 CHECK-NOT: define {{.*}}@own(

 RUN: %cc -I%include -O1 -c %s -o %t.with.o
 RUN: %cc -I%include -O1 -DALLOCSITE_NO_ANNOTATIONS -c %s -o %t.without.o
 RUN: cmp %t.with.o %t.without.o
*/
#include <allocsite/allocsite.h>

ALLOCSITE_ALLOC(size=1, arena=0) void *pool_alloc(void *, unsigned long);
ALLOCSITE_FREE(block=1) void pool_free(void *, void *);
ALLOCSITE_RESET(arena=0) void pool_reset(void *);
ALLOCSITE_WRAPPER static int own(int a) { return a + 1; }
ALLOCSITE_IGNORE int ignored(int a);
__attribute__((annotate("mine"))) int ignored(int a) { return own(a); }

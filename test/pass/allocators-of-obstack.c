// The allocators of GNU obstack, as their headers declare them, are counted with the bytes
// that a call asks for; what frees or empties is no site, and neither is a function of
// the same name with other parameters.
//
// RUN: %clang -S -emit-llvm -O0 -fno-builtin %s -o %t.ll
// RUN: %instrument %t.ll -o - | %FileCheck %s --implicit-check-not='call {{.*}}@{{__allocsite_miss|allocsite.tags}}'
// RUN: %mark %t.ll -o - | %FileCheck %s --check-prefix=SITES
// RUN: %clang -S -emit-llvm -O0 -fno-builtin -DOTHER %s -o - | %mark - -o - | %FileCheck %s --check-prefix=NONE
//
// SITES-DAG: !"_obstack_newchunk", i32 1, i32 1,
// NONE-NOT: !"_obstack_newchunk", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *_obstack_newchunk(int);
void *other(void) { return _obstack_newchunk(0); }
#else
struct obstack; struct obstack *S;

void _obstack_newchunk(struct obstack *, int);
void obstack_free(struct obstack *, void *);
int _obstack_begin(struct obstack *, int, int, void *(*)(long), void (*)(void *));
void _obstack_free(struct obstack *, void *);
void __obstack_free(struct obstack *, void *);
int _obstack_begin_1(struct obstack *, int, int, void *(*)(void *, long), void (*)(void *, void *), void *);

// CHECK-LABEL: define {{.*}}@use__obstack_newchunk(
// CHECK: call {{.*}}@allocsite.tags{{.*}}, i64 101)
void use__obstack_newchunk(void) { _obstack_newchunk(S, 101); }

void others(void) {
  obstack_free(S, S);
  _obstack_begin(S, 0, 0, 0, 0);
  _obstack_free(S, S);
  __obstack_free(S, S);
  _obstack_begin_1(S, 0, 0, 0, 0, 0);
}
#endif

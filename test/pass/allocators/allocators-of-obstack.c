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
// SITES-DAG: !"rpl_obstack_newchunk", i32 1, i32 1,
// SITES-DAG: !"obstack_finish", i32 1, i32 1,
// NONE-NOT: !"{{.*}}obstack_{{.*}}", i32 1, i32
#include <stddef.h>

#ifdef OTHER
void *_obstack_newchunk(int);
void rpl_obstack_newchunk(size_t);
void *obstack_finish(void *);
void *other(void *S) {
  rpl_obstack_newchunk(0);
  _obstack_newchunk(0);
  return obstack_finish(S); // a function of that name, as without GNU C
}
#else
struct obstack; struct obstack *S;

void _obstack_newchunk(struct obstack *, int);
void obstack_free(struct obstack *, void *);
int _obstack_begin(struct obstack *, int, int, void *(*)(long), void (*)(void *));
void _obstack_free(struct obstack *, void *);
void __obstack_free(struct obstack *, void *);
int _obstack_begin_1(struct obstack *, int, int, void *(*)(void *, long), void (*)(void *, void *), void *);
void obstack_finish(struct obstack *, size_t, void *);
void obstack_rewind(struct obstack *, void *);
void rpl_obstack_newchunk(struct obstack *, size_t);
void rpl_obstack_free(struct obstack *, void *);
int rpl_obstack_begin(struct obstack *, size_t, size_t, void *(*)(size_t), void (*)(void *));
int rpl_obstack_begin_1(struct obstack *, size_t, size_t, void *(*)(void *, size_t), void (*)(void *, void *), void *);

// CHECK-LABEL: define {{.*}}@use__obstack_newchunk(
// CHECK: call {{.*}}@allocsite.tags{{.*}}, i64 101)
void use__obstack_newchunk(void) { _obstack_newchunk(S, 101); }

// CHECK-LABEL: define {{.*}}@use_rpl_obstack_newchunk(
// CHECK: call {{.*}}@allocsite.tags{{.*}}, i64 102)
void use_rpl_obstack_newchunk(void) { rpl_obstack_newchunk(S, 102); }

// CHECK-LABEL: define {{.*}}@use_obstack_finish(
// CHECK: call {{.*}}@allocsite.tags{{.*}}, i64 103)
void use_obstack_finish(void) { obstack_finish(S, 103, S); }

void others(void) {
  rpl_obstack_free(S, S);
  obstack_rewind(S, S);
  rpl_obstack_begin(S, 0, 0, 0, 0);
  rpl_obstack_begin_1(S, 0, 0, 0, 0, 0);
  obstack_free(S, S);
  _obstack_begin(S, 0, 0, 0, 0);
  _obstack_free(S, S);
  __obstack_free(S, S);
  _obstack_begin_1(S, 0, 0, 0, 0, 0);
}
#endif

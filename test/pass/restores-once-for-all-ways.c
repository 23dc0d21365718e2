// Where each of several ways out of a block puts the word back, the block does, directly
// behind the call: what follows needs no stack, so that ways without a call have no frame.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o - | %FileCheck %s
// (Before 19 plain code has a frame here as well.)
// RUN: %if llvm-ge-19 %{ %cc -O2 -S %s -o - | %FileCheck %s --check-prefix=ASM %}

struct object {
  int (*is_held)(struct object *);
  struct object *inner;
  long count;
};
int holds(struct object *), look(struct object *);

// Both ways join one that comes with the word that was found.
// CHECK-LABEL: define {{.*}}@release_one(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         load i64, {{.*}}@__allocsite_thread
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:         call i32
// CHECK-NEXT:    load i64
// CHECK-NEXT:    store i64 {{.*}}@__allocsite_thread
// CHECK-NOT:     @__allocsite_thread
// CHECK:       {{^}}}
int release_one(struct object *o) {
  if (o->is_held && !o->is_held(o))
    return 0;
  return --o->count == 0;
}

// ASM-LABEL: {{^}}visit:
// ASM-NOT:   {{push|%rsp|%fs}}
// ASM:       je
// ASM:       push
// ASM:       callq
// ASM:       movq {{.*}}, %fs:
// ASM-NOT:   %fs
// ASM:       retq
int visit(struct object *o, int (*with)(struct object *, void *), void *what) {
  if (o->inner) {
    int result = with(o->inner, what);
    if (result)
      return result;
  }
  return 0;
}

// One of them leads to another call, before which it is not put back.
// CHECK-LABEL: define {{.*}}@look_further(
// CHECK:         call i32 @holds(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         br i1
// CHECK:         call i32 @look(
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:       {{^}}}
int look_further(struct object *o) {
  if (o->inner && holds(o))
    look(o);
  return --o->count == 0;
}

// Who comes a second time (longjmp) may come with another word.
// CHECK-LABEL: define {{.*}}@comes_again(
// CHECK:         call i32 @holds(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         call i32 @_setjmp(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         br i1
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:       {{^}}}
int _setjmp(void *) __attribute__((returns_twice));
int comes_again(struct object *o, void *at) {
  if (o->inner && !(holds(o) | _setjmp(at)))
    return 0;
  return --o->count == 0;
}

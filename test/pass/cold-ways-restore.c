// A way that is said to be unlikely puts back the word that was found where it comes back
// to others that found it, though a push may follow there: those others then pay for
// nothing but what they call.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -DEVEN -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=EVEN

struct list {
  int count, capacity, linked, ended;
};
#ifdef EVEN
#define unlikely(X) (X)
#else
#define unlikely(X) __builtin_expect(X, 0)
#endif
void grow(struct list *), link_up(struct list *), copy(struct list *);

// CHECK-LABEL: define {{.*}}@added(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         br i1 {{.*}}, label %{{.*}}, label %[[JOIN:[0-9]+]], !prof
// CHECK:         load i64, {{.*}}@__allocsite_thread
// CHECK:         call void @allocsite.push.grow(
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK-NEXT:    br label %[[JOIN]]
// CHECK:       {{^}}[[JOIN]]:
// CHECK-NOT:     @__allocsite_thread
// CHECK:         br i1 {{.*}}, label %[[END:[0-9]+]], label
// CHECK:         load i64, {{.*}}@__allocsite_thread
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:         call void @link_up(
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK-NEXT:    br label %[[END]]
// CHECK:       {{^}}[[END]]:
// CHECK-NOT:     @__allocsite_thread
// CHECK:         ret i32
// As likely as not: one load, and one restore.
// EVEN-LABEL: define {{.*}}@added(
// EVEN:         load i64, {{.*}}@__allocsite_thread
// EVEN-NOT:     load i64, {{.*}}@__allocsite_thread
// EVEN:         call void @allocsite.push.grow(
// EVEN-NOT:     store
// EVEN:         br i1 {{.*}}, label %[[END:[0-9]+]], label
// EVEN:         call void @link_up(
// EVEN-NEXT:    br label %[[END]]
// EVEN:       {{^}}[[END]]:
// EVEN:         store i64 {{.*}}@__allocsite_thread
int added(struct list *l) {
  if (unlikely(l->count == l->capacity))
    grow(l);
  if (l->linked)
    link_up(l);
  return ++l->count;
}

// Nobody looks at the word before another is pushed.
// CHECK-LABEL: define {{.*}}@pushed(
// CHECK:         call void @allocsite.push.grow(
// CHECK-NEXT:    br label
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK:         call void @copy(
int pushed(struct list *l) {
  if (unlikely(l->count == l->capacity))
    grow(l);
  copy(l);
  return ++l->count;
}

// The other way comes with what the round before pushed, as is only seen in the end.
// CHECK-LABEL: define {{.*}}@repeated(
// CHECK:         call void @allocsite.push.grow(
// CHECK-NEXT:    br label
// CHECK:         store i64 {{.*}}@__allocsite_thread
// CHECK-NEXT:    ret void
void repeated(struct list *l) {
  for (;;) {
    if (unlikely(l->count == l->capacity))
      grow(l);
    if (l->ended)
      return;
    copy(l);
  }
}

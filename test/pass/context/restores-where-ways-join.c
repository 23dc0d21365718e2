// A way that pushes puts back the word that was found where it comes back to others that
// found it, though a push may follow there: those others then pay for nothing but what
// they call. In a loop, only if it is said to be unlikely.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefixes=CHECK,EVEN
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -DUNLIKELY -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefixes=CHECK,UNLIKELY

struct list {
  int count, capacity, linked, ended;
};
#ifdef UNLIKELY
#define unlikely(X) __builtin_expect(X, 0)
#else
#define unlikely(X) (X)
#endif
void grow(struct list *), link_up(struct list *), copy(struct list *);

// CHECK-LABEL: define {{.*}}@added(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         br i1 {{.*}}, label %{{.*}}, label %[[JOIN:[0-9]+]]{{(, !prof.*)?$}}
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

// CHECK-LABEL: define {{.*}}@each_round(
// EVEN:          br label
// EVEN:        {{^}}[[BEFORE:[0-9]+]]:
// EVEN-NEXT:     load i64
// EVEN-NEXT:     store i64 {{.*}}@__allocsite_thread
// EVEN-NEXT:     br label
// EVEN:          call void @allocsite.push.grow(
// EVEN-NOT:      store i64 {{.*}}@__allocsite_thread
// EVEN:          br i1 {{.*}}, label %[[BEFORE]], label
// UNLIKELY-NOT:  store i64 {{.*}}@__allocsite_thread
// UNLIKELY:      call void @allocsite.push.grow(
// UNLIKELY:      br label %[[BACK:[0-9]+]]
// UNLIKELY:    {{^}}[[BACK]]:
// UNLIKELY-NEXT: load i64
// UNLIKELY-NEXT: store i64 {{.*}}@__allocsite_thread
// UNLIKELY-NEXT: br label
// UNLIKELY-NOT:  store i64 {{.*}}@__allocsite_thread
// CHECK-LABEL: define {{.*}}@repeated(
void each_round(struct list *l, int rounds) {
  for (int i = 0; i < rounds; i++) {
    if (unlikely(l->count == l->capacity))
      grow(l);
    l->count++;
  }
}

// The other way comes with what the round before pushed, as is only seen in the end.
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

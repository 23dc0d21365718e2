// A word lies in its slot where it has a call to survive. On a way that passes it on and
// needs it no more, it is in a register alone, and no frame is made for it.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o - | %FileCheck %s

struct list {
  long count, capacity;
};
void complain(void);

// CHECK-LABEL: define {{.*}}@drop(
// CHECK:         %[[SLOT:.*]] = alloca i64
// CHECK:         store i64 {{.*}} %[[SLOT]]
// CHECK:         call void @complain(
// CHECK:         %[[WORD:.*]] = load i64, {{.*}}@__allocsite_thread
// CHECK-NOT:     %[[SLOT]]
// CHECK:         %[[PASSED:.*]] = inttoptr i64 %[[WORD]] to
// CHECK-NEXT:    tail call {{.*}} @shrink({{.*}}nest {{.*}}%[[PASSED]])
// CHECK:       {{^}}}
void free_items(struct list *, long);
__attribute__((noinline)) static void shrink(struct list *l) {
  free_items(l, l->capacity / 2);
  l->capacity /= 2;
}
void drop(struct list *l) {
  if (!l->count) {
    complain();
    l->capacity = 0;
  } else if (--l->count < l->capacity / 2) {
    shrink(l);
  }
}
void shrink_both(struct list *l) {
  shrink(l);
  shrink(l + 1);
}

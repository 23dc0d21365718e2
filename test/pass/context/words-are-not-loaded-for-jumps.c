// A way on which a function only goes on to another leaves the thread's word as it is: it
// is loaded on the others alone.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o - | %FileCheck %s

struct list {
  long count, capacity;
  void **items;
};
void complain(void);
int append_slowly(struct list *, void *);

// CHECK-LABEL: define {{.*}}@append(
// CHECK-NOT:     @__allocsite_thread
// CHECK:         load i64, {{.*}}@__allocsite_thread
// CHECK:         call void @complain(
// CHECK-NOT:     load i64, {{.*}}@__allocsite_thread
// CHECK:         tail call i32 @append_slowly(
// CHECK-NOT:     load i64, {{.*}}@__allocsite_thread
// CHECK:       {{^}}}
int append(struct list *l, void *item) {
  if (!l || !item) {
    complain();
    return -1;
  }
  if (l->count == l->capacity)
    return append_slowly(l, item);
  l->items[l->count++] = item;
  return 0;
}

// A function that is told is inlined as the allocator would have been. If it does not
// look at the site nothing is left of it; the count is there, and what it tells of
// context and site is that of the place where the code is in the end.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -I%include -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -I%include -O2 -g -S -emit-llvm %s -o - | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -I%include -O0 -S -emit-llvm %s -o - | not grep -E 'allocsite\.aware|llvm\.annotation'
#include <allocsite/allocsite.h>
#include <stddef.h>

struct pool {
  char *at;
  allocsite_site last;
  allocsite_context context;
};
ALLOCSITE_ALLOC(size=1) ALLOCSITE_AWARE(told_and_looks)
void *looks(struct pool *, size_t);
ALLOCSITE_ALLOC(size=1) ALLOCSITE_AWARE(told_for_nothing)
void *looks_away(struct pool *, size_t);

void *told_and_looks(struct pool *p, size_t n, allocsite_site s, allocsite_context c) {
  char *result = p->at;
  p->at += n;
  p->last = s;
  p->context = c;
  return result;
}
__attribute__((used)) static void *
told_for_nothing(struct pool *p, size_t n, allocsite_site s, allocsite_context c) {
  char *result = p->at;
  p->at += n;
  return result;
}

// A caller that is inlined twice: two places.
// CHECK-LABEL: @two(
// CHECK-NOT: call {{.*}}@told_and_looks
// CHECK: %[[SITE:[0-9]+]] = select i1 %{{[0-9]+}}, i64 0, i64 %{{[0-9]+}}
// CHECK-NOT: call {{.*}}@told_and_looks
// CHECK: store i64 %[[SITE]], {{.*}}%{{[0-9]+}}
// CHECK-NOT: call {{.*}}@told_and_looks
// CHECK: %[[SITE:[0-9]+]] = select i1 %{{[0-9]+}}, i64 0, i64 %{{[0-9]+}}
// CHECK-NOT: call {{.*}}@told_and_looks
// CHECK: store i64 %[[SITE]], {{.*}}%{{[0-9]+}}
// CHECK-NOT: call {{.*}}@told_and_looks
// CHECK: {{^}}}
static inline void *inner(struct pool *p, size_t n) { return looks(p, n); }
void two(struct pool *p, struct pool *q, size_t n) {
  inner(p, n);
  inner(q, n + 1);
}

// CHECK-LABEL: @nothing(
// CHECK-NOT: call {{.*}}@told_for_nothing
// CHECK-NOT: select
// CHECK: call {{.*}}@__allocsite_miss
// CHECK: ret
void *nothing(struct pool *p) { return looks_away(p, 24); }

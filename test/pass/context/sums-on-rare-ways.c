// Where one call alone is on the way that returns, others that end the program behind it, or
// are on at most two ways that LLVM takes for at most half as often taken, do not share a sum
// with it, which would be in a register that calls keep: theirs are made of the word that was
// found, where they are. Not so where two calls are on the way, or one is in a loop.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll
// RUN: %cc -O0 -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=NONE
//
// NONE-NOT: asm ""
#include <stddef.h>

void *others(size_t);
void call(void);
_Noreturn void fatal(const char *, ...);

// CHECK-LABEL: define {{.*}}@xmalloc(
// CHECK:         [[WORD:%.*]] = load i64, {{.*}}@__allocsite_thread
// CHECK-NOT:     freeze
// CHECK:         call {{.*}}others(
// CHECK:         call i64 asm "", "=r,0"(i64 [[WORD]])
// CHECK:         shl i64
// CHECK:         call i64 asm "", "=r,0"(
// CHECK:         call {{.*}}@fatal(
// CHECK:       {{^}}}
void *xmalloc(size_t size) {
  void *made = others(size);
  if (!made)
    fatal("no memory for %zu", size);
  return made;
}

// CHECK-LABEL: define {{.*}}@xmallocTwice(
// CHECK-NOT:     asm ""
// CHECK:       {{^}}}
void *xmallocTwice(size_t size) {
  void *first = others(size);
  void *made = others(size + 1);
  if (!made)
    fatal("no memory for %zu", size);
  return first;
}

// CHECK-LABEL: define {{.*}}@cached(
// CHECK:         [[WORD:%.*]] = load i64, {{.*}}@__allocsite_thread
// CHECK:         store i64 [[WORD]], {{ptr|i64\*}} [[SLOT:%[0-9a-z.]+]],
// CHECK-NOT:     freeze
// CHECK:         call {{.*}}cacheOf(
// CHECK:         [[AGAIN:%.*]] = load i64, {{ptr|i64\*}} [[SLOT]],
// CHECK:         call i64 asm "", "=r,0"(i64 [[AGAIN]])
// CHECK:         shl i64
// CHECK:         [[SUM:%.*]] = call i64 asm "", "=r,0"(
// CHECK:         add i64 [[SUM]], 1
// CHECK:         call {{.*}}makeCache(
// CHECK:         add i64 [[SUM]], 2
// CHECK:         call {{.*}}enter(
// CHECK:       {{^}}}
void *cacheOf(size_t size);
void *makeCache(size_t size);
void enter(void *);
void *cached(size_t size) {
  if (size > 1000)
    return 0;
  void *made = cacheOf(size);
  if (!made) {
    made = makeCache(size);
    enter(made);
  }
  return made;
}

// CHECK-LABEL: define {{.*}}@asOften(
// CHECK-NOT:     asm ""
// CHECK:       {{^}}}
void asOften(size_t size) {
  if (cacheOf(size) != makeCache)
    enter(0);
}

// CHECK-LABEL: define {{.*}}@threeWays(
// CHECK-NOT:     asm ""
// CHECK:       {{^}}}
void *threeWays(size_t size) {
  char *made = cacheOf(size);
  if (!made)
    made = makeCache(size);
  if (__builtin_expect(made[0] == 0, 0))
    enter(made);
  if (__builtin_expect(made[1] == 0, 0))
    enter(made + 1);
  return made;
}

// CHECK-LABEL: define {{.*}}@inALoop(
// CHECK-NOT:     asm ""
// CHECK:       {{^}}}
void inALoop(char *from, size_t size) {
  cacheOf(size);
  while (*from++)
    if (__builtin_expect(*from == 'x', 0))
      enter(from);
}

// CHECK-LABEL: define {{.*}}@serve(
// CHECK-NOT:     asm ""
// CHECK:       {{^}}}
void *serve(size_t size) {
  void *made = others(size);
  if (made)
    return made;
  for (;;)
    call();
}

// Where one call alone is on the way that returns, others that end the program behind it do
// not share a sum with it, which would be in a register that calls keep: theirs are made of
// the word that was found, where they are. Not so where two calls are on that way, or one
// that ends the program only in a loop that does not end.
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
  void *made = others(size);
  if (!made)
    made = others(size + 1);
  if (!made)
    fatal("no memory for %zu", size);
  return made;
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

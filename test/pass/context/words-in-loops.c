// A word that a call in a loop runs under, and that differs from another by a constant, is
// computed there: code generation would compute all of them in front of the loop, and
// keep them in slots. Not so where there are many: then the other is in a slot as well,
// and those that are often pushed are better in slots.
// The other is that of the call which each round of the innermost loop makes.
//
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -emit-llvm %s -o - | %unlabelled | %FileCheck %s
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S %s -o %t.s && %FileCheck %s --input-file=%t.s --check-prefix=ASM
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -S -masm=intel %s -o %t.s && %cc -O2 -c %t.s -o %t.o
// RUN: env ALLOCSITE_PASS_OPTIONS=verify=1 %cc -O2 -DMANY -S -emit-llvm %s -o %t.ll && %FileCheck %s --input-file=%t.ll --check-prefix=MANY

int next(void);
void a(void), b(void);

// CHECK-LABEL: define {{.*}}@few(
// CHECK:         [[FIRST:%.*]] = freeze i64
// CHECK:         call i64 asm sideeffect "lea {{.*}}(i64 [[FIRST]], i64 {{-?[0-9]+}})
// CHECK:         call i64 asm sideeffect "lea {{.*}}(i64 [[FIRST]], i64 {{-?[0-9]+}})
// CHECK:       {{^}}}
// ASM-LABEL: few:
// ASM-NOT:     lea{{q?}} {{[-0-9]+\(%r[a-z0-9]+\),}}
// ASM:         {{in Loop:|Loop Header:}}
// ASM-COUNT-2: lea{{q?}} {{[-0-9]+\(%r[a-z0-9]+\),}}
// MANY-LABEL: define {{.*}}@few(
// MANY-NOT:     asm sideeffect "lea
// MANY:       {{^}}}
void few(void) {
  for (;;) {
    switch (next()) {
    case 0:
      return;
    case 1:
      a();
      break;
    case 2:
      b();
      break;
#ifdef MANY
#define CASE(N) case N: { void c##N(void); c##N(); break; }
      CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9)
#endif
    }
  }
}

#ifdef MANY
// MANY-LABEL: define {{.*}}@manyOnce(
// MANY-COUNT-8: asm sideeffect "lea
// MANY:       {{^}}}
void manyOnce(void) {
  for (;;) {
    if (__builtin_expect(next(), 1))
      return;
    switch (next()) {
      CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9)
    }
  }
}
#endif

struct state {
  int (*handler)(struct state *);
};
extern int interrupted;
struct state *interrupt(void);

// CHECK-LABEL: define {{.*}}@dispatch(
// CHECK:         [[FIRST:%.*]] = freeze i64
// CHECK:         call i64 asm sideeffect "lea {{.*}}(i64 [[FIRST]], i64 {{-?[0-9]+}})
// CHECK:         call {{.*}}@interrupt(
// CHECK:         store i64 [[FIRST]]
// CHECK:         call i32 %
// CHECK:       {{^}}}
void dispatch(struct state *s) {
  for (;;) {
    if (interrupted)
      s = interrupt();
    int done;
    while (!(done = s->handler(s)))
      ;
    if (done < 0)
      return;
  }
}

void each(void), some(void);

// One word by itself is computed in front of the loop whose rounds push it, and where it is
// pushed if that is rarer than to come by the loop.
// CHECK-LABEL: define {{.*}}@rounds(
// CHECK:         [[SUM:%.*]] = freeze i64
// CHECK:       {{^[^ ]+:}}
// CHECK:         store i64 [[SUM]]
// CHECK:         call void @each(
// CHECK:       {{^}}}
// CHECK-LABEL: define {{.*}}@seldom(
// CHECK-NOT:     freeze
// CHECK:         [[SUM:%.*]] = add i64
// CHECK-NEXT:    store i64 [[SUM]]
// CHECK-NEXT:    call void @some(
// CHECK:       {{^}}}
void rounds(int *c) {
  while (*c++)
    each();
}
void seldom(int *c) {
  while (*c)
    if (__builtin_expect(*c++ == 7, 0))
      some();
}

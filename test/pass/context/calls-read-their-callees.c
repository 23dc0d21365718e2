// A call through a table reads its callee as it does plain, for the word is pushed before.
//
// RUN: %cc -O2 -S %s -o - | %FileCheck %s
//
// CHECK-LABEL: through:
// CHECK:     mov{{.*}}%fs:
// CHECK:     call{{q?[[:space:]]+}}*16(%r
struct Table { long (*Functions[3])(long); };

long through(struct Table **At, long N) {
  return (*At)->Functions[2](N) + 1;
}

// So where the word is one that stays in its loop, too.
// CHECK-LABEL: rounds:
// CHECK:     {{in Loop:|Loop Header:}}
// CHECK:     lea{{q?[[:space:]]+[-0-9]+\(%r[a-z0-9]+\),}}
// CHECK:     call{{q?[[:space:]]+}}*16(%r
void first(void);
void rounds(struct Table **At, long N) {
  while (N--) {
    first();
    (*At)->Functions[2](N);
  }
}

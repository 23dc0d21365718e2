// A call through a pointer that may allocate, where the source is not read: a variable has its
// name, and what a rule would say; a member has none, and the remark says what finds it.
// Functions that do not return a pointer are not told of.
//
// RUN: %clang -O0 -S -emit-llvm %s -o %t.ll
// RUN: %mark -pass-remarks-missed=allocsite %t.ll -o /dev/null 2>&1 | %FileCheck %s --implicit-check-not=remark:
//
// CHECK: remark: {{.*}}a call through a pointer may allocate and is not counted: compiled with -fplugin=, this says the rule for it
// CHECK: remark: {{.*}}a call through 'libAlloc' may allocate and is not counted: if it does, add 'pointer:libAlloc shape=i size=0' to a file of config=
typedef unsigned long size_t;
struct hooks {
  int (*compare)(void *, size_t);
  void *(*allocate)(size_t);
};
extern void *(*libAlloc)(size_t);
void *volatile P;
void use(struct hooks *Hooks) {
  P = Hooks->allocate(10);
  Hooks->compare(P, 10);
  P = libAlloc(20);
}

// What the pass makes is compiled for the processor that the file is for: code generation
// sets up one for each that it meets. In a file for several there is no telling, and what
// is made runs on all of them.
//
// RUN: %cc -O2 -march=haswell -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %cc -O2 -DSEVERAL -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=SEVERAL

// CHECK: define {{.*}}@first({{.*}} #[[OF:[0-9]+]] {
// CHECK: define internal {{.*}}@allocsite.push.other({{.*}} #[[PUSH:[0-9]+]] {
// CHECK: define internal {{.*}}@allocsite.register() #[[REGISTER:[0-9]+]] section ".text.allocsite" {
// CHECK: attributes #[[OF]] = { {{.*}}"min-legal-vector-width"="0" {{.*}}"target-cpu"="haswell" "target-features"="[[FEATURES:[^"]*]]"
// CHECK: attributes #[[PUSH]] = { {{.*}}"min-legal-vector-width"="0" "target-cpu"="haswell" "target-features"="[[FEATURES]]"
// CHECK: attributes #[[REGISTER]] = { {{.*}}"min-legal-vector-width"="0" "target-cpu"="haswell" "target-features"="[[FEATURES]]"

// SEVERAL: define internal {{.*}}@allocsite.register() #[[REGISTER:[0-9]+]] section ".text.allocsite" {
// SEVERAL: attributes #[[REGISTER]] = { nounwind }

void *other(int);

int first(int n) { return other(n) && other(n + 1) && !other(n + 2); }
int second(int n) { return other(n) && other(n + 3) && !other(n + 4); }

#ifdef SEVERAL
__attribute__((target("avx2"))) int third(int n) { return other(n) != 0; }
#endif

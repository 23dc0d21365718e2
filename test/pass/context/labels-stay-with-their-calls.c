// A label stays with its call: also where both ways behind a branch begin with the same label
// it is on each way, since the code of one may be laid out elsewhere.
//
// RUN: %cc -O2 -flto=thin -S -emit-llvm %s -o %t.ll
// RUN: %pipeline -passes='simplifycfg<hoist-common-insts;sink-common-insts>' %t.ll | %FileCheck %s
// RUN: %cc -O2 -S %s -o - | %FileCheck %s --check-prefix=CODE
void before(void);

// CHECK-LABEL: define {{.*}}@either(
// CHECK:         call {{.*}}@before(
// CHECK-NOT:     pushsection
// CHECK:         br i1
// CHECK:         pushsection
// CHECK:         call {{.*}}@either(
// CHECK:         pushsection
// CHECK:         call {{.*}}@either(
// CHECK:         pushsection
// CHECK-NEXT:    call {{.*}}@before(
// CHECK:       {{^}}}
//
// Nothing is called between.
// CODE-LABEL: either:
// CODE:         .section{{.*}}.allocsite.calls
// CODE-NOT:     {{call|jmp|\.allocsite\.calls}}
// CODE:         {{(call|jmp)q?[[:space:]]+(before|either)}}
// CODE:         .section{{.*}}.allocsite.calls
// CODE-NOT:     {{call|jmp|\.allocsite\.calls}}
// CODE:         {{(call|jmp)q?[[:space:]]+(before|either)}}
// CODE:         .section{{.*}}.allocsite.calls
// CODE-NOT:     {{call|jmp|\.allocsite\.calls}}
// CODE:         {{(call|jmp)q?[[:space:]]+(before|either)}}
// CODE:         .section{{.*}}.allocsite.calls
// CODE-NOT:     {{call|jmp|\.allocsite\.calls}}
// CODE:         {{(call|jmp)q?[[:space:]]+(before|either)}}
// CODE:         .section{{.*}}.allocsite.calls
// CODE-NOT:     {{call|jmp|\.allocsite\.calls}}
// CODE:         {{(call|jmp)q?[[:space:]]+(before|either)}}
void either(int N, int Which) {
  before();
  if (Which & 1) {
    either(N - 1, Which >> 1);
  } else {
    either(N - 2, Which * 3);
    before();
  }
  before();
}

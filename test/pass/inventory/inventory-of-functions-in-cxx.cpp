// In C++: inline functions that stand in the file are told, those that others may replace
// too; what ends the program because of an exception is no way to an allocation, what throws
// one is. What no file of the build defines is told as well.
//
// RUN: rm -f %t.jsonl
// RUN: env ALLOCSITE_PASS_OPTIONS=inventory=%t.jsonl:verify=1 %cxx -std=c++17 -O1 -c %s -o %t.o
// RUN: grep '"kind":"function"' %t.jsonl | sed 's/.*"symbol"/"symbol"/' | sort > %t.lines
// RUN: %FileCheck %s < %t.lines --match-full-lines
// RUN: grep '"kind":"declarations"' %t.jsonl | %FileCheck %s --check-prefix=DECLARED
//
// CHECK:      "symbol":"_Z3endv","leads":["_Z8inlinelyv","_Z5otherv"]}
// CHECK-NEXT: "symbol":"_Z6throwsi","leads":["__cxa_allocate_exception","__cxa_throw"]}
// CHECK-NEXT: "symbol":"_Z8inlinelyv","leads":["_Z5otherv"]}
// CHECK-NEXT: "symbol":"_Z8resolvedv"}
// CHECK-NEXT: "symbol":"__clang_call_terminate","leads":["_ZSt9terminatev"]}
// CHECK-NEXT: "symbol":"resolver","leads":[]}
// CHECK-NEXT: "symbol":"virtually"}
// CHECK-NOT:  {{.}}
// DECLARED:     "symbols":[
// DECLARED-DAG: "_Z5otherv"
// DECLARED-DAG: "__cxa_throw"

void other();
struct Base {
  virtual void call();
};
__attribute__((noinline)) inline void inlinely() { other(); }
void end() noexcept {
  inlinely();
  other();
}
void throws(int N) {
  if (N)
    throw N;
}
extern "C" void virtually(Base &B) { B.call(); }
extern "C" void (*resolver())() { return other; }
void resolved() __attribute__((ifunc("resolver")));

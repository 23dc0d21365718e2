// Exception objects allocate in their constructors, copies and destructors: where the
// last handler ends, where the last exception_ptr lets go, once for each object.
//
// RUN: %cxx -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -O3 -g %s -o %t && %run_rows | %FileCheck %s
//
// CHECK-DAG: {{^}}leaf|Error::~Error|__cxa_end_catch|byReference|40|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::~Error|__cxa_end_catch|byValue|40|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::~Error|__cxa_end_catch|fromAgain|40|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::~Error|byValue|main|40|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::~Error|holds|main|40|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::Error|byValue|main|20|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::Error|thrower|again|10|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::Error|thrower|byReference|10|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::Error|thrower|byValue|10|3{{$}}
// CHECK-DAG: {{^}}leaf|Error::Error|thrower|keeps|10|3{{$}}
// CHECK-DAG: {{^}}leaf|again|fromAgain|main|5|3{{$}}
// CHECK-DAG: {{^}}leaf|fromAgain|main|-|6|3{{$}}
// CHECK-DAG: {{^}}leaf|holds|main|-|7|3{{$}}
// CHECK-DAG: {{^}}leaf|holds|main|-|8|3{{$}}
// RUN: %run_rows | count 14
#include <cstdlib>
#include <exception>

static void *volatile Sink;
__attribute__((noinline)) void leaf(int Size) { Sink = std::malloc(Size); }

struct Error {
  __attribute__((noinline)) Error() {
    leaf(10);
    Sink = nullptr;
  }
  __attribute__((noinline)) Error(const Error &) {
    leaf(20);
    Sink = nullptr;
  }
  __attribute__((noinline)) ~Error() {
    leaf(40);
    Sink = nullptr;
  }
};

__attribute__((noinline)) void thrower() { throw Error(); }

__attribute__((noinline)) void byReference() {
  try {
    thrower();
  } catch (const Error &) {
  }
  Sink = nullptr;
}
__attribute__((noinline)) void byValue() {
  try {
    thrower();
  } catch (Error E) {
  }
  Sink = nullptr;
}
__attribute__((noinline)) void again() {
  try {
    thrower();
  } catch (...) {
    leaf(5);
    throw;
  }
}
__attribute__((noinline)) void fromAgain() {
  try {
    again();
  } catch (...) {
    leaf(6);
  }
  Sink = nullptr;
}
__attribute__((noinline)) std::exception_ptr keeps() {
  try {
    thrower();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}
__attribute__((noinline)) void holds() {
  std::exception_ptr Kept = keeps();
  leaf(7);
  Kept = nullptr;
  leaf(8);
  Sink = nullptr;
}

int main() {
  for (int I = 0; I < 3; ++I) {
    byReference();
    byValue();
    fromAgain();
    holds();
  }
}

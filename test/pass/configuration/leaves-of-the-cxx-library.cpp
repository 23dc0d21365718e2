// Functions of the C++ library that look for something in a string need no id, by the names
// that its header gives them: nothing is pushed for them.
//
// RUN: %clangxx -std=c++17 -O1 -S -emit-llvm %s -o %t.ll
// RUN: %FileCheck --check-prefix=CALLS --input-file=%t.ll %s
// RUN: %instrument %t.ll -o - | %FileCheck %s
#include <chrono>
#include <condition_variable>
#include <string>
#include <system_error>

// What is not inlined of them is called.
// CALLS-LABEL: @finds
// CALLS-DAG: basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm
// CALLS-DAG: basic_stringIcSt11char_traitsIcESaIcEE5rfindEcm
// CALLS-DAG: basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcmm
// CALLS-DAG: basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc
// CALLS-DAG: basic_stringIwSt11char_traitsIwESaIwEE7compareEPKw

// CHECK-LABEL: define {{.*}}@finds(
// CHECK-NOT: __allocsite
// CHECK: ret
extern "C" size_t finds(const std::string &in, const std::string &what, const std::wstring &w) {
  return in.find("ab", 1) + in.find('c') + in.find(what) + in.rfind("ab") + in.rfind('c') +
         in.rfind(what) + in.find_first_of("xyz") + in.find_first_of(what) +
         in.find_last_of("xyz") + in.find_first_not_of("xyz") + in.find_last_not_of("xyz") +
         in.find_first_not_of(' ') + in.find_last_not_of(' ') + in.compare(what) +
         (in == "none") + w.find(L"ab") + w.compare(L"cd") + w.rfind(L'x');
}

// CHECK-LABEL: define {{.*}}@others(
// CHECK-NOT: __allocsite
// CHECK: ret
extern "C" long others(std::condition_variable &v, std::string &a, std::string &b,
                       const std::error_category **category) {
  *category = &std::generic_category();
  v.notify_one();
  v.notify_all();
  a.swap(b);
  return std::chrono::steady_clock::now().time_since_epoch().count() +
         std::uncaught_exceptions();
}

// CHECK-LABEL: define {{.*}}@compares_parts(
// CHECK: store {{.*}}@__allocsite_thread
// CHECK: ret
extern "C" int compares_parts(const std::string &a, const std::string &b) {
  return a.compare(1, 2, b) + 1; // It may throw.
}

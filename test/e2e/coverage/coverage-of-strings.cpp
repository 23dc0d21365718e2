// Up to C++17 std::string allocates in libstdc++. The profile says so, also where that is linked
// in and some thousand other allocations were counted, and which flags help; with them, and where
// the program made no such string, nothing is said.
//
// RUN: %cxx -std=c++17 -O1 %s -o %t -Wl,-z,lazy && %profile %t 9 2>&1 | %FileCheck %s
// RUN: %allocsite report %t.csv | %FileCheck %s --check-prefix=REPORT
// CHECK: allocsite: coverage: what std::string allocates in libstdc++ is not counted: compile with -std=c++20, or with -D_GLIBCXX_ASSERTIONS
// REPORT: operator new[]
// REPORT-NOT: discover
// REPORT: Coverage: what std::string allocates in libstdc++
//
// RUN: %profile %t 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %cxx -std=c++17 -O1 -static-libstdc++ %s -o %t && %profile %t 9 2>&1 | %FileCheck %s
// RUN: %cxx -std=c++17 -O1 -static %s -o %t && %profile %t 9 2>&1 | %FileCheck %s
// RUN: %cxx -std=c++17 -D_GLIBCXX_ASSERTIONS -O1 %s -o %t && %profile %t 9 2>&1 | %FileCheck %s --check-prefix=NONE
// RUN: %cxx -std=c++20 -O1 %s -o %t && %profile %t 9 2>&1 | %FileCheck %s --check-prefix=NONE
// NONE: heap profiler: wrote
// NONE-NOT: {{[Cc]}}overage:
#include <string>

static const char *volatile Sink;

int main(int Count, char **) {
  if (Count == 1)
    return 0;
  for (int I = 0; I < 20000; ++I)
    delete[] (Sink = new char[16]);
  std::string Text = "a text of more than fifteen bytes";
  Text.append(Count * 100, 'x');
  Sink = Text.data();
}

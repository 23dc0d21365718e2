// A header that is included by several paths is one file of the profile, and a line of it
// one site.
//
// RUN: rm -rf %t && mkdir -p %t/lib/a && cd %t
// RUN: echo 'inline char *text(int N) { return new char[N]; }' > lib/text.h
// RUN: echo '#include "../text.h"' > lib/a/one.cpp
// RUN: echo 'char *one() { return text(1); }' >> lib/a/one.cpp
// RUN: echo '#include "lib/./text.h"' > two.cpp
// RUN: echo 'char *two() { return text(2); }' >> two.cpp
// RUN: %cxx -O2 -g -I. lib/a/one.cpp two.cpp %s -o app
// RUN: env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=log.csv ./app
// RUN: %FileCheck %s --input-file=log.csv
//
// CHECK-DAG: "text(int)","one()","main",-,1,1,1,"operator new[]",{{[^,]*}},"lib/text.h:1:35"
// CHECK-DAG: "text(int)","two()","main",-,2,1,2,"operator new[]",{{[^,]*}},"lib/text.h:1:35"
char *one(), *two();

int main() {
  delete[] one();
  delete[] two();
  return 0;
}

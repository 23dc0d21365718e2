// Boost's containers are no frames: each row shows the function of this file that filled
// one, and its line, at -O0 and -O2, by debug information alone and where the source was read
// as well. Without either their names are all that is known, and a rule names the namespace.
//
// REQUIRES: boost, types
// RUN: %cxx -std=c++17 -O0 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site %t.csv | %FileCheck %s --check-prefix=SITE
// RUN: %rows --sum 'total bytes' %t.csv > %t.sum
// RUN: %cxx -std=c++17 -O2 -g %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site %t.csv | %FileCheck %s --check-prefix=SITE
// RUN: %typed_cxx -std=c++17 -O2 -Rpass=__none__ %s -o %t && %run_rows | %FileCheck %s
// RUN: %rows --cols pc0,site %t.csv | %FileCheck %s --check-prefix=SITE
// RUN: %typed_cxx -std=c++17 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %typed_cxx -std=c++17 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: not grep -e '^"[^"]*boost::' -e '^-' %t.csv
// RUN: echo 'library:boost::*' > %t.cfg
// RUN: env ALLOCSITE_PASS_OPTIONS=config=%t.cfg %cxx -std=c++17 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: not grep -e '^"[^"]*boost::' -e '^-' %t.csv
// RUN: env ALLOCSITE_PASS_OPTIONS=frames=std %cxx -std=c++17 -O2 -g %s -o %t && %run_rows | %FileCheck %s --check-prefix=STD
// RUN: %rows --sum 'total bytes' %t.csv | cmp - %t.sum
//
// CHECK-DAG: {{^}}fill|main|
// CHECK-DAG: {{^}}index|main|
// CHECK-DAG: {{^}}text|main|
// SITE-COUNT-4: {{^}}{{.*}}|{{.*}}containers-of-boost.cpp:
// SITE-NOT:  /usr/
// STD:       {{^}}boost::
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/container/string.hpp>
#include <boost/container/vector.hpp>
#include <boost/unordered_map.hpp>
static void *volatile Sink;

__attribute__((noinline)) void fill() {
  boost::container::vector<int> V;
  boost::container::small_vector<long, 2> Small;
  for (int I = 0; I < 20; ++I) {
    V.push_back(I);
    Small.push_back(I);
  }
  Sink = V.data();
  Sink = Small.data();
}

__attribute__((noinline)) void index() {
  boost::container::flat_map<int, long> Flat;
  boost::unordered_map<int, long> Hashed;
  for (int I = 0; I < 20; ++I) {
    Flat[I * 7 % 20] = I;
    Hashed[I] = I;
  }
  Sink = &Flat;
  Sink = &Hashed;
}

__attribute__((noinline)) void text() {
  boost::container::string S("a text of which there is more than is kept without the heap");
  for (int I = 0; I < 50; ++I)
    S += "x";
  Sink = &S;
}

int main() {
  fill();
  index();
  text();
}

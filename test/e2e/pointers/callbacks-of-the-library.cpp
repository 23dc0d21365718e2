// The C++ library calls its own functions through pointers: what a std::function holds, or
// copies, and what a std::any does. What these allocate has the place of the call into the
// library, inlined or not, and so has a wrapper that the library calls. The inventory knows
// these places.
//
// REQUIRES: types
//
// RUN: echo "wrapper:xmalloc" > %t.cfg
// RUN: for Flags in -O0 -O1 -O2 "-O2 -fPIC"; do \
// RUN:   rm -f %t.jsonl; \
// RUN:   env ALLOCSITE_PASS_OPTIONS=verify=1:config=%t.cfg:inventory=%t.jsonl \
// RUN:     %typed_cxx -std=c++17 -g $Flags %s -o %t || exit 1; \
// RUN:   %profile %t && %rows --short --cols "pc0,pc1,bytes allocated,type,site" %t.csv > %t.rows; \
// RUN:   %FileCheck %s --input-file=%t.rows || exit 1; \
// RUN:   %allocsite sites --inventory %t.jsonl %t.csv | %FileCheck %s --check-prefix=SITES || exit 1; \
// RUN: done
// SITES: 6 sites: 6 ran, 0 never; {{[0-9]+}} library
#include <any>
#include <cstdlib>
#include <functional>
#include <memory>
struct Shared { char Bytes[64]; };
struct Big { char Bytes[100]; };
void *volatile Sink;
void *xmalloc(size_t N) { void *P = std::malloc(N); if (!P) std::abort(); return P; }

#define KEEP __attribute__((noinline))
std::function<std::shared_ptr<Shared>()> Make;
KEEP void inFunction() {
  // CHECK-DAG: {{^}}inFunction|main|80|Shared|{{.*}}.cpp:[[@LINE+1]]:{{[0-9]+}}{{$}}
  auto P = Make();
  Sink = P.get();
}
KEEP void copyFunction(const std::function<int()> &F) {
  // CHECK-DAG: {{^}}copyFunction|main|24|{{.*}}|{{.*}}.cpp:[[@LINE+1]]:{{[0-9]+}}{{$}}
  auto Copy = F;
  Sink = &Copy;
}
KEEP void copyAny(const std::any &A) {
  // CHECK-DAG: {{^}}copyAny|main|100|Big|{{.*}}.cpp:[[@LINE+1]]:{{[0-9]+}}{{$}}
  std::any Copy = A;
  Sink = &Copy;
}
std::function<void *(size_t)> Wrapper = xmalloc;
KEEP void wrapped() {
  // CHECK-DAG: {{^}}wrapped|main|77|{{.*}}|{{.*}}.cpp:[[@LINE+1]]:{{[0-9]+}}{{$}}
  Sink = Wrapper(77);
}
int main() {
  long A = 1, B = 2, C = 3;
  Make = std::make_shared<Shared>;
  inFunction();
  copyFunction([=] { return int(A + B + C); });
  copyAny(Big());
  wrapped();
}

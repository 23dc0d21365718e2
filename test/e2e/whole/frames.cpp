// What a library allocates is charged to the functions of the program that the thread was in, and
// to the place where the library was entered. Each function asks for a size of its own.
//
// DEFINE: %{build} = env ALLOCSITE_PASS_OPTIONS=verify=1:whole=1 %cxx -std=c++17 -g -pthread %s -o %t
// DEFINE: %{rows} = %profile %t && %rows --short --cols "pc0,pc1,bytes allocated,call count,allocator,type,through" %t.csv
// RUN: %{build} -O2 && %{rows} | %FileCheck %s
// RUN: %{build} -O0 && %{rows} | %FileCheck %s
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#define OWN __attribute__((noinline))
static volatile size_t size;
static std::string kept;

// The last thing that the function does is a call of the library.
OWN void leafThatEndsInTheLibrary(std::string &Text) { Text.reserve(1100); }
OWN void leafBesideIt() { asm volatile(""); }
// CHECK-DAG: {{^}}leafThatEndsInTheLibrary|main|1101|1|operator new|std::string|libstdc++.so.6{{$}}

OWN void printer(char **To) {
  if (asprintf(To, "%1200d", 7) < 0)
    abort();
}
// CHECK-DAG: {{^}}printer|main|1201|1|{{[a-z]+}}|-|libc.so.6{{$}}

OWN void afterAnException() {
  std::string Text;
  Text.reserve(1300);
}
OWN void throws(int Depth) {
  if (Depth)
    throws(Depth - 1);
  else
    throw 1;
}
// CHECK-DAG: {{^}}afterAnException|catcher|1301|1|operator new|std::string|libstdc++.so.6{{$}}
OWN void catcher() {
  try {
    throws(3);
  } catch (int) {
    afterAnException();
  }
}

static int compares(const void *A, const void *B) {
  static bool Was;
  if (!Was) {
    Was = true;
    char *Text;
    if (asprintf(&Text, "%1400d", 7) > 0)
      free(Text);
  }
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}
// CHECK-DAG: {{^}}compares|qsort|1401|1|{{[a-z]+}}|-|libc.so.6{{$}}
OWN void sorter() {
  int Numbers[] = {3, 2, 1};
  qsort(Numbers, 3, sizeof(int), compares);
}

static void handler(int) {
  std::string Text;
  Text.reserve(1500);
}
// CHECK-DAG: {{^}}handler|raise|1501|1|operator new|std::string|libstdc++.so.6{{$}}
OWN void raiser() { raise(SIGUSR1); }

static void ofThread() {
  std::string Text;
  Text.reserve(1600);
}
// CHECK-DAG: {{^}}ofThread|{{.*}}|1601|1|operator new|std::string|libstdc++.so.6{{$}}

struct Early {
  Early() { kept.reserve(1700); }
} early;
// CHECK-DAG: {{^}}Early::Early|{{.*}}|1701|1|operator new|std::string|libstdc++.so.6{{$}}

int main() {
  std::string Text;
  leafBesideIt();
  leafThatEndsInTheLibrary(Text);
  leafBesideIt();
  char *Printed;
  printer(&Printed);
  free(Printed);
  catcher();
  sorter();
  signal(SIGUSR1, handler);
  raiser();
  std::thread(ofThread).join();
}

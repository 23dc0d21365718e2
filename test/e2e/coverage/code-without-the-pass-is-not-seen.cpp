// What libraries allocate themselves is not seen, none of it: strings up to C++17, which
// libstdc++.so makes (in C++20 the code that uses them does), streams and locales, what
// libc hands out, opens or sorts with. The profile has what allocates here, freed or
// not.
//
// RUN: %cxx -std=c++17 -O0 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++17 -O2 %s -o %t && %run_rows | %FileCheck %s
// RUN: %cxx -std=c++20 -O0 %s -o %t && %run_rows | %FileCheck %s --check-prefixes=NEW,CHECK
// RUN: %cxx -std=c++20 -O2 %s -o %t && %run_rows | %FileCheck %s --check-prefixes=NEW,CHECK
//
// NEW:        {{^}}main|-|-|-|1001|1{{$}}
// CHECK:      {{^}}main|-|-|-|500|1{{$}}
// CHECK-NEXT: {{^}}main|-|-|-|8|10{{$}}
// CHECK-NOT:  {{.}}
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

static void *volatile Sink;

static int compare(const void *A, const void *B) {
  return *static_cast<const char *>(A) - *static_cast<const char *>(B);
}

int main() {
  std::string Text(1000, 'x');
  Sink = &Text;
  std::ostringstream Stream;
  Stream << 12345678901234567890u << std::locale("").name();
  Sink = &Stream;
  static char Sorted[1 << 16];
  qsort(Sorted, 64, 1 << 10, compare);
  char *Printed = nullptr, *Line = nullptr;
  size_t LineBytes = 0;
  FILE *File = fopen("/dev/zero", "r");
  if (asprintf(&Printed, "%d", 7) < 0 || !File)
    return 1;
  fclose(File);
  if (FILE *Lines = fopen("/proc/self/status", "r")) {
    if (getline(&Line, &LineBytes, Lines) < 0)
      return 1;
    fclose(Lines);
  }
  closedir(opendir("/"));
  std::free(Line);
  std::free(Printed);

  Sink = std::malloc(500);
  for (int I = 0; I < 10; ++I) {
    Sink = std::malloc(8);
    std::free(Sink);
  }
}

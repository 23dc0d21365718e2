// Output, exit code and signal are those of the program without the profiler.
//
// RUN: %clangxx -O1 %s -o %t.plain && %cxx -O1 %s -o %t
// RUN: %python %S/../Inputs/same.py %t.plain %t 0
// RUN: %python %S/../Inputs/same.py %t.plain %t 42
// RUN: %python %S/../Inputs/same.py %t.plain %t abort
// RUN: %python %S/../Inputs/same.py %t.plain %t segv
// RUN: %python %S/../Inputs/same.py %t.plain %t throw
// RUN: %python %S/../Inputs/same.py %t.plain %t _exit
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

int main(int, char **Arguments) {
  void *volatile Sink = std::malloc(10);
  (void)Sink;
  const char *How = Arguments[1];
  std::printf("before %s\n", How);
  std::fflush(stdout);
  std::fprintf(stderr, "says %s\n", How);
  if (!std::strcmp(How, "abort"))
    std::abort();
  if (!std::strcmp(How, "segv"))
    *static_cast<volatile int *>(nullptr) = 1;
  if (!std::strcmp(How, "throw"))
    throw 1;
  if (!std::strcmp(How, "_exit"))
    _exit(7);
  return std::atoi(How);
}

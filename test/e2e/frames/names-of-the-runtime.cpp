// Functions and variables of a program may be called as the runtime's own are, in the
// file that defines main as in others, and those of libc that the program defines itself
// are what the runtime calls, also where all is optimised at link time.
//
// RUN: %cxx -O1 %s -o %t && %run_rows | %FileCheck %s && %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %cxx -O2 -flto=thin -DSPLIT -c %s -o %t.o && %cxx -O2 -flto=thin -DOTHER -c %s -o %t.other.o
// RUN: %clangxx -O2 -flto=thin %lld %t.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: %cxx -O2 -flto -DSPLIT -c %s -o %t.o && %cxx -O2 -flto -DOTHER -c %s -o %t.other.o
// RUN: %clangxx -O2 -flto %lld %t.o %t.other.o -o %t && %run_rows | %FileCheck %s
// RUN: %FileCheck %s --input-file=%t.err --check-prefix=ERR
//
// CHECK:      {{^}}allocsite::dump|main|-|-|30|1{{$}}
// CHECK-NOT:  {{.}}
// ERR: of the program: getcwd
#include <cstdio>
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

#if !defined(SPLIT) || defined(OTHER)
extern "C" __attribute__((noinline)) char *getcwd(char *Path, size_t Size) noexcept {
  fputs("of the program: getcwd\n", stderr);
  return syscall(SYS_getcwd, Path, Size) < 0 ? nullptr : Path;
}
#endif

#ifndef OTHER
static void *volatile Sink;
namespace allocsite {
bool Counting = true;
bool isCounting() { return Counting; }
__attribute__((noinline)) void dump() { Sink = std::malloc(30); }
} // namespace allocsite
int Early = 1;
static int Last = 2;
void start() { Last += Early; }
int main() {
  start();
  if (allocsite::isCounting())
    allocsite::dump();
  Sink = nullptr;
  return Last - 3;
}
#endif

// What sites call keeps every register but r11 and the flags, where it hits and where it
// misses: the code behind a site has values in all of them. It counts what it was given.
//
// REQUIRES: x86_64
// RUN: %runtime_cxx %s -o %t && %profile %t
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}24|2|a.c:1:5{{$}}
// CHECK-DAG: {{^}}32|1|a.c:1:5{{$}}
// CHECK-DAG: {{^}}64|1|a.c:2:5{{$}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <cstdio>

namespace {

/// rax, rcx, rdx, rbx, rsi, rdi, r8 to r10 and r12 to r15. The first three that a site
/// passes lie where it passes them.
struct Registers {
  uint64_t Rdi, Rsi, Rdx, Rax, Rcx, Rbx, R8, R9, R10, R12, R13, R14, R15;
};

/// Replaces what a call is given by what it leaves. No frame: rbx and rbp are used.
__attribute__((noinline)) void countWith(Registers *At) {
  __asm__ volatile("subq $128, %%rsp\n" // a red zone may lie above
                   "pushq %%rbp\n"
                   "movq %%rdi, %%rbp\n"
                   "movq 0(%%rbp), %%rdi\n"
                   "movq 8(%%rbp), %%rsi\n"
                   "movq 16(%%rbp), %%rdx\n"
                   "movq 24(%%rbp), %%rax\n"
                   "movq 32(%%rbp), %%rcx\n"
                   "movq 40(%%rbp), %%rbx\n"
                   "movq 48(%%rbp), %%r8\n"
                   "movq 56(%%rbp), %%r9\n"
                   "movq 64(%%rbp), %%r10\n"
                   "movq 72(%%rbp), %%r12\n"
                   "movq 80(%%rbp), %%r13\n"
                   "movq 88(%%rbp), %%r14\n"
                   "movq 96(%%rbp), %%r15\n"
                   "pushq %%rbp\n"
                   "movq %%rsp, %%rbp\n" // the callee's own is kept as well
                   "andq $-16, %%rsp\n"
                   "callq *__allocsite_count_v5(%%rip)\n"
                   "movq %%rbp, %%rsp\n"
                   "popq %%rbp\n"
                   "movq %%rdi, 0(%%rbp)\n"
                   "movq %%rsi, 8(%%rbp)\n"
                   "movq %%rdx, 16(%%rbp)\n"
                   "movq %%rax, 24(%%rbp)\n"
                   "movq %%rcx, 32(%%rbp)\n"
                   "movq %%rbx, 40(%%rbp)\n"
                   "movq %%r8, 48(%%rbp)\n"
                   "movq %%r9, 56(%%rbp)\n"
                   "movq %%r10, 64(%%rbp)\n"
                   "movq %%r12, 72(%%rbp)\n"
                   "movq %%r13, 80(%%rbp)\n"
                   "movq %%r14, 88(%%rbp)\n"
                   "movq %%r15, 96(%%rbp)\n"
                   "popq %%rbp\n"
                   "addq $128, %%rsp\n"
                   : "+D"(At)
                   :
                   : "rax", "rcx", "rdx", "rbx", "rsi", "r8", "r9", "r10", "r11",
                     "r12", "r13", "r14", "r15", "memory", "cc", "xmm0", "xmm1",
                     "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                     "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

bool Failed = false;

void countAt(const uint64_t *TagStart, uint64_t Size) {
  Registers Given = {reinterpret_cast<uint64_t>(TagStart),
                     __allocsite_thread_v5.Context,
                     Size, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110};
  Registers Kept = Given;
  countWith(&Kept);
  if (memcmp(&Given, &Kept, sizeof(Given)) != 0) {
    puts("a register was not kept");
    Failed = true;
  }
}

} // namespace

int main() {
  static Play Module;
  uint32_t Main = Module.function("main");
  uint32_t First = Module.site(Main, Module.frame(Main, "a.c", 1));
  uint32_t Second = Module.site(Main, Module.frame(Main, "a.c", 2));
  Module.load();
  uint64_t Starts[] = {Module.TagBase + First * ALLOCSITE_SITE_FACTOR,
                       Module.TagBase + Second * ALLOCSITE_SITE_FACTOR};
  countAt(&Starts[0], 24); // misses, and makes the thread's table
  countAt(&Starts[0], 24); // hits
  countAt(&Starts[0], 32); // misses
  countAt(&Starts[1], 64);
  return Failed;
}

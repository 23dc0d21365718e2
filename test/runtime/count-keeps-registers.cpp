// What sites call keeps, where it hits and where it misses, every register but r11 and the flags,
// or on AArch64 those that `preserve_most` does: the code behind a site has values in all of them.
// What sites behind calls call keeps those that `regcall` does, or on AArch64 an ordinary
// function, and returns the result that it was given. Both count what they were given.
//
// A processor without atomic instructions has functions of its own.
// RUN: %runtime_cxx %s -o %t
// RUN: %if emulated %{ env QEMU_CPU=cortex-a53 %profile %t %}
// RUN: %if emulated %{ %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s %}
// RUN: %profile %t
// RUN: %rows --cols "bytes allocated,call count,site" %t.csv | %FileCheck %s
//
// CHECK-DAG: {{^}}24|3|a.c:1:5{{$}}
// CHECK-DAG: {{^}}32|1|a.c:1:5{{$}}
// CHECK-DAG: {{^}}64|1|a.c:2:5{{$}}
// CHECK-DAG: {{^}}24|2|a.c:2:5{{$}}
// CHECK-DAG: {{^}}40|1|a.c:2:5{{$}}
// CHECK-NOT: {{.}}
#include "Inputs/Play.h"
#include <cstdio>

namespace {

#if defined(__x86_64__)
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
                   "callq *" ALLOCSITE_NAME(ALLOCSITE_SYM_COUNT) "(%%rip)\n"
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

/// What `regcall` keeps, beside rbp: rbx, r12 to r15, and xmm8 to xmm15.
struct Kept {
  uint64_t Rbx, R12, R13, R14, R15, Padding;
  uint64_t Xmm[8][2];
};

/// The same behind a call that returned Result. Returns what is returned.
__attribute__((noinline)) uint64_t countBehindWith(Kept *At, uint64_t Result,
                                                   const uint64_t *TagStart,
                                                   uint64_t Context, uint64_t Size) {
  __asm__ volatile("subq $128, %%rsp\n"
                   "pushq %%rbp\n"
                   "movq %%rsi, %%rbp\n"
                   "movq 0(%%rbp), %%rbx\n"
                   "movq 8(%%rbp), %%r12\n"
                   "movq 16(%%rbp), %%r13\n"
                   "movq 24(%%rbp), %%r14\n"
                   "movq 32(%%rbp), %%r15\n"
                   "movups 48(%%rbp), %%xmm8\n"
                   "movups 64(%%rbp), %%xmm9\n"
                   "movups 80(%%rbp), %%xmm10\n"
                   "movups 96(%%rbp), %%xmm11\n"
                   "movups 112(%%rbp), %%xmm12\n"
                   "movups 128(%%rbp), %%xmm13\n"
                   "movups 144(%%rbp), %%xmm14\n"
                   "movups 160(%%rbp), %%xmm15\n"
                   "pushq %%rbp\n"
                   "movq %%rsp, %%rbp\n"
                   "andq $-16, %%rsp\n"
                   "callq *" ALLOCSITE_NAME(ALLOCSITE_SYM_COUNT_BEHIND) "(%%rip)\n"
                   "movq %%rbp, %%rsp\n"
                   "popq %%rbp\n"
                   "movq %%rbx, 0(%%rbp)\n"
                   "movq %%r12, 8(%%rbp)\n"
                   "movq %%r13, 16(%%rbp)\n"
                   "movq %%r14, 24(%%rbp)\n"
                   "movq %%r15, 32(%%rbp)\n"
                   "movups %%xmm8, 48(%%rbp)\n"
                   "movups %%xmm9, 64(%%rbp)\n"
                   "movups %%xmm10, 80(%%rbp)\n"
                   "movups %%xmm11, 96(%%rbp)\n"
                   "movups %%xmm12, 112(%%rbp)\n"
                   "movups %%xmm13, 128(%%rbp)\n"
                   "movups %%xmm14, 144(%%rbp)\n"
                   "movups %%xmm15, 160(%%rbp)\n"
                   "popq %%rbp\n"
                   "addq $128, %%rsp\n"
                   : "+a"(Result), "+c"(TagStart), "+d"(Context), "+D"(Size),
                     "+S"(At)
                   :
                   : "rbx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                     "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
                     "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
                     "xmm13", "xmm14", "xmm15");
  return Result;
}

#elif defined(__aarch64__)
/// What a site passes, and x9 to x15, x19 to x28.
struct Registers {
  uint64_t X0, X1, X2, Kept[17];
};
/// x19 to x28, and d8 to d15.
struct Kept {
  uint64_t X[10], D[8];
};

// Saves what callers keep in front of the rest of a frame of 160 bytes, and x0 behind it.
#define SAVE                                                                               \
  "stp x29, x30, [sp, #-160]!\n"                                                           \
  ".cfi_def_cfa_offset 160\n"                                                              \
  ".cfi_offset x29, -160\n"                                                                \
  ".cfi_offset x30, -152\n"                                                                \
  "stp x19, x20, [sp, #16]\n"                                                              \
  "stp x21, x22, [sp, #32]\n"                                                              \
  "stp x23, x24, [sp, #48]\n"                                                              \
  "stp x25, x26, [sp, #64]\n"                                                              \
  "stp x27, x28, [sp, #80]\n"                                                              \
  "stp d8, d9, [sp, #96]\n"                                                                \
  "stp d10, d11, [sp, #112]\n"                                                             \
  "stp d12, d13, [sp, #128]\n"                                                             \
  "str x0, [sp, #144]\n"
#define RESTORE                                                                            \
  "ldp x19, x20, [sp, #16]\n"                                                              \
  "ldp x21, x22, [sp, #32]\n"                                                              \
  "ldp x23, x24, [sp, #48]\n"                                                              \
  "ldp x25, x26, [sp, #64]\n"                                                              \
  "ldp x27, x28, [sp, #80]\n"                                                              \
  "ldp d8, d9, [sp, #96]\n"                                                                \
  "ldp d10, d11, [sp, #112]\n"                                                             \
  "ldp d12, d13, [sp, #128]\n"                                                             \
  "ldp x29, x30, [sp], #160\n"                                                             \
  ".cfi_def_cfa_offset 0\n"                                                                \
  ".cfi_restore x29\n"                                                                     \
  ".cfi_restore x30\n"                                                                     \
  "ret\n"
#define CALL(Symbol)                                                                       \
  "adrp x16, " ALLOCSITE_NAME(Symbol) "\n"                                                 \
  "ldr x16, [x16, :lo12:" ALLOCSITE_NAME(Symbol) "]\n"                                     \
  "blr x16\n"

/// Replaces what a call is given by what it leaves.
__attribute__((naked, noinline)) void countWith(Registers *) {
  __asm__(SAVE "mov x16, x0\n"
               "ldp x0, x1, [x16]\n"
               "ldp x2, x9, [x16, #16]\n"
               "ldp x10, x11, [x16, #32]\n"
               "ldp x12, x13, [x16, #48]\n"
               "ldp x14, x15, [x16, #64]\n"
               "ldp x19, x20, [x16, #80]\n"
               "ldp x21, x22, [x16, #96]\n"
               "ldp x23, x24, [x16, #112]\n"
               "ldp x25, x26, [x16, #128]\n"
               "ldp x27, x28, [x16, #144]\n" CALL(ALLOCSITE_SYM_COUNT)
               "ldr x16, [sp, #144]\n"
               "str x9, [x16, #24]\n"
               "stp x10, x11, [x16, #32]\n"
               "stp x12, x13, [x16, #48]\n"
               "stp x14, x15, [x16, #64]\n"
               "stp x19, x20, [x16, #80]\n"
               "stp x21, x22, [x16, #96]\n"
               "stp x23, x24, [x16, #112]\n"
               "stp x25, x26, [x16, #128]\n"
               "stp x27, x28, [x16, #144]\n" RESTORE);
}

/// The same behind a call that returned Result. Returns what is returned.
__attribute__((naked, noinline)) uint64_t countBehindWith(Kept *, uint64_t, const uint64_t *,
                                                          uint64_t, uint64_t) {
  __asm__(SAVE "stp d14, d15, [sp, #-16]!\n"
               ".cfi_adjust_cfa_offset 16\n"
               "mov x16, x0\n"
               "mov x0, x1\n"
               "mov x1, x2\n"
               "mov x2, x3\n"
               "mov x3, x4\n"
               "ldp x19, x20, [x16]\n"
               "ldp x21, x22, [x16, #16]\n"
               "ldp x23, x24, [x16, #32]\n"
               "ldp x25, x26, [x16, #48]\n"
               "ldp x27, x28, [x16, #64]\n"
               "ldp d8, d9, [x16, #80]\n"
               "ldp d10, d11, [x16, #96]\n"
               "ldp d12, d13, [x16, #112]\n"
               "ldp d14, d15, [x16, #128]\n" CALL(ALLOCSITE_SYM_COUNT_BEHIND)
               "ldr x16, [sp, #160]\n"
               "stp x19, x20, [x16]\n"
               "stp x21, x22, [x16, #16]\n"
               "stp x23, x24, [x16, #32]\n"
               "stp x25, x26, [x16, #48]\n"
               "stp x27, x28, [x16, #64]\n"
               "stp d8, d9, [x16, #80]\n"
               "stp d10, d11, [x16, #96]\n"
               "stp d12, d13, [x16, #112]\n"
               "stp d14, d15, [x16, #128]\n"
               "ldp d14, d15, [sp], #16\n"
               ".cfi_adjust_cfa_offset -16\n" RESTORE);
}
#endif

bool Failed = false;

void countAt(const uint64_t *TagStart, uint64_t Size) {
#if defined(__x86_64__)
  Registers Given = {reinterpret_cast<uint64_t>(TagStart),
                     ALLOCSITE_SYM_THREAD.Context,
                     Size, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110};
#elif defined(__aarch64__)
  Registers Given = {reinterpret_cast<uint64_t>(TagStart),
                     ALLOCSITE_SYM_THREAD.Context,
                     Size,
                     {101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115,
                      116, 117}};
#endif
  Registers Kept = Given;
  countWith(&Kept);
  if (memcmp(&Given, &Kept, sizeof(Given)) != 0) {
    puts("a register was not kept");
    Failed = true;
  }
}

void countBehindAt(const uint64_t *TagStart, uint64_t Size) {
  Kept Given;
  for (size_t I = 0; I < sizeof(Given) / 8; ++I)
    reinterpret_cast<uint64_t *>(&Given)[I] = 200 + I;
  Kept Left = Given;
  uint64_t Result = countBehindWith(&Left, 100, TagStart,
                                    ALLOCSITE_SYM_THREAD.Context, Size);
  if (Result != 100 || memcmp(&Given, &Left, sizeof(Given)) != 0) {
    puts("a register was not kept behind a call");
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
  uint64_t Starts[] = {Module.tagStart(First), Module.tagStart(Second)};
  countAt(&Starts[0], 24); // misses, and makes the thread's table
  countAt(&Starts[0], 24); // hits
  countAt(&Starts[0], 32); // misses
  countAt(&Starts[1], 64);
  countBehindAt(&Starts[1], 24); // misses
  countBehindAt(&Starts[1], 24); // hits
  countBehindAt(&Starts[0], 24); // hits what the other one has counted
  countBehindAt(&Starts[1], 40); // misses
  return Failed;
}

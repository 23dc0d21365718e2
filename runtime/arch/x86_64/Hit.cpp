//===- Hit.cpp - Counts an allocation for sites that call -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hit that pass/lower/Counter.h draws, once for the whole program: a site behind a call
// of an allocator, where no gate counts (Gates.cpp), is then three moves and a call, some
// 20 bytes for 110.
//
// Assembly, because no compiler writes what is wanted:
//
//  * Behind a call registers that calls may change hold nothing but its
//    result. That stays in rax, which `regcall` passes and returns, and the rest is
//    free: nothing is saved, here or by the site.
//  * Elsewhere all registers but r11 are the caller's still, so that a site spills
//    nothing. Two more are needed; they are kept below the stack pointer, where signal
//    handlers do not write. So the frame is the same at each instruction, and whoever
//    looks at the stack from a handler (a profiler, a cancellation) needs no more than
//    one line of unwind tables.
//  * The slot gets its count in one instruction: between a load and a store a handler
//    could put another entry into the slot.
//  * The words of the module are read here, not by the site: shared code that calls has
//    seen, by calling, that its module is registered.
//
//===----------------------------------------------------------------------===//
#include "Lookup.h"
#include "arch/Machine.h"

#include "arch/OwnCode.h"

using namespace allocsite;

// TagStart in rdi, Context in rsi, Size in rdx.
__attribute__((naked)) void allocsite::countHere(const uint64_t *, uint64_t, uint64_t) {
  __asm__("movq %%rax, -8(%%rsp)\n"
          "movq %%rcx, -16(%%rsp)\n" ALLOCSITE_LOOK_UP(
              "%%rsi", "addq (%%rdi),", "%%rdx", "%%r11", "%%rcx",
              "%%rax") "jne 1f\n" ALLOCSITE_HIT("%%rcx", "%%rax") "movq -8(%%rsp), %%rax\n"
                                                                  "movq -16(%%rsp), %%rcx\n"
                                                                  "retq\n"
                                                                  "1:\n"
                                                                  "movq -8(%%rsp), %%rax\n"
                                                                  "movq -16(%%rsp), %%rcx\n"
                                                                  "jmp %P[Missed]\n"
          :
          : ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countMissed));
}

// `regcall` keeps xmm8 to xmm15, the miss does not. No aligned moves: where assembly has
// called, the stack need not be aligned. The miss keeps rax.
__attribute__((naked)) static void countBehindMissed() {
  __asm__("subq $136, %%rsp\n"
          ".cfi_adjust_cfa_offset 136\n"
          "movups %%xmm8, (%%rsp)\n"
          "movups %%xmm9, 16(%%rsp)\n"
          "movups %%xmm10, 32(%%rsp)\n"
          "movups %%xmm11, 48(%%rsp)\n"
          "movups %%xmm12, 64(%%rsp)\n"
          "movups %%xmm13, 80(%%rsp)\n"
          "movups %%xmm14, 96(%%rsp)\n"
          "movups %%xmm15, 112(%%rsp)\n"
          "movq %%rdx, %%rsi\n"
          "movq %%rdi, %%rdx\n"
          "movq %%rcx, %%rdi\n"
          "callq %P[Missed]\n"
          "movups (%%rsp), %%xmm8\n"
          "movups 16(%%rsp), %%xmm9\n"
          "movups 32(%%rsp), %%xmm10\n"
          "movups 48(%%rsp), %%xmm11\n"
          "movups 64(%%rsp), %%xmm12\n"
          "movups 80(%%rsp), %%xmm13\n"
          "movups 96(%%rsp), %%xmm14\n"
          "movups 112(%%rsp), %%xmm15\n"
          "addq $136, %%rsp\n"
          ".cfi_adjust_cfa_offset -136\n"
          "retq\n"
          :
          : [Missed] "i"(countMissed));
}

// As `regcall` passes them: Result in rax, TagStart in rcx, Context in rdx, Size in rdi.
__attribute__((naked)) void *allocsite::countBehindCall(void *, const uint64_t *, uint64_t,
                                                        uint64_t) {
  __asm__(ALLOCSITE_LOOK_UP("%%rdx", "addq (%%rcx),", "%%rdi", "%%r11", "%%r8",
                            "%%rsi") "jne %P[Missed]\n" ALLOCSITE_HIT("%%r8", "%%rsi") "retq\n"
          :
          : ALLOCSITE_HIT_OPERANDS, [Missed] "i"(countBehindMissed));
}

// Of either convention: what is returned is in rax already.
__attribute__((naked)) void allocsite::returnAtOnce() { __asm__("retq"); }

const CountingFunctions *allocsite::fasterFunctions() { return nullptr; }

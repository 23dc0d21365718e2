// A walk over the stack finds the return addresses that libgcc's unwinder finds, twice: from the
// unwind tables and from the cache. So it is from frames with variable size and large alignment,
// frames that keep the way to the caller in any register, comparators, catch blocks, deep
// recursion, coroutines, threads at once, handlers of signals on either stack and in one another;
// and from a handler at each instruction of some code, prologues and epilogues included. Frames
// without tables that have frame records are passed.
//
// Labels are those of return addresses, until frames are forgotten. A library that comes where
// another was is not taken for that (qemu maps it at another address).
//
// On AArch64 the unwind tables of lazy binding have the return address below the stack pointer at one
// instruction, where a walk does not read.
//
// REQUIRES: stepping
// RUN: %clangxx -shared -fPIC -DLIBRARY=0x18 %s -o %t.first.so
// RUN: %clangxx -shared -fPIC -DLIBRARY=0x38 %s -o %t.second.so
// RUN: %clangxx -std=c++17 -O2 -fasynchronous-unwind-tables -I%source -I%source/runtime -I%include -Wl,-z,lazy %s -pthread -ldl -o %t
// RUN: %t %t.first.so %t.second.so | %FileCheck %s --check-prefixes=ALL%if native %{,LIBRARY%}
// RUN: %if aarch64 %{ env LD_BIND_NOW=1 %} %stepped %t | %FileCheck %s --check-prefix=STEPS
// RUN: %clangxx -std=c++17 -O0 -fasynchronous-unwind-tables -I%source -I%source/runtime -I%include %s -pthread -ldl -o %t
// RUN: %t all | %FileCheck %s --check-prefix=ALL
// RUN: %if native %{ %t | %FileCheck %s --check-prefix=STEPS %}
// RUN: %clangxx -std=c++17 -O2 -fno-omit-frame-pointer -fasynchronous-unwind-tables -I%source -I%source/runtime -I%include %s -pthread -ldl -o %t
// RUN: %t all | %FileCheck %s --check-prefix=ALL
// RUN: %if native %{ %t | %FileCheck %s --check-prefix=STEPS %}
// RUN: %clangxx -std=c++17 -O2 -fasynchronous-unwind-tables -I%source -I%source/runtime -I%include %s -pthread -static -o %t
// RUN: %t all | %FileCheck %s --check-prefix=ALL
// RUN: %if native %{ %t | %FileCheck %s --check-prefix=STEPS %}
//
// ALL:      {{^}}frames: {{[1-9][0-9]*}} stacks, 0 wrong
// ALL-NEXT: deep: {{[1-9][0-9]*}} stacks, 0 wrong
// ALL-NEXT: signals: {{[1-9][0-9]*}} stacks, 0 wrong
// ALL-NEXT: coroutine: {{[1-9][0-9]*}} stacks, 0 wrong
// ALL-NEXT: threads: {{[1-9][0-9]*}} stacks, 0 wrong
// ALL-NEXT: frame records: 2 more frames, and the same callers
// ALL-NEXT: labels: kept, then new
// LIBRARY-NEXT: libraries: {{[1-9][0-9]*}} stacks, 0 wrong; at one address
// STEPS: {{^}}each instruction: {{[1-9][0-9][0-9][0-9]+}} stacks, 0 wrong
#ifdef LIBRARY
#define STRING(Of) #Of
#define SPELLED(Of) STRING(Of)
__asm__(".text\n"
        ".globl callBack\n"
        ".type callBack, @function\n"
        "callBack:\n"
        ".cfi_startproc\n"
#if defined(__x86_64__)
        "subq $" SPELLED(LIBRARY) ", %rsp\n"
        ".cfi_adjust_cfa_offset " SPELLED(LIBRARY) "\n"
        "callq *%rdi\n"
        "addq $" SPELLED(LIBRARY) ", %rsp\n"
        ".cfi_adjust_cfa_offset -" SPELLED(LIBRARY) "\n"
        "retq\n"
#elif defined(__aarch64__)
        "str x30, [sp, #-(8+" SPELLED(LIBRARY) ")]!\n"
        ".cfi_adjust_cfa_offset 8+" SPELLED(LIBRARY) "\n"
        ".cfi_rel_offset x30, 0\n"
        "blr x0\n"
        "ldr x30, [sp], #(8+" SPELLED(LIBRARY) ")\n"
        ".cfi_adjust_cfa_offset -(8+" SPELLED(LIBRARY) ")\n"
        ".cfi_restore x30\n"
        "ret\n"
#endif
        ".cfi_endproc\n");
#else
#define STEPS_BY_CALLS
#include "../e2e/Inputs/each-instruction.h"
#include "../../runtime/count/FrameRules.cpp"
#include "../../runtime/count/FrameSteps.cpp"
#include "../../runtime/count/Walk.cpp"
#include <algorithm>
#include <alloca.h>
#include <atomic>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <ucontext.h>
#include <unwind.h>
#include <vector>

using namespace allocsite;

static uint32_t LabelOffset = 1;

FrameLabel allocsite::labelAt(uintptr_t Return, const CodePlace &In) {
  return {In.FunctionBegin < Return ? static_cast<uint32_t>(Return) + LabelOffset : 0, 7};
}

//===- Both walks ---------------------------------------------------------===//

struct Seen {
  uintptr_t Pc;
  bool IsInterrupted;
  bool operator==(const Seen &To) const {
    return Pc == To.Pc && IsInterrupted == To.IsInterrupted;
  }
};

struct Stack {
  Seen *Frames;
  size_t Count, Most;
  void add(Seen Next) {
    if (Count < Most)
      Frames[Count++] = Next;
  }
};

static std::atomic<unsigned> Stacks, Wrong;
static volatile long Sink;

static _Unwind_Reason_Code addFrame(_Unwind_Context *Context, void *To) {
  int IsInterrupted = 0;
  uintptr_t Pc = _Unwind_GetIPInfo(Context, &IsInterrupted);
  if (Pc)
    static_cast<Stack *>(To)->add({Pc, IsInterrupted != 0});
  return _URC_NO_REASON;
}

__attribute__((noinline)) static void compare(Stack Ours, Stack Libgccs) {
  _Unwind_Backtrace(addFrame, &Libgccs);
  for (int Round = 0; Round < 2; ++Round) {
    if (Round == 0 && Stacks % 64 == 0)
      forgetFrames();
    Ours.Count = 0;
    // The last may have no rule, and what handlers return to is found without one on AArch64.
    unsigned WithoutLabel = 0, Most = 1;
    StackWalk Walk;
    while (Walk.next()) {
      Ours.add({Walk.pc(), Walk.isInterrupted()});
      Most += KnowsSignalReturns && Walk.isInterrupted();
      WithoutLabel += Walk.label().Call !=
                      (Walk.isInterrupted() ? 0 : static_cast<uint32_t>(Walk.pc()) + LabelOffset);
    }
    ++Stacks;
    // The first of libgcc is this function.
    if (WithoutLabel > Most || Ours.Count + 1 != Libgccs.Count ||
        !std::equal(Ours.Frames, Ours.Frames + Ours.Count, Libgccs.Frames + 1))
      ++Wrong;
  }
}

__attribute__((noinline)) static void check() {
  Seen Frames[2][300];
  compare({Frames[0], 0, 300}, {Frames[1], 0, 300});
  Sink = Sink + 1;
}

__attribute__((noinline)) static void checkDeep() {
  const size_t Most = 110000;
  Seen *Frames = static_cast<Seen *>(malloc(2 * Most * sizeof(Seen)));
  compare({Frames, 0, Most}, {Frames + Most, 0, Most});
  free(Frames);
}

static void tell(const char *What) {
  printf("%s: %u stacks, %u wrong\n", What, Stacks.exchange(0), Wrong.exchange(0));
}

//===- Frames -------------------------------------------------------------===//

/// Calls with a stack pointer that only the register leads back from, and by expression.
extern "C" void byKept(void (*)()), byKeptAlone(void (*)()), framePointerKept(void (*)()),
    byExpression(void (*)()), returnKept(void (*)()), withoutTables(void (*)());
#if defined(__x86_64__)
__asm__(R"(
.text
byKept:
  .cfi_startproc
  pushq %rbx
  .cfi_def_cfa_offset 16
  .cfi_offset rbx, -16
  movq %rsp, %rbx
  .cfi_def_cfa rbx, 16
  subq $4096, %rsp
  andq $-256, %rsp
  callq *%rdi
  movq %rbx, %rsp
  .cfi_def_cfa rsp, 16
  popq %rbx
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
byKeptAlone:
  .cfi_startproc
  pushq %r12
  .cfi_def_cfa_offset 16
  .cfi_offset r12, -16
  pushq %rbp
  .cfi_def_cfa_offset 24
  .cfi_offset rbp, -24
  movq %rsp, %r12
  .cfi_def_cfa r12, 24
  movq $0x1234567, %rbp
  subq $512, %rsp
  andq $-64, %rsp
  callq *%rdi
  movq %r12, %rsp
  .cfi_def_cfa rsp, 24
  popq %rbp
  .cfi_def_cfa_offset 16
  popq %r12
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
framePointerKept:
  .cfi_startproc
  pushq %r13
  .cfi_def_cfa_offset 16
  .cfi_offset r13, -16
  movq %rbp, %r13
  .cfi_register rbp, r13
  movq $77, %rbp
  callq *%rdi
  movq %r13, %rbp
  .cfi_restore rbp
  popq %r13
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
byExpression:
  .cfi_startproc
  pushq %r14
  .cfi_def_cfa_offset 16
  .cfi_offset r14, -16
  movq %rsp, %rax
  .cfi_def_cfa rax, 16
  subq $1000, %rsp
  andq $-128, %rsp
  movq %rax, (%rsp)
  movq %rsp, %r14
  .cfi_escape 0x0f, 0x05, 0x7e, 0x00, 0x06, 0x23, 0x10 # breg14 0, deref, plus_uconst 16
  subq $128, %rsp
  callq *%rdi
  movq (%r14), %rsp
  .cfi_def_cfa rsp, 16
  popq %r14
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
returnKept:
  .cfi_startproc
  pushq %r15
  .cfi_def_cfa_offset 16
  .cfi_offset r15, -16
  movq 8(%rsp), %r15
  .cfi_register rip, r15
  callq *%rdi
  .cfi_offset rip, -8
  popq %r15
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
withoutTables:
  pushq %rbp
  movq %rsp, %rbp
  subq $64, %rsp
  callq *%rdi
  leave
  retq
)");
#elif defined(__aarch64__)
__asm__(R"(
.text
byKept:
  .cfi_startproc
  stp x19, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x19, -16
  .cfi_offset x30, -8
  mov x19, sp
  .cfi_def_cfa x19, 16
  sub x9, sp, #4096
  and sp, x9, #~255
  blr x0
  mov sp, x19
  .cfi_def_cfa sp, 16
  ldp x19, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore x19
  .cfi_restore x30
  ret
  .cfi_endproc
byKeptAlone:
  .cfi_startproc
  stp x20, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset x20, -32
  .cfi_offset x30, -24
  str x29, [sp, #16]
  .cfi_offset x29, -16
  mov x20, sp
  .cfi_def_cfa x20, 32
  mov x29, #0x4567
  sub x9, sp, #512
  and sp, x9, #~63
  blr x0
  mov sp, x20
  .cfi_def_cfa sp, 32
  ldr x29, [sp, #16]
  .cfi_restore x29
  ldp x20, x30, [sp], #32
  .cfi_def_cfa_offset 0
  .cfi_restore x20
  .cfi_restore x30
  ret
  .cfi_endproc
framePointerKept:
  .cfi_startproc
  stp x21, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x21, -16
  .cfi_offset x30, -8
  mov x21, x29
  .cfi_register x29, x21
  mov x29, #77
  blr x0
  mov x29, x21
  .cfi_restore x29
  ldp x21, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore x21
  .cfi_restore x30
  ret
  .cfi_endproc
byExpression:
  .cfi_startproc
  stp x22, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x22, -16
  .cfi_offset x30, -8
  mov x9, sp
  .cfi_def_cfa x9, 16
  sub x10, sp, #1008
  and sp, x10, #~127
  str x9, [sp]
  mov x22, sp
  .cfi_escape 0x0f, 0x05, 0x86, 0x00, 0x06, 0x23, 0x10 // breg22 0, deref, plus_uconst 16
  sub sp, sp, #128
  blr x0
  ldr x9, [x22]
  mov sp, x9
  .cfi_def_cfa sp, 16
  ldp x22, x30, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore x22
  .cfi_restore x30
  ret
  .cfi_endproc
returnKept:
  .cfi_startproc
  str x23, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x23, -16
  mov x23, x30
  .cfi_register x30, x23
  blr x0
  mov x30, x23
  .cfi_restore x30
  ldr x23, [sp], #16
  .cfi_def_cfa_offset 0
  .cfi_restore x23
  ret
  .cfi_endproc
withoutTables:
  stp x29, x30, [sp, #-16]!
  mov x29, sp
  sub sp, sp, #64
  blr x0
  mov sp, x29
  ldp x29, x30, [sp], #16
  ret
)");
#endif

#define FRAME __attribute__((noinline)) static

static thread_local void (*AtEnd)() = check;

FRAME void end() {
  AtEnd();
  Sink = Sink + 1;
}
FRAME void variable(int Size) {
  char *Some = static_cast<char *>(alloca(Size * 37 + 1));
  Some[Size] = 1;
  end();
  Sink = Sink + Some[Size];
}
FRAME void aligned(int Size) {
  alignas(64) char Some[128];
  __asm__ volatile("" : : "r"(Some) : "memory");
  end();
  variable(Size);
  Sink = Sink + Some[3];
}
FRAME long alignedVariable(long A, long B, long C) {
  alignas(128) char Some[256];
  char *Others = static_cast<char *>(alloca(A * 11 + 5));
  long X = A * Sink, Y = B + Sink, Z = C ^ Sink;
  __asm__ volatile("" : : "r"(Some), "r"(Others) : "memory");
  aligned(2);
  end();
  return X + Y * Z + A + B + C + Some[A];
}
FRAME void jumped(int Size) {
  variable(Size);
  end();
}
FRAME void jumps(int Size) { return jumped(Size + 1); }
template <void (*Outer)(void (*)()), void (*Inner)(void (*)())> FRAME void nest(long A, long B) {
  long X = A * Sink, Y = B + Sink;
  Outer([] {
    Inner(end);
    end();
  });
  Sink = X + Y;
}
template <void (*Outer)(void (*)())> FRAME void nestAll(long A) {
  nest<Outer, byKept>(A, 2);
  nest<Outer, byKeptAlone>(A, 2);
  nest<Outer, framePointerKept>(A, 2);
  nest<Outer, byExpression>(A, 2);
  nest<Outer, returnKept>(A, 2);
  Sink = A;
}
FRAME int byEnd(const void *A, const void *B) {
  end();
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}
FRAME void throws(int Depth) {
  std::string Some(static_cast<size_t>(Depth + 3), 'x');
  if (!Depth)
    throw 3;
  throws(Depth - 1);
  Sink = Sink + Some[0];
}
FRAME void ownCode() {
  for (int I = 0; I < 3; ++I) {
    variable(I);
    aligned(I);
    alignedVariable(I, 2, 3);
    jumps(I);
  }
  nestAll<byKept>(1);
  nestAll<byKeptAlone>(1);
  nestAll<framePointerKept>(1);
  nestAll<byExpression>(1);
  nestAll<returnKept>(1);
  int Numbers[] = {5, 2, 8, 1, 9, 3};
  qsort(Numbers, 6, sizeof(int), byEnd);
  std::vector<int> More = {5, 2, 8, 1, 9, 3, 7, 7, 4, 0, 2, 5, 3, 2, 1, 9, 6, 6, 4};
  std::sort(More.begin(), More.end(), [](int A, int B) {
    end();
    return A < B;
  });
}
FRAME void everything() {
  ownCode();
  try {
    throws(4);
  } catch (int) {
    end();
    alignedVariable(1, 2, 3);
  }
}
FRAME int recur(int Depth) {
  if (!Depth)
    checkDeep();
  else
    Sink = recur(Depth - 1);
  return Depth + static_cast<int>(Sink);
}
FRAME int recurAligned(int Depth) {
  alignas(64) char Some[64];
  char *Others = static_cast<char *>(alloca((Depth & 15) + 1));
  __asm__ volatile("" : : "r"(Some), "r"(Others) : "memory");
  if (!Depth)
    checkDeep();
  else
    Sink = recurAligned(Depth - 1);
  return Depth + Some[0] + Others[0];
}

//===- Signals, coroutines, threads ---------------------------------------===//

static void onSignal(int) { alignedVariable(1, 2, 3); }
static void onSignalThenOther(int) {
  raise(SIGUSR2);
  end();
}
FRAME void raises() {
  for (int Each : {SIGUSR1, SIGUSR2, SIGALRM}) {
    raise(Each);
    Sink = Sink + 1;
  }
}
static void interrupted(uintptr_t) {
#ifdef __aarch64__
  if (Interruptions % 7) // qemu takes long.
    return;
#endif
  check();
}

static ucontext_t Main, Other;
static void coroutine(int Size) {
  alignedVariable(Size, 2, 3);
  swapcontext(&Other, &Main);
  raises();
  ownCode();
}

static void *thread(void *) {
  everything();
  raises();
  return nullptr;
}
static void *deepThread(void *) {
  recur(100000);
  recurAligned(2000);
  return nullptr;
}
static void run(unsigned Count, size_t StackBytes, void *(*Of)(void *)) {
  pthread_attr_t Its;
  pthread_attr_init(&Its);
  pthread_attr_setstacksize(&Its, StackBytes);
  pthread_t Threads[8];
  for (unsigned I = 0; I < Count; ++I)
    pthread_create(&Threads[I], &Its, Of, nullptr);
  for (unsigned I = 0; I < Count; ++I)
    pthread_join(Threads[I], nullptr);
}

//===- What libgcc cannot do ----------------------------------------------===//

static std::vector<Seen> Walked;
FRAME void walk() {
  Walked.clear();
  StackWalk Walk;
  while (Walk.next())
    Walked.push_back({Walk.pc(), Walk.isInterrupted()});
}
FRAME void inner() {
  withoutTables(walk);
  Sink = Sink + 1;
}
FRAME void testRecords() {
  auto Plain = [](void (*Of)()) {
    Of();
    return Walked;
  };
  auto Direct = Plain(walk), Through = Plain(inner);
  // Of the latter, the first two are code without tables and its caller.
  printf("frame records: %zu more frames, and %s callers\n", Through.size() - Direct.size(),
         std::equal(Direct.begin() + 2, Direct.end(), Through.begin() + 4) ? "the same" : "other");
}
FRAME uint32_t firstLabel() {
  StackWalk Walk;
  Walk.next();
  return Walk.label().Call;
}
FRAME void testLabels() {
  uint32_t Labels[3];
#pragma clang loop unroll(disable)
  for (int I = 0; I < 3; ++I) {
    Labels[I] = firstLabel();
    LabelOffset += 5;
    if (I == 1)
      forgetFrames();
  }
  printf("labels: %s, then %s\n", Labels[0] == Labels[1] ? "kept" : "lost",
         Labels[2] == Labels[1] + 10 ? "new" : "old");
}

static void testLibraries(char **Paths) {
  void *Places[2];
  for (int I = 0; I < 2; ++I) {
    void *Library = dlopen(Paths[I], RTLD_NOW);
    Places[I] = Library ? dlsym(Library, "callBack") : nullptr;
    if (!Places[I]) {
      printf("no library: %s\n", dlerror());
      return;
    }
    reinterpret_cast<void (*)(void (*)())>(Places[I])(end);
    dlclose(Library);
  }
  printf("libraries: %u stacks, %u wrong; %s\n", Stacks.load(), Wrong.load(),
         Places[0] == Places[1] ? "at one address" : "at two addresses");
}

int main(int Count, char **Arguments) {
  if (Count == 1) {
    AtEnd = [] {};
    stepEach();
    ownCode();
    stepUntilHere();
    tell("each instruction");
    return 0;
  }
  everything();
  tell("frames");
  run(1, size_t(256) << 20, deepThread);
  tell("deep");

  static char Alternative[1 << 17];
  stack_t Stack = {};
  Stack.ss_sp = Alternative;
  Stack.ss_size = sizeof(Alternative);
  sigaltstack(&Stack, nullptr);
  struct sigaction Does = {};
  Does.sa_handler = onSignal;
  sigaction(SIGUSR1, &Does, nullptr);
  Does.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR2, &Does, nullptr);
  Does.sa_handler = onSignalThenOther;
  sigaction(SIGALRM, &Does, nullptr);
  raises();
  byKept([] { raises(); });
  tell("signals");

  static char OtherStack[1 << 18];
  getcontext(&Other);
  Other.uc_stack.ss_sp = OtherStack;
  Other.uc_stack.ss_size = sizeof(OtherStack);
  Other.uc_link = &Main;
  makecontext(&Other, reinterpret_cast<void (*)()>(coroutine), 1, 3);
  swapcontext(&Main, &Other);
  check();
  swapcontext(&Main, &Other);
  tell("coroutine");

  run(8, size_t(4) << 20, thread);
  tell("threads");

  testRecords();
  testLabels();
  if (Count == 3) {
    LabelOffset = 1;
    forgetFrames();
    testLibraries(Arguments + 1);
  }
}
#endif

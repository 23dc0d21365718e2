// Interrupts code in front of its instructions.
//
//     stepFrom(Wanted);     from here on the handler runs once, in front of the Wanted-th
//     …                     instruction
//     stepUntilHere();
//
// or, from stepEach() on, in front of each.
//
// `interrupted(Pc)` is the test's, and runs in a signal's handler: it may allocate, jump away, or
// fork. Interruptions counts its calls since then. A child that goes on with the code calls
// leaveAlone() first. Include after _GNU_SOURCE.
//
// On x86-64 the processor traps behind each instruction (the trap flag). On AArch64 the program is
// run by step.py (%stepped), which steps it by qemu's stub for gdb and sends it the signal.
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

static void interrupted(uintptr_t Pc);

static volatile int Interruptions, IsAlone;

static inline void handleBy(int Signal, void (*Handler)(int, siginfo_t *, void *)) {
  struct sigaction Action = {0};
  Action.sa_sigaction = Handler;
  Action.sa_flags = SA_SIGINFO;
  sigaction(Signal, &Action, 0);
}

#if defined(__x86_64__)
#define STEPPING_SIGNAL SIGTRAP
static volatile int StepNumber, WantedStep;

static void steppedOn(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  greg_t *Registers = ((ucontext_t *)Context)->uc_mcontext.gregs;
  if (IsAlone)
    return;
  if (++StepNumber == WantedStep || !WantedStep) {
    ++Interruptions;
    if (WantedStep)
      Registers[REG_EFL] &= ~0x100;
    interrupted((uintptr_t)Registers[REG_RIP]);
    if (IsAlone)
      Registers[REG_EFL] &= ~0x100;
  }
}
static inline void leaveAlone(void) { IsAlone = 1; }

#ifdef STEPS_BY_CALLS // Where interrupted() unwinds: it may be in them.
#define CHANGE_FLAGS(Name, How)                                                               \
  __attribute__((naked, noinline, unused)) static void Name(void) {                           \
    __asm__("pushfq\n"                                                                        \
            ".cfi_adjust_cfa_offset 8\n" How ", (%rsp)\n"                                     \
            "popfq\n"                                                                         \
            ".cfi_adjust_cfa_offset -8\n"                                                     \
            "ret");                                                                           \
  }
#else // A call would change the context. Below the red zone.
#define CHANGE_FLAGS(Name, How)                                                               \
  __attribute__((always_inline)) static inline void Name(void) {                              \
    __asm__ volatile("sub $128, %%rsp; pushfq; " How ", (%%rsp); popfq; add $128, %%rsp"      \
                     :                                                                        \
                     :                                                                        \
                     : "memory", "cc");                                                       \
  }
#endif
CHANGE_FLAGS(setTrapFlag, "orq $0x100")
CHANGE_FLAGS(clearTrapFlag, "andq $-0x101")
__attribute__((always_inline)) static inline void stepFrom(int Wanted) {
  Interruptions = StepNumber = 0;
  WantedStep = Wanted;
  setTrapFlag();
}
__attribute__((always_inline)) static inline void stepUntilHere(void) {
  if (!IsAlone)
    clearTrapFlag();
}

#elif defined(__aarch64__)
#define STEPPING_SIGNAL SIGUSR1
static void callInterrupted(int Signal, siginfo_t *Info,
                            void *Context) __asm__("callInterrupted");
__attribute__((used)) static void callInterrupted(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  ++Interruptions;
  interrupted((uintptr_t)((ucontext_t *)Context)->uc_mcontext.pc);
}
// step.py goes on at the breakpoint.
__attribute__((naked)) static void steppedOn(int Signal, siginfo_t *Info, void *Context) {
  __asm__("stp x29, x30, [sp, #-16]!\n"
          ".cfi_def_cfa_offset 16\n"
          ".cfi_offset x29, -16\n"
          ".cfi_offset x30, -8\n"
          "mov x29, sp\n"
          "bl callInterrupted\n"
          "ldp x29, x30, [sp], #16\n"
          ".cfi_def_cfa_offset 0\n"
          ".cfi_restore x29\n"
          ".cfi_restore x30\n"
          "brk #0x5e2\n"
          "ret");
}
// For nobody looks after a child.
static void skipBreakpoint(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  ((ucontext_t *)Context)->uc_mcontext.pc += 4;
}
static inline void leaveAlone(void) {
  IsAlone = 1;
  handleBy(SIGTRAP, skipBreakpoint);
}
__attribute__((always_inline)) static inline void stepFrom(int Wanted) {
  Interruptions = 0;
  register int First __asm__("w0") = Wanted;
  __asm__ volatile("brk #0x5e0" : : "r"(First) : "memory");
}
__attribute__((always_inline)) static inline void stepUntilHere(void) {
  __asm__ volatile("brk #0x5e1" : : : "memory");
}
#endif

__attribute__((always_inline)) static inline void stepEach(void) { stepFrom(0); }

__attribute__((constructor)) static void beginStepping(void) {
  handleBy(STEPPING_SIGNAL, steppedOn);
}

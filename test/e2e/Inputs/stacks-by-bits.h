// As many stacks as there are numbers: the bits of one choose the functions that lead to leaf(),
// which the includer defines. Each bit is one or two calls.
#include <stdint.h>

static void leaf(void);
void right(uintptr_t Way, int Bits);

__attribute__((noinline)) void left(uintptr_t Way, int Bits) {
  if (!Bits)
    leaf();
  else
    right(Way, Bits);
  __asm__ volatile("");
}
__attribute__((noinline)) static void straight(uintptr_t Way, int Bits) {
  left(Way, Bits);
  __asm__ volatile("");
}
__attribute__((noinline)) void right(uintptr_t Way, int Bits) {
  if (Way & 1)
    straight(Way >> 1, Bits - 1);
  else
    left(Way >> 1, Bits - 1);
  __asm__ volatile("");
}

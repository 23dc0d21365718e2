#include <allocsite/allocsite.h>
#include <stdlib.h>

void *allocateInC(unsigned long Size) { return malloc(Size); }

struct Hooks {
  void *(*take)(unsigned long);
};
void *takeByHook(const struct Hooks *H) { return H->take(56); }

static char Room[64];

ALLOCSITE_ALLOC(size=0) void *takeRoom(unsigned long Size) { return Room + Size; }

void *takeInC(void) {
  static const struct Hooks Hooks = {takeRoom};
  takeByHook(&Hooks);
  return takeRoom(48);
}

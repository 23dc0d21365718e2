#include <allocsite/allocsite.h>
#include <stdlib.h>

void *allocateInC(unsigned long Size) { return malloc(Size); }

static char Room[64];

ALLOCSITE_ALLOC(size=0) void *takeRoom(unsigned long Size) { return Room + Size; }

void *takeInC(void) { return takeRoom(48); }

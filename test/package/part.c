#include <stdlib.h>

void *allocateInC(unsigned long Size) { return malloc(Size); }

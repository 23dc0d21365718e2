#include <stdlib.h>

void *make_part(void) { return malloc(2003); }

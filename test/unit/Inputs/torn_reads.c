#include <allocsite/control.h>
#include <stdlib.h>

static void *Kept[100];

int main(void) {
  for (int I = 0; I < 100; ++I)
    Kept[I] = malloc((size_t)I);
  allocsite_mark("first");
  for (int I = 0; I < 50; ++I)
    free(Kept[I]);
  for (int I = 0; I < 50; ++I)
    Kept[I] = calloc(1, 1000);
  allocsite_mark("second");
}

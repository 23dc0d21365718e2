#include <stdlib.h>
struct Part {
  char Bytes[40];
};
__attribute__((noinline)) struct Part *takePart(void) {
  return malloc(sizeof(struct Part));
}

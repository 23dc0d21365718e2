// A test fails where a sanitizer has reported something, also of a child whose exit status and
// standard error nobody looks at: this one does.
//
// REQUIRES: sanitized
// XFAIL: sanitized
// RUN: %clangxx %sanitize -g %s -o %t -pthread
// RUN: (%t 2> /dev/null || true)
#include <pthread.h>
#include <stdlib.h>

static int Counter;

static void *count(void *) {
  for (int I = 0; I != 1000; ++I)
    ++Counter; // two threads: ThreadSanitizer
  return nullptr;
}

int main(int Count, char **) {
  pthread_t Other;
  pthread_create(&Other, nullptr, count, nullptr);
  count(nullptr);
  pthread_join(Other, nullptr);
  char *Bytes = static_cast<char *>(malloc(8));
  free(Bytes);
  return Bytes[Count]; // AddressSanitizer
}

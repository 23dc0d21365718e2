// Loads a plug-in that another compiler has made, three times, and frees what it returns.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void *call(void *(*f)(int), int n) { return f(n); }
int main(int count, char **words) {
  for (int r = 0; r < 3; ++r) {
    void *h = dlopen(words[count - 1], RTLD_NOW);
    void *(*f)(int) = (void *(*)(int))dlsym(h, "work");
    void **p = call(f, 100);
    for (int i = 0; i < 100; ++i)
      free(p[i]);
    free(p);
    dlclose(h);
  }
  puts("done");
  return 0;
}

// What the C library allocates for a program: lines, streams, trees, expressions, callbacks.
#define _GNU_SOURCE
#include <dirent.h>
#include <locale.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
static int compare(const void *a, const void *b) {
  free(malloc(5));
  return strcmp(*(char *const *)a, *(char *const *)b);
}
static char *line(FILE *f) {
  char *l = 0;
  size_t n = 0;
  if (getline(&l, &n, f) < 0) {
    free(l);
    return 0;
  }
  return l;
}
int main(void) {
  setlocale(LC_ALL, "");
  FILE *f = fopen("/etc/services", "r");
  char **all = 0;
  size_t n = 0;
  for (char *l; f && (l = line(f));) {
    all = realloc(all, (n + 1) * sizeof *all);
    all[n++] = l;
  }
  if (f)
    fclose(f);
  qsort(all, n, sizeof *all, compare);
  DIR *d = opendir("/usr/include");
  struct dirent *e;
  char *text;
  size_t size;
  FILE *m = open_memstream(&text, &size);
  while (d && (e = readdir(d)))
    fprintf(m, "%s\n", e->d_name);
  closedir(d);
  fclose(m);
  free(text);
  regex_t r;
  regcomp(&r, "^[a-z]+([0-9]*)\\s(tcp|udp)", REG_EXTENDED);
  regmatch_t x[2];
  for (size_t i = 0; i < n; ++i)
    regexec(&r, all[i], 2, x, 0);
  regfree(&r);
  char *s;
  for (int i = 0; i < 100; ++i) {
    if (asprintf(&s, "%d %s", i, "text") > 0)
      free(s);
    free(strdup("abc"));
    free(strndup("abcdef", 3));
    free(wcsdup(L"wide"));
  }
  hcreate(100);
  for (int i = 0; i < 50; ++i) {
    ENTRY k = {(char[]){'a' + i, 0}, 0};
    k.key = strdup(k.key);
    hsearch(k, ENTER);
  }
  hdestroy();
  void *root = 0;
  for (size_t i = 0; i < n; ++i)
    tsearch(all[i], &root, (int (*)(const void *, const void *))strcmp);
  void *p;
  posix_memalign(&p, 64, 100);
  free(p);
  free(aligned_alloc(64, 128));
  free(calloc(3, 7));
  free(reallocarray(0, 3, 9));
  time_t t = 0;
  struct tm *tm = localtime(&t);
  char b[100];
  strftime(b, 100, "%c", tm);
  puts(b);
  printf("%zu\n", n);
  return 0;
}

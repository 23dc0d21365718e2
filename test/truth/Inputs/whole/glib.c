// What GLib allocates for a program, and in callbacks of its main loop.
#include <glib.h>
#include <stdio.h>
static gboolean tick(gpointer d) {
  int *n = d;
  g_free(g_strdup_printf("tick %d", *n));
  return --*n > 0;
}
static GMainLoop *loop;
static gboolean stop(gpointer d) {
  g_main_loop_quit(loop);
  return FALSE;
}
int main(void) {
  GHashTable *h = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (int i = 0; i < 1000; ++i)
    g_hash_table_insert(h, g_strdup_printf("key %d", i), g_new0(int, 10));
  GList *l = 0;
  for (int i = 0; i < 1000; ++i)
    l = g_list_prepend(l, GINT_TO_POINTER(i));
  l = g_list_reverse(l);
  GString *s = g_string_new("");
  for (int i = 0; i < 1000; ++i)
    g_string_append_printf(s, "%d,", i);
  gchar **p = g_strsplit(s->str, ",", -1);
  printf("%u\n", g_strv_length(p));
  g_strfreev(p);
  g_string_free(s, TRUE);
  g_list_free(l);
  g_hash_table_destroy(h);
  GPtrArray *a = g_ptr_array_new_with_free_func(g_free);
  for (int i = 0; i < 500; ++i)
    g_ptr_array_add(a, g_strdup("x"));
  g_ptr_array_free(a, TRUE);
  int n = 5;
  loop = g_main_loop_new(0, 0);
  g_idle_add(tick, &n);
  g_timeout_add(20, stop, 0);
  g_main_loop_run(loop);
  GRegex *r = g_regex_new("([a-z]+)=([0-9]+)", 0, 0, 0);
  GMatchInfo *mi;
  g_regex_match(r, "abc=12 de=3", 0, &mi);
  while (g_match_info_matches(mi)) {
    g_free(g_match_info_fetch(mi, 1));
    g_match_info_next(mi, 0);
  }
  g_match_info_free(mi);
  g_regex_unref(r);
  return 0;
}

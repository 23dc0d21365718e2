char nm_test_var;
void nm_test_func(void) {}
int main(void) {
  nm_test_var = 'a';
  nm_test_func();
  return 0;
}

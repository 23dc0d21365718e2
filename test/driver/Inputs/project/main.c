void *take(void);
int leaf(int);
void *volatile Kept;
int main(void) {
  Kept = take();
  return leaf(0);
}

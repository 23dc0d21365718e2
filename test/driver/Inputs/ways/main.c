struct Part *takePart(void);
void *volatile Kept;
int main(void) {
  Kept = takePart();
  return 0;
}

import Parts;
void *volatile Kept;
int main() { Kept = makePart(); }

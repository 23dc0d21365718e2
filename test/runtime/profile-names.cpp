// The profile's name is predictable and never somebody else's: placeholders as for the
// log; the default where that name is taken by a file, a directory or a dangling link,
// with -2, -3 and so on, none of which is followed, written or removed. What somebody
// has put in its place meanwhile stays, too.
//
// RUN: %runtime_cxx %s -o %t.exe
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/%%e-%%p-%%n-%%%%.asprof %t.exe kill > %t.pid
// RUN: ls %t.dir/profile-names.cpp.tmp.exe-$(cat %t.pid)-0-%%.asprof
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/%%e-%%n.asprof %t.exe kill
// RUN: not --crash env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=profile=%t.dir/%%e-%%n.asprof %t.exe kill
// RUN: ls %t.dir/profile-names.cpp.tmp.exe-0.asprof %t.dir/profile-names.cpp.tmp.exe-1.asprof
// RUN: ls -l %t.dir | %FileCheck %s --check-prefix=MODE
//
// The process keeps its id when the shell becomes the program.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: not --crash env SKIP_HEAP_PROFILE=1 TMPDIR=%t.dir sh -c 'cd %t.dir; p=allocsite-profile-names.cpp.tmp.exe-$$; echo mine > $p.asprof; mkdir $p-2.asprof; ln -s nowhere $p-3.asprof; ln $p.asprof $p-4.asprof; exec %t.exe kill'  > %t.pid
// RUN: ls -F %t.dir | sed 's/[0-9]*.asprof/.asprof/; s/-[0-9]*-/-PID-/' | %FileCheck %s --check-prefix=TAKEN
// RUN: cat %t.dir/allocsite-profile-names.cpp.tmp.exe-$(cat %t.pid).asprof | %FileCheck %s --check-prefix=MINE
// RUN: env TMPDIR=%t.dir %allocsite recover $(cat %t.pid) | %rows /dev/stdin | %FileCheck %s --check-prefix=ROWS
//
// Put there in the middle: a file, a directory, a link.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: for what in file directory link; do env SKIP_HEAP_PROFILE=1 ALLOCSITE_OPTIONS=output=%t.dir/$what.csv:profile=%t.dir/$what.asprof %t.exe $what %t.dir/$what.asprof || exit 1; done
// RUN: for what in file directory link; do %rows %t.dir/$what.csv || exit 1; done | sort | uniq -c | %FileCheck %s --check-prefix=THRICE
// RUN: ls -F %t.dir | %FileCheck %s --check-prefix=LEFT
// RUN: cat %t.dir/file.asprof %t.dir/link.asprof | %FileCheck %s --check-prefix=TWICE

// MODE:       -rw------- 1 {{.*}}-0.asprof
// MODE-NEXT:  -rw------- 1 {{.*}}-1.asprof
// MODE-NEXT:  -rw------- 1 {{.*}}-0-%.asprof
// MODE-NOT:   {{.}}
// TAKEN-DAG:  {{^}}allocsite-profile-names.cpp.tmp.exe-.asprof{{$}}
// TAKEN-DAG:  {{^}}allocsite-profile-names.cpp.tmp.exe-PID-.asprof/{{$}}
// TAKEN-DAG:  {{^}}allocsite-profile-names.cpp.tmp.exe-PID-.asprof@{{$}}
// TAKEN-DAG:  {{^}}allocsite-profile-names.cpp.tmp.exe-PID-.asprof{{$}}
// TAKEN-DAG:  {{^}}allocsite-profile-names.cpp.tmp.exe-PID-.asprof{{$}}
// MINE:       {{^}}mine
// MINE-NOT:   {{.}}
// ROWS:       {{^}}main|-|-|-|24|1{{$}}
// THRICE:     {{^ *3 }}main|-|-|-|24|1{{$}}
// THRICE-NOT: {{.}}
// LEFT:       directory.asprof/
// LEFT-NEXT:  directory.asprof.moved
// LEFT-NEXT:  directory.csv
// LEFT-NEXT:  file.asprof
// LEFT-NEXT:  file.asprof.moved
// LEFT-NEXT:  file.csv
// LEFT-NEXT:  link.asprof@
// LEFT-NEXT:  link.asprof.moved
// LEFT-NEXT:  link.asprof.target
// LEFT-NEXT:  link.csv
// LEFT-NOT:   {{.}}
// TWICE:      {{^}}precious
// TWICE-NEXT: {{^}}precious
// TWICE-NOT:  {{.}}
#include "Inputs/Play.h"
#include <signal.h>
#include <stdio.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

static void write(const std::string &Path) {
  FILE *File = fopen(Path.c_str(), "w");
  fputs("precious\n", File);
  fclose(File);
}

int main(int Count, char **Arguments) {
  static OneSite Module;
  std::string What = Arguments[1];
  Module.allocate(24);
  if (What == "kill") {
    printf("%d", int(getpid()));
    fflush(stdout);
    raise(SIGKILL);
  }
  if (Count < 3)
    return 1;
  std::string Path = Arguments[2];
  if (rename(Path.c_str(), (Path + ".moved").c_str()) != 0)
    return 2;
  if (What == "file")
    write(Path);
  if (What == "directory" && mkdir(Path.c_str(), 0700) != 0)
    return 3;
  if (What == "link") {
    write(Path + ".target");
    return symlink((Path + ".target").c_str(), Path.c_str()) == 0 ? 0 : 4;
  }
  return 0;
}

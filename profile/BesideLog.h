//===- BesideLog.h - The files that may lie beside a log --------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv           the log
//   app.places.csv    a file beside it: `app`, and the ending of its kind
//
// Another program may have a file of such a name. Ours is known by how it begins; no other one
// is written over or removed.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_BESIDELOG_H
#define ALLOCSITE_PROFILE_BESIDELOG_H

#include "profile/Files.h"
#include "profile/Text.h"

#include <errno.h>

namespace allocsite {

struct BesideLogKind {
  const char *Ending;
  const char *Begin; // of its contents
};

inline constexpr BesideLogKind BesideLogKinds[] = {
    {".places.csv", "callee,caller,first place,places\n"},
    {".modules.csv", "function,module\n"},
    {".arenas.csv", "pc0,pc1,pc2,pc3,"},
    {".marks.csv", "pc0,pc1,pc2,pc3,"},
    {".threads.csv", "pc0,pc1,pc2,pc3,"},
    {".timeline.csv", "seconds,allocated bytes,freed bytes,live bytes\n"},
    {".timeline-groups.csv", "point,seconds,by,of,group,"},
    {".frees.csv", "site,allocator,freed by,"},
    {".graph.csv", "by,from,to,type,site,allocator,"},
    {".coverage.json", "{\"version\":"},
};

/// Does a file of another program, or no regular file, have the name Path, where only a file
/// beside a log is to be that ends in Ending? Follows no link and waits for no pipe.
inline bool isOfOthers(const char *Path, TextRef Ending) {
  struct stat Status;
  if (statusOf(Path, &Status, AT_SYMLINK_NOFOLLOW) != 0)
    return errno != ENOENT;
  const int File = openFile(Path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (File < 0)
    return true;
  char Found[64];
  const ssize_t Size = readFile(File, Found, sizeof(Found));
  closeFile(File);
  if (Size == 0 && (Status.st_mode & S_IFMT) == S_IFREG)
    return false; // of a run that was killed before it wrote
  for (const BesideLogKind &Each : BesideLogKinds)
    if (Ending == Each.Ending) {
      const size_t Wanted = strlen(Each.Begin);
      return Size < static_cast<ssize_t>(Wanted) || memcmp(Found, Each.Begin, Wanted) != 0;
    }
  return true;
}

} // namespace allocsite

#endif

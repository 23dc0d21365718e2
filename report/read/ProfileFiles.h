//===- ProfileFiles.h - Profiles on this machine, and their processes -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that ended without writing its log leaves its profile behind: an
// orphan. Whether it ended is told by its id and by when it started, so that a
// later process of the same id is not taken for it.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_PROFILEFILES_H
#define ALLOCSITE_REPORT_READ_PROFILEFILES_H

#include "profile/ProfileReader.h"

#include <memory>
#include <sys/stat.h>

namespace allocsite {

class ProfileFile : public ByteStore {
public:
  static Expected<std::unique_ptr<ProfileFile>> open(const std::string &Path);
  ProfileFile(const ProfileFile &) = delete;
  ~ProfileFile() override;

  uint64_t size() override;
  uint64_t sizeOnDisk() override;
  bool read(uint64_t At, void *To, size_t Size) override;
  uint64_t nextData(uint64_t At) override;
  struct stat status() const;

private:
  explicit ProfileFile(int Descriptor) : Descriptor(Descriptor) {}
  int Descriptor;
  uint64_t DataFrom = 0, DataTo = 0; ///< what nextData found last
};

enum class OwnerState {
  Gone,
  Running,
  Elsewhere ///< in another pid namespace: nobody here can tell
};

/// \p Status is that of the profile: a process that has executed another program
/// since has it mapped no more.
OwnerState ownerState(const AllocSiteProfileHeader &Header, const struct stat &Status);

/// The profile into which the process \p Process counts, told by what it has mapped. An error says
/// why there is none.
Expected<std::string> mappedProfile(uint64_t Process);

struct FoundProfile {
  std::string Path;
  struct stat Status;
  AllocSiteProfileHeader Header;
  OwnerState Owner;
};

/// Profiles of this user in $TMPDIR and /tmp, newest first. Files of others that are named
/// like one are not looked into; their paths go to \p OfOthers.
std::vector<FoundProfile> findProfiles(std::vector<std::string> &OfOthers);

} // namespace allocsite

#endif

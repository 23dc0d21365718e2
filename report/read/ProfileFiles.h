//===- ProfileFiles.h - Profiles on this machine, and their processes -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that ended without writing its log leaves its profile behind: an
// orphan. The process is identified by its id and start time, so that a later
// process with the same id is not taken for it.
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
  /// Another descriptor of it, which the caller owns; negative: there are none left.
  int duplicate() const;

private:
  explicit ProfileFile(int Descriptor) : Descriptor(Descriptor) {}
  int Descriptor;
  uint64_t DataFrom = 0, DataTo = 0; ///< the extent that nextData found last
};

enum class OwnerState {
  Gone,
  Running,
  Elsewhere ///< in another pid namespace: its state cannot be seen from here
};

/// Whether the process that wrote \p Header still counts. \p Status is the status of the
/// profile: a process that has since executed another program no longer maps it.
OwnerState ownerState(const AllocSiteProfileHeader &Header, const struct stat &Status);

/// When a process began, as /proc/PID/stat tells.
struct ProcessBeginning {
  enum {
    Known,
    Ended,
    Unknown ///< no descriptors are left, for example
  } Is = Unknown;
  uint64_t Ticks = 0; ///< field 22
};
ProcessBeginning startTimeOf(uint64_t Process);

/// Whether that process runs, which began at \p StartTime. True if it cannot be told.
bool isProcessRunning(uint64_t Id, uint64_t StartTime);

/// From now on ownerState() says so of that file: who has found it among the mappings of a process
/// knows it also of one in another pid namespace. Not thread-safe.
void rememberOwner(const struct stat &Of, OwnerState Is);

/// A path of the profile that the process \p Process counts into, found among its mappings; of a
/// process in a container one below /proc. An error says why there is none.
Expected<std::string> mappedProfile(uint64_t Process);

struct FoundProfile {
  std::string Path;
  struct stat Status;
  AllocSiteProfileHeader Header;
  OwnerState Owner;
};

/// This user's profiles in $TMPDIR and /tmp, newest first. Other users' files that are named
/// like profiles are not opened; their paths are added to \p OfOthers.
std::vector<FoundProfile> findProfiles(std::vector<std::string> &OfOthers);

} // namespace allocsite

#endif

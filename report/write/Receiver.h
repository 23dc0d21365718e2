//===- Receiver.h - How a server of profiles wants to be sent them --------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   a profile in the receiver's format, its labels and time ──▶ a request
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_WRITE_RECEIVER_H
#define ALLOCSITE_REPORT_WRITE_RECEIVER_H

#include "support/Http.h"

namespace allocsite {

struct SentProfile {
  std::string Service;                                     ///< not empty
  std::vector<std::pair<std::string, std::string>> Labels; ///< as `pid`
  uint64_t From = 0, Until = 0;                            ///< nanoseconds after 1970
  std::string Bytes;                                       ///< in Receiver::Format
};

struct Receiver {
  const char *Name;   ///< the value of --to
  const char *Format; ///< a format of `allocsite export`
  const char *Path;   ///< of the URL, if it has none
  /// The request; Server and what is secret are not set.
  HttpPost (*Request)(const SentProfile &Of, const std::string &Path);
};

const std::vector<Receiver> &allReceivers();

} // namespace allocsite

#endif

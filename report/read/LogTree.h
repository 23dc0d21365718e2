//===- LogTree.h - The logs of many machines, in directories --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   logs/web-1/shop-1.csv  shop-1.asprof     a log and its companion    host web-1
//   logs/web-1/old/shop-2.csv.gz             a compressed one           host web-1
//   logs/web-2/allocsite-shop-9.asprof       a profile: no log was written
//   hosts.txt:  web-3 /mnt/web-3/logs        a list of hosts and directories
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_LOGTREE_H
#define ALLOCSITE_REPORT_READ_LOGTREE_H

#include "profile/Expected.h"

#include <string>
#include <vector>

namespace allocsite {

struct FoundLog {
  std::string File;
  std::string Host; ///< as the directories or the list say
  std::string Name; ///< below the directory of the host
};

struct LogTree {
  std::vector<FoundLog> Logs;  ///< in the order of the paths, then by name
  std::vector<Error> Failures; ///< directories and lists that cannot be read
};

/// Finds the logs in \p Paths: directories, lists of hosts, and logs. Follows no links to
/// directories, and leaves out hidden files and \p Except, a directory.
LogTree findLogs(const std::vector<std::string> &Paths, const std::string &Except);

} // namespace allocsite

#endif

//===- PassOptions.h - Takes ALLOCSITE_PASS_OPTIONS apart ---------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   live=1:config='/home/me/a:b.cfg'      live=1   config=/home/me/a:b.cfg
//
// The pass judges what the options say. The commands only replace paths, and compare.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_DRIVER_PASSOPTIONS_H
#define ALLOCSITE_REPORT_DRIVER_PASSOPTIONS_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allocsite {

/// Keys and values, in their order.
class PassOptions {
public:
  /// A text that the pass rejects, as one with a quote that does not close, is kept as it is.
  explicit PassOptions(std::string_view Text);
  static PassOptions ofEnvironment();

  /// The last value of \p Key; "" if there is none.
  std::string operator[](std::string_view Key) const;
  /// The files that the pass reads: of `config` and `leaves`.
  std::vector<std::string> files() const;
  void remove(std::string_view Key);
  void add(std::string Key, std::string Value);
  /// Makes the paths of these files absolute, if the files are there.
  void makePathsAbsolute();
  /// What is read back as these options.
  std::string text() const;

private:
  std::vector<std::pair<std::string, std::string>> Pairs;
  std::string Rest; ///< What cannot be taken apart.
};

} // namespace allocsite

#endif

//===- InventoryOption.h - --inventory, on the command line -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_COMMANDS_INVENTORYOPTION_H
#define ALLOCSITE_REPORT_COMMANDS_INVENTORYOPTION_H

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace allocsite {

/// Declares the required option --inventory. \p Files must outlive \p To.
inline void addInventoryOption(CLI::App &To, std::vector<std::string> &Files) {
  To.add_option("--inventory", Files,
                "What the compiler saw (inventory= of the pass); may be given\n"
                "more than once")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->required();
}

} // namespace allocsite

#endif

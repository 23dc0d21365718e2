//===- main.cpp - A ledger in std::map, std::string and std::vector -------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     containers ENTRIES
//
// Writes the lines of a ledger, reads them back, books them to accounts, and
// reports: by account, by month, and who pays whom. Everything is on malloc.
//
//===----------------------------------------------------------------------===//
#include "Ledger.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

int main(int Argc, char **Argv) {
  size_t Entries = Argc > 1 ? std::strtoull(Argv[1], nullptr, 10) : 10;
  Ledger Books;
  size_t Rejected = 0;
  for (const std::string &Line : writeLines(Entries))
    if (auto E = parseEntry(Line))
      Books.book(*E);
    else
      ++Rejected;
  uint64_t Check = 0;
  for (const std::string &Line : Books.report())
    for (char C : Line)
      Check = Check * 31 + static_cast<unsigned char>(C);
  std::printf("%zu accounts, %zu rejected, %" PRIx64 "\n", Books.accounts(),
              Rejected, Check);
}

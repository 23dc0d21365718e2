//===- Ledger.h - Entries, and what is known of accounts --------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_LEDGER_H
#define BENCH_LEDGER_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// `2024-03-17;From;To;1234;a note, another`
struct Entry {
  std::string Date;
  std::string From, To;
  int64_t Cents = 0;
  std::vector<std::string> Notes;
};

/// Lines of a ledger, the same ones every time; some are no entries.
std::vector<std::string> writeLines(size_t Count);

std::optional<Entry> parseEntry(std::string_view Line);

class Ledger {
public:
  void book(const Entry &E);
  size_t accounts() const { return Accounts.size(); }

  /// Lines for accounts, months, notes, and those who paid most to whom.
  std::vector<std::string> report() const;

private:
  struct Account {
    int64_t Balance = 0;
    std::vector<Entry> Entries;
    std::map<std::string, int64_t> Partners; ///< cents paid to each
  };

  void reportAccounts(std::vector<std::string> &Lines) const;
  void reportMonths(std::vector<std::string> &Lines) const;
  void reportNotes(std::vector<std::string> &Lines) const;

  std::map<std::string, Account> Accounts;
  std::map<std::string, std::vector<int64_t>> Months;
  std::map<std::string, std::vector<std::string>> Notes; ///< dates of each
};

#endif

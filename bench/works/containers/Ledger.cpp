//===- Ledger.cpp - Books entries and reports -----------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Ledger.h"

#include <algorithm>
#include <numeric>
#include <utility>

void Ledger::book(const Entry &E) {
  Account &From = Accounts[E.From];
  From.Balance -= E.Cents;
  From.Partners[E.To] += E.Cents;
  From.Entries.push_back(E);
  Accounts[E.To].Balance += E.Cents;
  Months[E.Date.substr(0, 7)].push_back(E.Cents);
  for (const std::string &Note : E.Notes)
    Notes[Note].push_back(E.Date);
}

static std::string padded(std::string Text, size_t Width) {
  if (Text.size() < Width)
    Text.insert(0, Width - Text.size(), ' ');
  return Text;
}

static std::string formatCents(int64_t Cents) {
  std::string Digits = std::to_string(Cents < 0 ? -Cents : Cents);
  if (Digits.size() < 3)
    Digits.insert(0, 3 - Digits.size(), '0');
  Digits.insert(Digits.size() - 2, ".");
  return (Cents < 0 ? "-" : "") + Digits;
}

void Ledger::reportAccounts(std::vector<std::string> &Lines) const {
  std::vector<std::pair<int64_t, std::string>> Ranked;
  for (const auto &[Name, A] : Accounts)
    Ranked.emplace_back(A.Balance, Name);
  std::sort(Ranked.begin(), Ranked.end());
  for (const auto &[Balance, Name] : Ranked) {
    const Account &A = Accounts.at(Name);
    std::vector<std::pair<int64_t, std::string>> Partners;
    for (const auto &[Partner, Cents] : A.Partners)
      Partners.emplace_back(-Cents, Partner);
    size_t Shown = std::min<size_t>(Partners.size(), 3);
    std::partial_sort(Partners.begin(), Partners.begin() + ptrdiff_t(Shown),
                      Partners.end());
    std::string Line = padded(Name, 32) + padded(formatCents(Balance), 16) +
                       padded(std::to_string(A.Entries.size()), 8);
    for (size_t I = 0; I < Shown; ++I)
      Line += " " + Partners[I].second + " " + formatCents(-Partners[I].first);
    Lines.push_back(std::move(Line));
  }
}

void Ledger::reportMonths(std::vector<std::string> &Lines) const {
  for (const auto &[Month, All] : Months) {
    std::vector<int64_t> Sorted = All;
    std::sort(Sorted.begin(), Sorted.end());
    int64_t Sum = std::accumulate(Sorted.begin(), Sorted.end(), int64_t(0));
    Lines.push_back(Month + padded(formatCents(Sum), 20) +
                    padded(formatCents(Sorted[Sorted.size() / 2]), 16));
  }
}

void Ledger::reportNotes(std::vector<std::string> &Lines) const {
  for (const auto &[Note, Dates] : Notes) {
    std::map<std::string, size_t> Years;
    for (const std::string &Date : Dates)
      ++Years[Date.substr(0, 4)];
    std::string Line = Note + ":";
    for (const auto &[Year, Count] : Years)
      Line += " " + Year + "=" + std::to_string(Count);
    Lines.push_back(std::move(Line));
  }
}

std::vector<std::string> Ledger::report() const {
  std::vector<std::string> Lines;
  reportAccounts(Lines);
  reportMonths(Lines);
  reportNotes(Lines);
  return Lines;
}

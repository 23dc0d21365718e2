//===- Quantity.cpp - Numbers as people read them -------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quantity.h"

#include "model/Column.h"

#include <fmt/format.h>

using namespace allocsite;

static const char *saturationMark(uint64_t Number) {
  return Number >= LargestCount ? "≥" : "";
}

std::string allocsite::groupedNumber(uint64_t Number) {
  std::string Digits = std::to_string(Number);
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, 1, ',');
  return saturationMark(Number) + Digits;
}

std::string allocsite::plainNumber(uint64_t Number) { return std::to_string(Number); }

std::string allocsite::humanBytes(uint64_t Bytes) {
  if (Bytes < 1024)
    return fmt::format("{} B", Bytes);
  const char *Units = "KMGTPE";
  double Value = double(Bytes) / 1024;
  // 1023.95 would be rounded to 1024.0 of this unit, which is 1.0 of the next.
  while (Value >= 1023.95) {
    Value /= 1024;
    ++Units;
  }
  return fmt::format("{}{:.1f} {}iB", saturationMark(Bytes), Value, *Units);
}

std::string allocsite::percentage(uint64_t Part, uint64_t Whole) {
  return fmt::format("{:.1f}%", Whole ? 100.0 * double(Part) / double(Whole) : 0.0);
}

//===- SpellNames.cpp - Prints what a function may be called --------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads demangled names, one a line, and prints for each what `report --function` finds it
// by, with tabs between. For tests.
//
//===----------------------------------------------------------------------===//

#include "support/FunctionName.h"

#include <iostream>

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string Line; std::getline(std::cin, Line); std::cout << '\n')
    for (const std::string &Spelling : allocsite::spellingsOf(Line))
      std::cout << Spelling << '\t';
}

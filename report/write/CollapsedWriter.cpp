//===- CollapsedWriter.cpp - A line a stack, for flame graphs -------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   main;photos::parseList(Obstack&, char const*);Obstack::alloc 19200000
//
// The root comes first; the number is the value of --measure. A `;` within a name becomes `:`.
// If two profiles are compared, there are two numbers, before and after, as in difffolded.pl.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "Writer.h"

#include <algorithm>

using namespace allocsite;

static MaybeError write(const Samples &From, ByteSink &To) {
  const std::vector<ColumnId> &Measures = From.measures();
  const auto Main = std::find(Measures.begin(), Measures.end(), From.mainMeasure());
  const size_t At = size_t(Main - Measures.begin());
  const NamedStacks Stacks(From);
  for (const NamedStacks::Sum &Each : Stacks.Sums) {
    if (!Each.Values[At] && (Each.Before.empty() || !Each.Before[At]))
      continue;
    std::string Line;
    for (uint32_t Name : Stacks.names(Each.Stack)) {
      std::string Text(From.Texts[Stacks.Names[Name].Function]);
      std::replace(Text.begin(), Text.end(), ';', ':');
      Line += (Line.empty() ? "" : ";") + Text;
    }
    if (!Each.Before.empty())
      Line += ' ' + std::to_string(Each.Before[At]);
    To.write(Line + ' ' + std::to_string(Each.Values[At]) + '\n');
    if (To.isClosed())
      break;
  }
  return {};
}

const Writer allocsite::CollapsedWriter = {"collapsed", "flamegraph.pl, speedscope, inferno",
                                           false, write, true};

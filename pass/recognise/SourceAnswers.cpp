//===- SourceAnswers.cpp - What the source says beyond IR -----------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceAnswers.h"
#include "rules/Config.h"
#include "rules/PointerMark.h"
#include "support/Compilation.h"
#include "support/Options.h"

namespace allocsite {

static const SourceAnswers *Answers = nullptr;

const SourceAnswers *source() { return Answers; }

/// Read anew for each translation unit. What is wrong with it the first stage tells. By
/// thread, since clang compiles modules that it needs on threads of their own meanwhile.
static const Config &configured(bool Anew) {
  static thread_local std::unique_ptr<Config> Read;
  if (Anew || !Read)
    Read = std::make_unique<Config>(Options::read(), std::vector<SourceRule>());
  return *Read;
}

static bool namePointers() { return configured(/*Anew=*/true).namesPointers(); }

static bool name(const char *Text) {
  PointerMark Mark;
  std::string As;
  return Mark.parse(Text) && configured(/*Anew=*/false).find(Mark, As);
}

static void eachFile(void (*File)(const char *Path, void *To), void *To) {
  Options Given = Options::read();
  for (const std::string &Path : Given.Configs)
    File(Path.c_str(), To);
  for (const std::string &Path : Given.Leaves)
    File(Path.c_str(), To);
}

} // namespace allocsite

extern "C" __attribute__((visibility("default"))) const allocsite::RuleAnswers *
allocsiteGetRules() {
  static const allocsite::RuleAnswers Rules = {allocsite::namePointers, allocsite::name,
                                               allocsite::eachFile};
  return &Rules;
}

extern "C" __attribute__((visibility("default"))) void
allocsiteUseSource(const allocsite::SourceAnswers *Source) {
  allocsite::Answers = Source;
  allocsite::askOfWarnings([]() -> std::optional<bool> {
    if (!allocsite::Answers->WasRead())
      return std::nullopt;
    return allocsite::Answers->WarningsAreErrors();
  });
}

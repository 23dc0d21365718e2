//===- BesideLog.h - Names of what lies beside a log ----------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_BESIDELOG_H
#define ALLOCSITE_REPORT_SUPPORT_BESIDELOG_H

#include "profile/Companion.h"

#include <string>
#include <string_view>

namespace allocsite {

/// "app.asprof" beside "app.csv", for the ending ".asprof".
inline std::string besideLog(std::string Log, std::string_view Ending) {
  constexpr std::string_view Csv = ".csv";
  if (Log.size() > Csv.size() && std::string_view(Log).substr(Log.size() - Csv.size()) == Csv)
    Log.resize(Log.size() - Csv.size());
  return Log.append(Ending);
}

/// "app.csv" for the companion "app.asprof".
inline std::string logOfCompanion(std::string_view Companion) {
  return std::string(Companion.substr(0, Companion.rfind('.'))) + ".csv";
}

inline bool endsIn(std::string_view Name, std::string_view Ending) {
  return Name.size() >= Ending.size() && Name.substr(Name.size() - Ending.size()) == Ending;
}

/// Is it the name of a table that an older version left, which ends as a log does? Null: no.
inline const LogTableKind *oldTableNamed(std::string_view Name) {
  for (const LogTableKind &Each : LogTableKinds)
    if (endsIn(Name, Each.OldEnding))
      return &Each;
  return nullptr;
}

} // namespace allocsite

#endif

//===- BesideLog.h - Files that the runtime leaves beside a log -----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_BESIDELOG_H
#define ALLOCSITE_REPORT_SUPPORT_BESIDELOG_H

#include "profile/BesideLog.h"

#include <string>
#include <string_view>

namespace allocsite {

/// "app.places.csv" beside "app.csv", for the ending ".places.csv".
inline std::string besideLog(std::string Log, std::string_view Ending) {
  constexpr std::string_view Csv = ".csv";
  if (Log.size() > Csv.size() && std::string_view(Log).substr(Log.size() - Csv.size()) == Csv)
    Log.resize(Log.size() - Csv.size());
  return Log.append(Ending);
}

inline bool endsIn(std::string_view Name, std::string_view Ending) {
  return Name.size() >= Ending.size() && Name.substr(Name.size() - Ending.size()) == Ending;
}

/// True if \p Name is the name of such a file. Most end in .csv, like logs.
inline bool isBesideLog(std::string_view Name) {
  for (const BesideLogKind &Each : BesideLogKinds)
    if (endsIn(Name, Each.Ending))
      return true;
  return false;
}

} // namespace allocsite

#endif

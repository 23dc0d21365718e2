//===- CallPlaces.h - Reads where functions are called --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv          "grow","makeList",…                    the log
//   app.places.csv   "grow","makeList","lp.c:41:9",3        the places of calls, beside it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_CALLPLACES_H
#define ALLOCSITE_REPORT_READ_CALLPLACES_H

#include "ByteSource.h"
#include "model/CallPlaces.h"

#include <string>

namespace allocsite {

/// The path of the file of places beside \p Log, whether or not it exists.
std::string placesBeside(const std::string &Log);

/// Adds the places in \p Lines; skips damaged lines.
void readCallPlaces(ByteSource &Lines, NameTable &Names, CallPlaces &To);
/// Reads the file beside \p Log, if there is one.
void readCallPlacesBeside(const std::string &Log, NameTable &Names, CallPlaces &To);

} // namespace allocsite

#endif

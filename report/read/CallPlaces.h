//===- CallPlaces.h - Reads where functions are called --------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   app.csv          "grow","makeList",…                    the log
//   app.places.csv   "grow","makeList","lp.c:41:9",3        the places beside it
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_READ_CALLPLACES_H
#define ALLOCSITE_REPORT_READ_CALLPLACES_H

#include "ByteSource.h"
#include "model/CallPlaces.h"

#include <string>

namespace allocsite {

/// Where the places of \p Log are, or would be.
std::string placesBeside(const std::string &Log);

/// Adds those that \p Lines tells; what is damaged says nothing.
void readCallPlaces(ByteSource &Lines, NameTable &Names, CallPlaces &To);
/// The same of the file beside \p Log, where there is one.
void readCallPlacesBeside(const std::string &Log, NameTable &Names, CallPlaces &To);

} // namespace allocsite

#endif

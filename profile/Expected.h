//===- Expected.h - A value or an error -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are values up to main, which prints them. `What` is a whole message
// without program and level: "app.csv:12: 9 fields where the header names 10".
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_PROFILE_EXPECTED_H
#define ALLOCSITE_PROFILE_EXPECTED_H

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace allocsite {

struct Error {
  std::string What;
};

/// For functions without a result: empty is success.
using MaybeError = std::optional<Error>;

template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T Value) : Held(std::move(Value)) {}
  Expected(Error Failure) : Held(std::move(Failure)) {}

  explicit operator bool() const { return Held.index() == 0; }

  T &operator*() { return *std::get_if<0>(&Held); }
  T *operator->() { return std::get_if<0>(&Held); }
  const Error &error() const { return *std::get_if<1>(&Held); }

private:
  std::variant<T, Error> Held;
};

} // namespace allocsite

#endif

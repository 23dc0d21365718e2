//===- Message.h - The one way to say something -----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every line that the runtime prints goes through here, to descriptor 2 as long
// as that is the file it was at start-up (a daemon's descriptor 2 may be its
// database by now), or to the file that log_path= names.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_MESSAGE_H
#define ALLOCSITE_RUNTIME_MESSAGE_H

#include "profile/Text.h"

namespace allocsite {

enum class Importance {
  Error = 0,  // always printed
  Normal = 1, // progress and warnings
  Detail = 2
};

/// Notes what descriptor 2 is. Call once, at start-up.
void rememberStandardError();

/// Messages above this importance are dropped; LogPath (which must stay) is
/// appended to, null or empty for descriptor 2.
void setMessageOptions(Importance Most, const char *LogPath);

/// A descriptor to write where messages go, for more than fits in one. Negative where they
/// go nowhere. The caller closes it.
int openMessages();

/// One or more whole lines, sent when it goes out of scope. The buffer is
/// shared: hold RuntimeLock, and have one at a time. Leaves errno alone.
class Message : public Text {
  Importance Level;

public:
  explicit Message(Importance Level);
  Message(const Message &) = delete;
  ~Message();

  /// Adds the text of an errno value.
  Message &error(int Errno);
};

} // namespace allocsite

#endif

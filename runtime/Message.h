//===- Message.h - The one way to say something -----------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every line that the runtime prints goes through here, to descriptor 2 as long
// as that is the file it was at start-up (a daemon's descriptor 2 may be its
// database by now), or to the file that log-path= names. Where nobody has asked for
// messages, a descriptor 2 that is no terminal gets those alone that are important:
// test suites compare what a program prints.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_MESSAGE_H
#define ALLOCSITE_RUNTIME_MESSAGE_H

#include "profile/Text.h"

namespace allocsite {

enum class Importance {
  Error,   // always printed, as are the next two
  Warning, // of what the user has asked for and does not get
  Answer,  // what the user has asked for
  Normal,  // progress, and warnings about what was counted
  Detail
};

/// Notes what descriptor 2 is. Call once, at start-up.
void rememberStandardError();

/// Messages above this importance are dropped; LogPath (which must stay) is
/// appended to, null or empty for descriptor 2. Where WantsTerminal, what is above
/// Answer goes to a terminal or to LogPath alone.
void setMessageOptions(Importance Most, const char *LogPath, bool WantsTerminal);

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

//===- OutputFile.h - The file that the CSV goes to -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CSV appears whole or not at all: it is written to a new file (0600) beside
// its place and renamed over it, so that a symbolic link there is replaced and
// not followed, and an earlier log stays when the disk is full. Only what is no
// regular file (a pipe, /dev/stdout) is written in place.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_OUTPUTFILE_H
#define ALLOCSITE_RUNTIME_STORE_OUTPUTFILE_H

#include <stddef.h>
#include <stdint.h>

namespace allocsite {

/// What a path is made of.
struct PathWish {
  const char *Template = nullptr; // of an option; may be null or empty
  const char *Default = "";       // then this one, in
  const char *Directory = "";     // this directory
  const char *Suffix = "";        // what is inserted goes before it
  bool IsTaken = false;           // by another process: -<pid> where it has none
  uint64_t Attempt = 1;           // n > 1: -<n>, or %n
};
/// False where it does not fit. Hold RuntimeLock.
bool expandPath(const PathWish &Wish, char *Path, size_t Capacity);

/// The path that the program was started by, and its last part.
const char *programPath();
const char *programName();

/// Notes the directory that a relative output= is meant for: the program may
/// change it. Call at start-up.
void rememberDirectory();
const char *startDirectory();
/// Makes the directories that the file at Path lies in, where they are missing.
void makeDirectories(char *Path);
/// Makes the directories for Template, that of output=, and notes which file is there already.
/// Call at start-up, behind rememberDirectory.
void rememberOutput(const char *Template);

/// Opens a file for the log. Template is that of output=, null or empty for a
/// new file in Directory. The process id is added to a name that would be the
/// parent's of a ForkedChild, or of a file that another process, as a program that
/// this one has started, has written since rememberOutput. The first call settles
/// the path, further ones write the same file anew, until forgetOutputPath. Returns
/// 0 or an errno value. Hold RuntimeLock for all of these.
int openOutput(const char *Template, const char *Directory, bool ForkedChild);
/// Where openOutput writes, for messages; valid even where it failed.
const char *outputPath();
int outputDescriptor();
/// Puts the file in its place. Returns 0 or an errno value, and then nothing of
/// it is left.
int commitOutput();
/// Removes what was written.
void discardOutput();
void forgetOutputPath();

/// Writes a file of its own: Template is as that of output=, relative to the directory of
/// start-up. It appears whole or not at all, over an earlier one; with %n it is a new one. With
/// IsNew it replaces none: EEXIST. Missing directories are made.
/// What commitOutput has put in its place stays. Returns 0 or an errno value. Where it was
/// written, WriteBeside is called, for which this file is outputPath().
int writeElsewhere(const char *Template, bool IsNew,
                   int (*Write)(void *Closure, int Descriptor), void *Closure,
                   void (*WriteBeside)(void *Closure) = nullptr);

} // namespace allocsite

#endif

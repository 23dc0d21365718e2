//===- ProfileFile.h - The file behind the counters -------------*- C++ -*-===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made at the first allocation that is counted, 0600 and never over another
// file. No descriptor stays open (daemons close all they find, and select()
// wants small numbers): to grow, the file is opened again by its path, and used
// only if it is the same file still.
//
// Space comes from fallocate, so that a full disk is an error here and not a
// SIGBUS in the program, and is compared with RLIMIT_FSIZE first.
//
// Every function returns 0 or an errno value (ECANCELED once the file was
// removed), and wants RuntimeLock held: its shield keeps SIGXFSZ away.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_RUNTIME_STORE_PROFILEFILE_H
#define ALLOCSITE_RUNTIME_STORE_PROFILEFILE_H

#include "allocsite/ProfileFormat.h"
#include "arch/Machine.h"
#include <stddef.h>

namespace allocsite {

/// Where the header and the chunk of the run end.
constexpr size_t ProfileStartBytes =
    (ALLOCSITE_PROFILE_START_BYTES + MostPageBytes - 1) & ~(MostPageBytes - 1);

/// Header is the first ProfileStartBytes, mapped and filled.
int createProfileFile(AllocSiteProfileHeader *&Header);

/// Fills a header with all that is known of this process, but for Magic.
void describeProcess(AllocSiteProfileHeader &Header);

enum class ProcessState {
  This,
  Runs,
  Ended,
  Unknown ///< of another boot or pid namespace, or /proc does not tell
};
/// What has become of the process that wrote Of.
ProcessState stateOfProcess(const AllocSiteProfileHeader &Of);

/// Appends Bytes of zeros (a multiple of MostPageBytes) and maps them.
int appendMapped(size_t Bytes, uint64_t &At, void *&Memory);

/// Appends Bytes (a multiple of MostPageBytes), of which the first ChunkBytes (of 64) are a
/// chunk of kind MODULES: Write(descriptor, offset) fills what comes after the chunk's header,
/// further chunks included, and returns 0 or an errno value.
int appendWritten(size_t Bytes, size_t ChunkBytes,
                  int (*Write)(void *Closure, int Descriptor, uint64_t At), void *Closure);

/// What is mapped of the file: Used bytes of it are no zeros.
struct ProfilePart {
  void *Memory;
  uint64_t At;
  size_t Bytes;
  size_t Used;
};

/// After removeProfileFile: makes a new file that holds Parts (by ascending At,
/// the header first) where the old one did, and maps it in their place. Modules
/// are not among them; a chunk of no kind fills their gaps, and Magic is zero.
/// Nobody may count meanwhile.
int remakeProfileFile(const ProfilePart *Parts, unsigned Count);

/// Where the file is or would have been, for messages.
const char *profilePath();

/// Is it there, as far as we know?
bool hasProfileFile();

/// Removes the file if it is ours still; what is mapped stays. Where that fails the file
/// is forgotten.
int removeProfileFile();
bool isProfileFileRemoved();

/// In a forked child: the next one makes a file of its own.
void forgetProfileFile();

} // namespace allocsite

#endif

//===- Process.cpp - Runs another program and waits for it -------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace allocsite;

static std::vector<char *> asArray(std::vector<std::string> &Texts) {
  std::vector<char *> Array;
  for (std::string &Text : Texts)
    Array.push_back(Text.data());
  Array.push_back(nullptr);
  return Array;
}

static std::string nameOf(const std::string &Variable) {
  return Variable.substr(0, Variable.find('=') + 1);
}

Expected<int> allocsite::runProcess(const std::vector<std::string> &Words,
                                    const ProcessOptions &Options) {
  std::vector<std::string> Environment = Options.Environment;
  for (char **At = environ; *At; ++At) {
    std::string Variable = *At;
    bool IsReplaced = false;
    for (const std::string &Each : Options.Environment)
      IsReplaced |= nameOf(Each) == nameOf(Variable);
    if (!IsReplaced)
      Environment.push_back(std::move(Variable));
  }
  std::vector<std::string> Arguments = Words;
  std::vector<char *> ArgumentArray = asArray(Arguments);
  std::vector<char *> EnvironmentArray = asArray(Environment);

  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  if (!Options.Output.empty()) {
    posix_spawn_file_actions_addopen(&Files, STDOUT_FILENO, Options.Output.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&Files, STDOUT_FILENO, STDERR_FILENO);
  }
  if (Options.Stdout >= 0)
    posix_spawn_file_actions_adddup2(&Files, Options.Stdout, STDOUT_FILENO);
  // The commands ignore SIGPIPE; restore its default for the program.
  posix_spawnattr_t Signals;
  posix_spawnattr_init(&Signals);
  sigset_t Pipe;
  sigemptyset(&Pipe);
  sigaddset(&Pipe, SIGPIPE);
  posix_spawnattr_setsigdefault(&Signals, &Pipe);
  posix_spawnattr_setflags(&Signals, POSIX_SPAWN_SETSIGDEF);
  pid_t Child;
  int Failure = posix_spawnp(&Child, ArgumentArray[0], &Files, &Signals, ArgumentArray.data(),
                             EnvironmentArray.data());
  posix_spawn_file_actions_destroy(&Files);
  posix_spawnattr_destroy(&Signals);
  if (Failure)
    return Error{Words[0] + ": " + std::strerror(Failure)};
  int Status;
  while (::waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return Error{Words[0] + ": " + std::strerror(errno)};
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

Expected<std::string> allocsite::outputOfCommand(const std::vector<std::string> &Words) {
  // A file, since a pipe would have to be read while the program runs.
  std::FILE *File = std::tmpfile();
  if (!File)
    return Error{std::string("no temporary file can be made: ") + std::strerror(errno)};
  ProcessOptions Options;
  Options.Stdout = ::fileno(File);
  auto Status = runProcess(Words, Options);
  std::string Text;
  char Bytes[4096];
  std::rewind(File);
  while (size_t Count = std::fread(Bytes, 1, sizeof(Bytes), File))
    Text.append(Bytes, Count);
  std::fclose(File);
  if (!Status)
    return Status.error();
  if (*Status)
    return Error{Words[0] + ": has ended with status " + std::to_string(*Status)};
  return Text;
}

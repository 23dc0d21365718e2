//===- IsolatedCommands.cpp - Runs commands in processes of their own -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   pipe:  output of the command │ its errors │ Trailer      without a trailer it has crashed
//
//===----------------------------------------------------------------------===//

#include "IsolatedCommands.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace allocsite;

namespace {

/// More would only make each other wait.
constexpr unsigned MostAtOnce = 32;
constexpr rlim_t MostProcessorSeconds = 300;
constexpr int TickMilliseconds = 5000;
constexpr size_t MostWordBytes = 1 << 16;

struct Trailer {
  uint64_t ErrorBytes;
  uint32_t IsRefused, Code;
  uint64_t Magic;
};
constexpr uint64_t TrailerMagic = 0x444e45'45544953; // any number that text is not

void writeAll(int To, const void *From, size_t Size) {
  for (const char *At = static_cast<const char *>(From); Size;) {
    const ssize_t Put = ::write(To, At, Size);
    if (Put < 0 && errno == EINTR)
      continue;
    if (Put <= 0)
      return;
    At += Put;
    Size -= size_t(Put);
  }
}

/// The words, each ended by a zero.
std::string packed(const CommandWords &Words) {
  std::string Text;
  for (const std::string &Each : Words)
    (Text += Each) += '\0';
  return Text;
}

CommandWords unpacked(std::string_view Text) {
  CommandWords Words;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find('\0'), Text.size());
    Words.emplace_back(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
  }
  return Words;
}

//===----------------------------------------------------------------------===//
// The forker
//===----------------------------------------------------------------------===//

void limitTime() {
  const rlimit Limit{MostProcessorSeconds, MostProcessorSeconds};
  ::setrlimit(RLIMIT_CPU, &Limit);
}

/// In the child: runs the command, and ends.
[[noreturn]] void runInChild(Expected<CommandWords> Words, int Pipe) {
  limitTime();
  const int Errors = ::memfd_create("allocsite-errors", MFD_CLOEXEC);
  ::dup2(Pipe, STDOUT_FILENO);
  ::dup2(Errors, STDERR_FILENO);
  ::close(Pipe);
  Trailer End = {0, !Words, 0, TrailerMagic};
  if (Words)
    End.Code = uint32_t(runCommandLine(*Words));
  else
    writeAll(Errors, Words.error().What.data(), Words.error().What.size());
  struct stat Its = {};
  ::fstat(Errors, &Its);
  std::string Text(size_t(Its.st_size), '\0');
  if (::pread(Errors, Text.data(), Text.size(), 0) == ssize_t(Text.size()))
    End.ErrorBytes = Text.size();
  writeAll(STDOUT_FILENO, Text.data(), End.ErrorBytes);
  writeAll(STDOUT_FILENO, &End, sizeof(End));
  ::_exit(0);
}

void runPending(ForkerTask &Task) {
  for (const CommandWords &Each : Task.pending())
    if (::fork() == 0) {
      limitTime();
      ::_exit(runCommandLine(Each));
    }
}

/// Receives words and the pipe for the answer. False if the server has gone.
bool receive(int Socket, std::string &Words, int &Pipe) {
  Words.resize(MostWordBytes);
  iovec Part{Words.data(), Words.size()};
  alignas(cmsghdr) char Room[CMSG_SPACE(sizeof(int))];
  msghdr Message = {};
  Message.msg_iov = &Part;
  Message.msg_iovlen = 1;
  Message.msg_control = Room;
  Message.msg_controllen = sizeof(Room);
  const ssize_t Got = ::recvmsg(Socket, &Message, MSG_CMSG_CLOEXEC);
  if (Got <= 0)
    return false;
  Words.resize(size_t(Got));
  Pipe = -1;
  if (const cmsghdr *First = CMSG_FIRSTHDR(&Message); First && First->cmsg_type == SCM_RIGHTS)
    std::memcpy(&Pipe, CMSG_DATA(First), sizeof(Pipe));
  return true;
}

[[noreturn]] void serveForks(int Socket, ForkerTask &Task) {
  // Signals of a terminal are for the server, which then closes the socket.
  for (int Each : {SIGINT, SIGTERM, SIGHUP})
    std::signal(Each, SIG_IGN);
  std::string Words;
  for (;;) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0)
      ;
    pollfd Asked{Socket, POLLIN, 0};
    if (::poll(&Asked, 1, TickMilliseconds) == 0) {
      runPending(Task);
      continue;
    }
    int Pipe;
    if (!receive(Socket, Words, Pipe))
      ::_exit(0);
    if (Pipe < 0)
      continue; // there are no descriptors left: the server sees that nobody answers
    Expected<CommandWords> Completed = Task.complete(unpacked(Words));
    if (const pid_t Child = ::fork(); Child == 0) {
      ::close(Socket);
      runInChild(std::move(Completed), Pipe);
    }
    ::close(Pipe); // if the fork failed, the answer has no trailer
    runPending(Task);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// The server's side
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<IsolatedCommands>>
IsolatedCommands::start(const std::function<std::unique_ptr<ForkerTask>()> &Task) {
  int Ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, Ends) != 0)
    return Error{std::string("socketpair: ") + std::strerror(errno)};
  const pid_t Forker = ::fork();
  if (Forker == 0) {
    ::close(Ends[0]);
    serveForks(Ends[1], *Task());
  }
  ::close(Ends[1]);
  std::unique_ptr<IsolatedCommands> Made(new IsolatedCommands(Ends[0], Forker));
  if (Forker < 0)
    return Error{std::string("fork: ") + std::strerror(errno)};
  return Expected<std::unique_ptr<IsolatedCommands>>(std::move(Made));
}

IsolatedCommands::~IsolatedCommands() {
  ::close(Socket);
  if (Forker > 0)
    ::waitpid(Forker, nullptr, 0);
}

static bool sendWords(int Socket, const std::string &Words, int Pipe) {
  iovec Part{const_cast<char *>(Words.data()), Words.size()};
  alignas(cmsghdr) char Room[CMSG_SPACE(sizeof(int))] = {};
  msghdr Message = {};
  Message.msg_iov = &Part;
  Message.msg_iovlen = 1;
  Message.msg_control = Room;
  Message.msg_controllen = sizeof(Room);
  cmsghdr *First = CMSG_FIRSTHDR(&Message);
  First->cmsg_level = SOL_SOCKET;
  First->cmsg_type = SCM_RIGHTS;
  First->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(First), &Pipe, sizeof(Pipe));
  return ::sendmsg(Socket, &Message, MSG_NOSIGNAL) == ssize_t(Words.size());
}

/// Reads to the end; false if \p IsGone says that nobody wants it any more.
static bool readAnswer(int Pipe, const std::function<bool()> &IsGone, std::string &To) {
  constexpr int LookMilliseconds = 200;
  char Part[1 << 16];
  for (;;) {
    pollfd It{Pipe, POLLIN, 0};
    const int Ready = ::poll(&It, 1, LookMilliseconds);
    if (Ready == 0 && IsGone())
      return false;
    if (Ready <= 0)
      continue;
    const ssize_t Got = ::read(Pipe, Part, sizeof(Part));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return true;
    To.append(Part, size_t(Got));
  }
}

/// Parts what a command has written.
static void readTrailer(IsolatedCommands::Result &Its) {
  using Result = IsolatedCommands::Result;
  Trailer End;
  if (Its.Output.size() < sizeof(End))
    return;
  std::memcpy(&End, Its.Output.data() + Its.Output.size() - sizeof(End), sizeof(End));
  if (End.Magic != TrailerMagic || End.ErrorBytes > Its.Output.size() - sizeof(End))
    return;
  Its.Output.resize(Its.Output.size() - sizeof(End));
  Its.Errors = Its.Output.substr(Its.Output.size() - End.ErrorBytes);
  Its.Output.resize(Its.Output.size() - End.ErrorBytes);
  Its.Is = End.IsRefused ? Result::Refused : End.Code == 0 ? Result::Done : Result::Broken;
}

IsolatedCommands::Result IsolatedCommands::run(const CommandWords &Asked,
                                               const std::function<bool()> &IsGone,
                                               bool Waits) {
  Result Its;
  struct Hold {
    std::atomic<unsigned> &Of;
    const unsigned Before = Of++;
    ~Hold() { --Of; }
  } Counted{Waits ? Waiting : Running};
  if (Counted.Before >= MostAtOnce) {
    Its.Is = Result::TooMany;
    return Its;
  }
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return Its;
  const bool IsSent = sendWords(Socket, packed(Asked), Ends[1]);
  ::close(Ends[1]);
  if (!IsSent)
    HasEnded = true;
  const bool IsRead = IsSent && readAnswer(Ends[0], IsGone, Its.Output);
  ::close(Ends[0]);
  if (!IsRead) {
    Its.Is = IsSent ? Result::ClientGone : Result::Broken;
    return Its;
  }
  readTrailer(Its);
  return Its;
}

IsolatedCommands::Result IsolatedCommands::runAlone(const CommandWords &Words) {
  Result Its;
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return Its;
  const pid_t Child = ::fork();
  if (Child == 0)
    runInChild(Words, Ends[1]);
  ::close(Ends[1]);
  readAnswer(Ends[0], [] { return false; }, Its.Output);
  ::close(Ends[0]);
  if (Child > 0)
    ::waitpid(Child, nullptr, 0);
  readTrailer(Its);
  return Its;
}

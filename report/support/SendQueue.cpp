//===- SendQueue.cpp - Requests that wait on disk until they are sent -----===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   POST /ingest?name=app\n
//   Content-Type: application/octet-stream\n
//   …\n
//   \n
//   the body
//
//===----------------------------------------------------------------------===//

#include "SendQueue.h"

#include "DisplayText.h"
#include "Message.h"
#include "NewFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

using namespace allocsite;
namespace fs = std::filesystem;

static constexpr double FirstBackOff = 1, LongestBackOff = 300;
static constexpr char TypeHeader[] = "Content-Type";

/// The files of a directory, the oldest first: their names are numbers.
static std::vector<fs::path> filesOf(const fs::path &Directory) {
  std::vector<fs::path> Files;
  std::error_code Failure;
  for (const fs::directory_entry &Each : fs::directory_iterator(Directory, Failure))
    if (Each.path().extension() == ".post")
      Files.push_back(Each.path());
  std::sort(Files.begin(), Files.end());
  return Files;
}

static std::string textOf(const HttpPost &Of) {
  std::string Text = fmt::format("POST {}\n{}: {}\n", Of.Target, TypeHeader, Of.Type);
  for (const auto &[Name, Value] : Of.Headers)
    Text += fmt::format("{}: {}\n", Name, Value);
  return Text + '\n' + Of.Body;
}

/// An error if it cannot be opened; nothing if it is damaged.
static Expected<std::optional<HttpPost>> readPost(const fs::path &File) {
  std::ifstream Stream(File, std::ios::binary);
  if (!Stream)
    return Error{fmt::format("{}: {}", displayText(File.string()), std::strerror(errno))};
  HttpPost Its;
  std::string Line;
  constexpr std::string_view Begin = "POST ";
  if (!std::getline(Stream, Line) || Line.compare(0, Begin.size(), Begin) != 0)
    return std::optional<HttpPost>();
  Its.Target = Line.substr(Begin.size());
  while (std::getline(Stream, Line) && !Line.empty()) {
    const size_t Colon = Line.find(": ");
    if (Colon == Line.npos)
      return std::optional<HttpPost>();
    std::string Name = Line.substr(0, Colon), Value = Line.substr(Colon + 2);
    if (Name == TypeHeader)
      Its.Type = std::move(Value);
    else
      Its.Headers.emplace_back(std::move(Name), std::move(Value));
  }
  std::ostringstream Body;
  Body << Stream.rdbuf();
  Its.Body = Body.str();
  return std::optional(std::move(Its));
}

SendQueue::SendQueue(std::string Directory, uint64_t MostBytes, Sender Send, int Lock)
    : Directory(std::move(Directory)), MostBytes(MostBytes), Send(std::move(Send)), Lock(Lock),
      Random(std::random_device()()) {}

SendQueue::~SendQueue() { ::close(Lock); }

Expected<std::unique_ptr<SendQueue>> SendQueue::open(const std::string &Directory,
                                                     uint64_t MostBytes, Sender Send) {
  std::error_code Failure;
  for (const char *Each : {"/queue", "/refused"})
    if (fs::create_directories(Directory + Each, Failure); Failure)
      return Error{fmt::format("{}{}: {}", displayText(Directory), Each, Failure.message())};
  fs::permissions(Directory, fs::perms::owner_all, Failure);
  const std::string Path = Directory + "/lock";
  const int Lock = ::open(Path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (Lock < 0)
    return Error{fmt::format("{}: {}", displayText(Path), std::strerror(errno))};
  if (::flock(Lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(Lock);
    return Error{fmt::format("{}: another process sends from there", displayText(Directory))};
  }
  // What was half written when a process ended.
  for (const fs::directory_entry &Each : fs::directory_iterator(Directory + "/queue", Failure))
    if (Each.path().extension() != ".post")
      fs::remove(Each.path(), Failure);
  return std::unique_ptr<SendQueue>(
      new SendQueue(Directory, MostBytes, std::move(Send), Lock));
}

MaybeError SendQueue::add(const HttpPost &Of) {
  const auto Now = std::chrono::system_clock::now().time_since_epoch();
  uint64_t Number =
      uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(Now).count());
  // The clock may have been set back.
  if (const std::vector<fs::path> Before = filesOf(Directory + "/queue"); !Before.empty())
    Number = std::max<uint64_t>(Number,
                                std::strtoull(Before.back().stem().c_str(), nullptr, 10) + 1);
  if (auto Failure =
          writeNewFile(fmt::format("{}/queue/{:020}.post", Directory, Number), textOf(Of)))
    return Failure;
  makeRoom();
  return {};
}

/// Removes the oldest files while there are too many bytes: first those that were refused.
void SendQueue::makeRoom() {
  std::error_code Failure;
  uint64_t Bytes = 0;
  std::vector<fs::path> Files = filesOf(Directory + "/refused");
  const size_t RefusedFiles = Files.size();
  for (const fs::path &Each : filesOf(Directory + "/queue"))
    Files.push_back(Each);
  for (const fs::path &Each : Files)
    if (const uint64_t Size = fs::file_size(Each, Failure); !Failure)
      Bytes += Size;
  size_t Gone = 0;
  for (size_t I = 0; I + 1 < Files.size() && Bytes > MostBytes; ++I) {
    const uint64_t Size = fs::file_size(Files[I], Failure);
    Bytes -= Failure ? 0 : std::min(Bytes, Size);
    fs::remove(Files[I], Failure);
    Gone += I >= RefusedFiles;
  }
  Dropped += Gone;
  if (Gone)
    printWarning(fmt::format("{} profile{} removed unsent: what waits is more than {} MiB "
                             "({} in all)",
                             Gone, Gone == 1 ? " is" : "s are", MostBytes >> 20, Dropped));
}

size_t SendQueue::waiting() const { return filesOf(Directory + "/queue").size(); }

std::optional<SendQueue::Clock::time_point> SendQueue::nextTry() const {
  return waiting() ? std::optional(Next) : std::nullopt;
}

void SendQueue::wait(double Least, const std::string &Why) {
  BackOff = BackOff ? std::min(2 * BackOff, LongestBackOff) : FirstBackOff;
  // Many senders must not come back at the same moment.
  const double Spread = std::uniform_real_distribution(0.8, 1.2)(Random);
  const double Seconds = std::max(BackOff * Spread, std::min(Least, 24 * 3600.0));
  Next = Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(Seconds));
  const size_t Count = waiting();
  if (Why != Said)
    printWarning(fmt::format("{}: {} profile{}, and {} tried again", Why, Count,
                             Count == 1 ? " waits" : "s wait", Count == 1 ? "is" : "are"));
  Said = Why;
}

/// What a server says of a request that it will never take.
static bool isFinal(int Status) {
  return Status == 400 || Status == 413 || Status == 415 || Status == 422;
}

void SendQueue::refuse(const std::string &File, const HttpReply &Reply) {
  std::error_code Failure;
  const fs::path To = fs::path(Directory) / "refused" / fs::path(File).filename();
  fs::rename(File, To, Failure);
  ++Refused;
  std::string Why = Reply.Body.substr(0, Reply.Body.find('\n'));
  if (Why.size() > 200)
    Why.resize(200);
  printWarning(fmt::format("the server refuses a profile ({}{}{}), which is kept as {}",
                           Reply.Status, Why.empty() ? "" : ": ", displayText(Why),
                           displayText(To.string())));
}

void SendQueue::send(const std::function<bool()> &IsOver) {
  if (Clock::now() < Next)
    return;
  size_t Sent = 0;
  for (const fs::path &File : filesOf(Directory + "/queue")) {
    if (IsOver())
      return;
    std::error_code Failure;
    auto Post = readPost(File);
    if (!Post)
      return wait(0, Post.error().What);
    if (!*Post) {
      fs::remove(File, Failure);
      ++Dropped;
      printWarning(fmt::format("{} is damaged, and removed", displayText(File.string())));
      continue;
    }
    const HttpReply Reply = Send(std::move(**Post));
    if (Reply.Status >= 200 && Reply.Status < 300) {
      fs::remove(File, Failure);
      ++Sent;
      continue;
    }
    if (isFinal(Reply.Status)) {
      refuse(File.string(), Reply);
      continue;
    }
    return wait(Reply.RetryAfter,
                Reply.Status ? fmt::format("the server answers {}", Reply.Status)
                             : "the server does not answer: " + displayText(Reply.Failure));
  }
  if (!Said.empty() && Sent)
    printNote(fmt::format("the server answers again: {} profile{} sent", Sent,
                          Sent == 1 ? " is" : "s are"));
  Said.clear();
  BackOff = 0;
}

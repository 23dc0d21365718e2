//===- HttpLibrary.cpp - HTTP by cpp-httplib ------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of its own (Http.h). cpp-httplib parses and writes; connections are of this file, as
// the library's have a limit for each read but none for a request as a whole: a client that sends a
// byte each second would keep a thread for hours.
//
//===----------------------------------------------------------------------===//

#include "Http.h"

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <httplib.h>
#include <list>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace allocsite;

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t MostConnections = 64;
constexpr int RequestsOfConnection = 1000;
constexpr size_t MostOfRequest = 1 << 16;
constexpr std::chrono::milliseconds ForRequest{10000}, ForAnswer{60000};
/// For a request while other connections wait for a thread.
constexpr std::chrono::milliseconds WhenBusy{200};

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

/// A socket whose reads and writes end at a deadline. Its thread; shutdown() any thread.
class Connection : public httplib::Stream {
public:
  explicit Connection(int Socket) : Socket(Socket) {}

  void setDeadline(std::chrono::milliseconds From) {
    Deadline = Clock::now() + From;
    Received = 0;
  }
  /// Is a request being answered? Else the client has still to send it.
  std::atomic<bool> IsAnswered{false};
  bool IsLast = false;               ///< no request may follow on this connection
  std::atomic<bool> IsClosed{false}; ///< by shutdown()
  void shutdown() {
    IsClosed = true;
    ::shutdown(Socket, SHUT_RDWR);
  }
  bool isGone() const {
    pollfd It{Socket, POLLRDHUP, 0};
    return ::poll(&It, 1, 0) > 0 && It.revents & (POLLRDHUP | POLLHUP | POLLERR);
  }

  bool is_readable() const override { return First != Last || wait(POLLIN); }
  bool is_writable() const override { return wait(POLLOUT); }
  ssize_t read(char *To, size_t Size) override {
    if (First == Last) {
      if (!wait(POLLIN))
        return -1;
      const ssize_t Got = ::recv(Socket, Buffer, sizeof(Buffer), 0);
      if (Got <= 0)
        return Got;
      // The library takes headers without end.
      if ((Received += size_t(Got)) > MostOfRequest)
        return -1;
      First = 0;
      Last = size_t(Got);
    }
    Size = std::min(Size, Last - First);
    std::memcpy(To, Buffer + First, Size);
    First += Size;
    return ssize_t(Size);
  }
  ssize_t write(const char *From, size_t Size) override {
    return wait(POLLOUT) ? ::send(Socket, From, Size, MSG_NOSIGNAL | MSG_DONTWAIT) : -1;
  }
  void get_remote_ip_and_port(std::string &, int &) const override {}
  void get_local_ip_and_port(std::string &, int &) const override {}
  socket_t socket() const override { return Socket; }

private:
  bool wait(short For) const {
    pollfd It{Socket, For, 0};
    for (;;) {
      const auto Left =
          std::chrono::duration_cast<std::chrono::milliseconds>(Deadline - Clock::now());
      if (Left.count() <= 0)
        return false;
      const int Ready = ::poll(&It, 1, int(Left.count()));
      if (Ready >= 0 || errno != EINTR)
        return Ready > 0;
    }
  }

  const int Socket;
  Clock::time_point Deadline;
  char Buffer[4096];
  size_t First = 0, Last = 0; ///< what is in the buffer
  size_t Received = 0;        ///< bytes since setDeadline()
};

thread_local Connection *Current = nullptr;

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

class Server : public HttpServer, private httplib::Server {
public:
  Server() {
    new_task_queue = [this] { return new Queue(*this); };
    set_payload_max_length(0);
    // The library retries accept() at once when there are no descriptors left.
    set_idle_interval(0, 100000);
    // Not SO_REUSEPORT: two servers would share the requests.
    set_socket_options([](socket_t Its) {
      const int Yes = 1;
      ::setsockopt(Its, SOL_SOCKET, SO_REUSEADDR, &Yes, sizeof(Yes));
    });
  }

  Expected<int> bind(const std::string &Address, int Port) override {
    if (Port < 0)
      return bindPath(Address);
    errno = 0;
    const int Bound =
        Port ? bind_to_port(Address, Port) ? Port : -1 : bind_to_any_port(Address);
    if (Bound > 0)
      return Bound;
    return Error{Address + ':' + std::to_string(Port) + ": " +
                 (errno ? std::strerror(errno) : "not an address of this machine")};
  }

  MaybeError serve(std::function<HttpAnswer(const HttpRequest &)> Answer) override {
    set_pre_routing_handler([Answer](const httplib::Request &Asked, httplib::Response &To) {
      answer(Answer, Asked, To);
      return HandlerResponse::Handled;
    });
    // The library lets 5 connections wait, and then clients wait for a second.
    constexpr int MostWaiting = 128;
    ::listen(svr_sock_, MostWaiting);
    const bool IsDone = IsStopping || listen_after_bind();
    HasEnded = true;
    if (!IsDone)
      return Error{std::string("accept: ") + std::strerror(errno)};
    return {};
  }

  void stop() override {
    IsStopping = true;
    // The library forgets it while it has not begun yet.
    for (; !HasEnded; std::this_thread::sleep_for(std::chrono::milliseconds(10)))
      if (is_running() && svr_sock_ != INVALID_SOCKET)
        httplib::Server::stop();
  }

private:
  /// A thread for each connection. If there are too many, closes one that has sent no request.
  class Queue : public httplib::TaskQueue {
  public:
    explicit Queue(Server &Of) : Of(Of), Threads(MostConnections) {}
    void enqueue(std::function<void()> Task) override {
      Of.makeRoom();
      Threads.enqueue(std::move(Task));
    }
    void shutdown() override {
      Of.closeAll();
      Threads.shutdown();
    }

  private:
    Server &Of;
    httplib::ThreadPool Threads;
  };

  Expected<int> bindPath(const std::string &Path) {
    struct stat Its;
    if (::lstat(Path.c_str(), &Its) == 0 && S_ISSOCK(Its.st_mode)) {
      if (isAnswered(Path))
        return Error{Path + ": another process answers there"};
      ::unlink(Path.c_str()); // of one that was killed
    }
    set_address_family(AF_UNIX);
    const mode_t Before = ::umask(0177);
    errno = 0;
    const bool IsBound = bind_to_port(Path, 1);
    const int Code = errno;
    ::umask(Before);
    if (!IsBound)
      return Error{Path + ": " + std::strerror(Code ? Code : EINVAL)};
    return 0;
  }

  static bool isAnswered(const std::string &Path) {
    sockaddr_un Its = {};
    Its.sun_family = AF_UNIX;
    if (Path.size() >= sizeof(Its.sun_path))
      return false;
    std::memcpy(Its.sun_path, Path.c_str(), Path.size() + 1);
    const int Socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool Is = ::connect(Socket, reinterpret_cast<sockaddr *>(&Its), sizeof(Its)) == 0;
    ::close(Socket);
    return Is;
  }

  /// A connection is going to wait for a thread.
  void makeRoom() {
    std::lock_guard Hold(Lock);
    if (++Waiting + Open.size() <= MostConnections)
      return;
    // The oldest first.
    for (Connection *Each : Open)
      if (!Each->IsAnswered && !Each->IsClosed) {
        Each->shutdown();
        return;
      }
  }
  bool isBusy() {
    std::lock_guard Hold(Lock);
    return Waiting + Open.size() > MostConnections;
  }
  void closeAll() {
    std::lock_guard Hold(Lock);
    for (Connection *Each : Open)
      Each->shutdown();
  }

  bool process_and_close_socket(socket_t Socket) override {
    Connection Its(Socket);
    {
      std::lock_guard Hold(Lock);
      --Waiting;
      Open.push_back(&Its);
    }
    Current = &Its;
    bool IsOver = false;
    for (int Left = RequestsOfConnection; Left && !IsOver && !Its.IsLast && is_running();
         --Left) {
      Its.IsAnswered = false;
      Its.setDeadline(isBusy() ? WhenBusy : ForRequest);
      if (!Its.is_readable() ||
          !process_request(Its, Left == 1, IsOver, [](httplib::Request &) {}))
        break;
    }
    Current = nullptr;
    {
      std::lock_guard Hold(Lock);
      Open.remove(&Its);
    }
    ::shutdown(Socket, SHUT_RDWR);
    ::close(Socket);
    return true;
  }

  static void answer(const std::function<HttpAnswer(const HttpRequest &)> &Answer,
                     const httplib::Request &Asked, httplib::Response &To) {
    Connection &On = *Current;
    On.IsAnswered = true;
    HttpRequest Its{Asked.method,
                    pathOf(Asked.path),
                    {Asked.params.begin(), Asked.params.end()},
                    Asked.get_header_value("Host"),
                    Asked.get_header_value("Authorization"),
                    [&On] { return On.isGone(); }};
    HttpAnswer Made = Answer(Its);
    To.status = Made.Status;
    for (const auto &[Name, Value] : Made.Headers)
      To.set_header(Name, Value);
    // What a body would be is not read: the connection ends behind the answer.
    if (Asked.has_header("Content-Length") || Asked.has_header("Transfer-Encoding")) {
      To.set_header("Connection", "close");
      On.IsLast = true;
    }
    To.set_content(std::move(Made.Body), Made.Type);
    On.setDeadline(ForAnswer);
  }

  /// Of "http://host/path" the path, as clients ask that take the server for a proxy.
  static std::string pathOf(const std::string &Target) {
    const size_t Host = Target.compare(0, 7, "http://") == 0 ? 7 : Target.npos;
    const size_t Path = Host == Target.npos ? 0 : Target.find('/', Host);
    return Path == Target.npos ? "/" : Target.substr(Path);
  }

  std::atomic<bool> IsStopping{false}, HasEnded{false};
  std::mutex Lock;
  std::list<Connection *> Open; ///< under Lock, as the next
  size_t Waiting = 0;           ///< connections that have no thread yet
};

//===----------------------------------------------------------------------===//
// The client
//===----------------------------------------------------------------------===//

/// Ends what \p Of waits for when the time is over.
class Watchdog {
public:
  Watchdog(httplib::Client &Of, double Seconds)
      : Thread([this, &Of, Seconds] {
          std::unique_lock Hold(Lock);
          if (!Over.wait_for(Hold, std::chrono::duration<double>(Seconds),
                             [this] { return IsOver; })) {
            HasBitten = true;
            Of.stop();
          }
        }) {}
  ~Watchdog() { end(); }
  /// True if the time was over.
  bool end() {
    {
      std::lock_guard Hold(Lock);
      IsOver = true;
    }
    Over.notify_one();
    if (Thread.joinable())
      Thread.join();
    return HasBitten;
  }

private:
  std::mutex Lock;
  std::condition_variable Over;
  bool IsOver = false, HasBitten = false;
  std::thread Thread;
};

std::string failureText(httplib::Error Of) {
  switch (Of) {
  case httplib::Error::Connection:
    return "it cannot be reached";
  case httplib::Error::Read:
    return "it has closed the connection without an answer";
  case httplib::Error::Write:
    return "it has closed the connection";
  case httplib::Error::SSLConnection:
    return "no TLS connection";
  case httplib::Error::SSLLoadingCerts:
    return "the certificates to trust cannot be read";
  case httplib::Error::SSLServerVerification:
    return "its certificate is not trusted";
  default:
    return httplib::to_string(Of);
  }
}

HttpReply post(const HttpPost &Of) {
  constexpr size_t MostOfBody = 4096;
  HttpReply Reply;
  httplib::Client Client(Of.Server);
  if (!Client.is_valid()) {
    Reply.Failure = "the certificates cannot be read";
    return Reply;
  }
  if (!Of.Authorities.empty())
    Client.set_ca_cert_path(Of.Authorities);
  // Each wait is longer than all of it may take: the watchdog ends it.
  const auto Whole = std::chrono::duration<double>(Of.Seconds + 1);
  Client.set_connection_timeout(Whole);
  Client.set_read_timeout(Whole);
  Client.set_write_timeout(Whole);
  Client.set_url_encode(false);
  httplib::Headers Headers(Of.Headers.begin(), Of.Headers.end());
  Watchdog Time(Client, Of.Seconds);
  httplib::Request Asked;
  Asked.method = "POST";
  Asked.path = Of.Target;
  Asked.headers = Headers;
  Asked.set_header("Content-Type", Of.Type);
  Asked.body = Of.Body;
  // The status alone counts: whatever is wrong with what follows, the server has taken the request.
  Asked.response_handler = [&Reply](const httplib::Response &Its) {
    Reply.Status = Its.status;
    Reply.RetryAfter = std::max(0.0, std::atof(Its.get_header_value("Retry-After").c_str()));
    return true;
  };
  Asked.content_receiver = [&Reply](const char *Bytes, size_t Size, uint64_t, uint64_t) {
    Reply.Body.append(Bytes, std::min(Size, MostOfBody - Reply.Body.size()));
    return Reply.Body.size() < MostOfBody;
  };
  const httplib::Result Got = Client.send(Asked);
  const bool WasLate = Time.end();
  if (!Got && !Reply.Status)
    Reply.Failure = WasLate ? "no answer in " + std::to_string(int(Of.Seconds)) + " s"
                            : failureText(Got.error());
  return Reply;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const HttpLibrary allocsiteHttpLibrary;
extern "C" const HttpLibrary allocsiteHttpLibrary = {
    [] { return std::unique_ptr<HttpServer>(std::make_unique<Server>()); }, post};

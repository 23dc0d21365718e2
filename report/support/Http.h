//===- Http.h - Answers and sends over HTTP -------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   allocsite serve ──┐                     ┌── liballocsite-http.so (HttpLibrary.cpp)
//                     ├─ httpLibrary() ─────┤      cpp-httplib, OpenSSL
//   allocsite push  ──┘  loads when needed  └──
//
// Both are of the library cpp-httplib, which is loaded when a command needs it: with what it needs
// itself it would make each start of `allocsite` three times as long.
//
//===----------------------------------------------------------------------===//
#ifndef ALLOCSITE_REPORT_SUPPORT_HTTP_H
#define ALLOCSITE_REPORT_SUPPORT_HTTP_H

#include "profile/Expected.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace allocsite {

struct HttpRequest {
  std::string Method, Path;
  std::multimap<std::string, std::string> Parameters; ///< what follows `?`
  std::string Host, Authorization;                    ///< headers; empty: none
  std::function<bool()> IsGone; ///< has the client closed the connection?

  /// The first parameter of that name, or empty.
  std::string parameter(const std::string &Name) const {
    auto At = Parameters.find(Name);
    return At == Parameters.end() ? "" : At->second;
  }
};

struct HttpAnswer {
  int Status = 200;
  std::string Type = "text/plain; charset=utf-8", Body;
  std::vector<std::pair<std::string, std::string>> Headers = {};
};

/// Each connection has a thread of its own, of a bounded number. A client has some seconds for a
/// request and a minute to take the answer. When there are too many connections, one that has not
/// yet sent its request is closed for the next.
class HttpServer {
public:
  virtual ~HttpServer() = default;
  /// Binds an address and a port (0: any that is free), or with \p Port -1 a unix socket, which
  /// only this user may open. Returns the port.
  virtual Expected<int> bind(const std::string &Address, int Port) = 0;
  /// Answers until stop(). \p Answer is called on several threads at once.
  virtual MaybeError serve(std::function<HttpAnswer(const HttpRequest &)> Answer) = 0;
  /// Ends serve(), also one that has not begun yet, and waits for that. Not from within an answer.
  virtual void stop() = 0;
};

struct HttpPost {
  std::string Server; ///< "https://host:port"
  std::string Target; ///< "/ingest?name=app"
  std::string Type, Body;
  std::vector<std::pair<std::string, std::string>> Headers;
  std::string Authorities; ///< a file of certificates to trust; empty: the system's
  double Seconds = 30;     ///< for all of it
};

struct HttpReply {
  int Status = 0;        ///< 0: there was none
  std::string Body;      ///< its beginning
  std::string Failure;   ///< why there was none
  double RetryAfter = 0; ///< seconds; 0: not told
};

struct HttpLibrary {
  std::unique_ptr<HttpServer> (*Server)();
  HttpReply (*Post)(const HttpPost &);
};

/// The first line of \p File, which a client must know. Warns if other users may read it.
Expected<std::string> readToken(const std::string &File);

/// Loads the library from the directory \p From, once. An error says what is missing. Not
/// thread-safe.
Expected<const HttpLibrary *> httpLibrary(const std::string &From);

} // namespace allocsite

#endif

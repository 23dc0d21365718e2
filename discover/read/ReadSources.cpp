//===- ReadSources.cpp - Parses all sources, and keeps their facts ----------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parser for each source, with a file system of its own: what directory a source
// was compiled in is no property of the process.
//
//===----------------------------------------------------------------------===//

#include "discover/read/ReadSources.h"
#include "report/support/DisplayText.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

using namespace clang;

namespace allocsite {

///   reading [#########---------------]  41 % 103/250  0:07 left  src/pool.c
///
/// On standard error, and only where that is a terminal: nothing of it is in a log.
class Progress {
public:
  Progress(std::string_view What, size_t Total);
  ~Progress(); ///< Wipes the line.

  /// One more is done, `Path`. May be called on any thread.
  void done(std::string_view Path);

private:
  std::string line(std::string_view Path, size_t Columns) const;

  const std::string What;
  const size_t Total;
  const bool Shown;
  const std::chrono::steady_clock::time_point Start;
  std::mutex Lock; ///< For what follows, and the terminal.
  size_t Done = 0;
  std::chrono::steady_clock::time_point Printed;
};

using Clock = std::chrono::steady_clock;

static constexpr size_t BarWidth = 24, PlainColumns = 80;
static constexpr auto Pause = std::chrono::milliseconds(50);

static size_t columns() {
  winsize Size;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &Size) == 0 && Size.ws_col > 0 ? Size.ws_col
                                                                           : PlainColumns;
}

Progress::Progress(std::string_view What, size_t Total)
    : What(What), Total(Total), Shown(::isatty(STDERR_FILENO)), Start(Clock::now()) {}

Progress::~Progress() {
  if (Shown)
    std::fputs("\r\033[K", stderr);
}

std::string Progress::line(std::string_view Path, size_t Columns) const {
  size_t Filled = Done * BarWidth / Total;
  auto Spent = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - Start);
  size_t Left = Spent.count() * (Total - Done) / Done;
  std::string Line = fmt::format("{} [{}{}] {:3} % {}/{}  {}:{:02} left  ", What,
                                 std::string(Filled, '#'), std::string(BarWidth - Filled, '-'),
                                 Done * 100 / Total, Done, Total, Left / 60, Left % 60);
  // The end of a path tells most. One column stays free, or the line would wrap.
  if (Line.size() + 1 >= Columns)
    return Line.substr(0, Columns - 1);
  return Line + shortenStart(displayText(Path), Columns - Line.size() - 1);
}

void Progress::done(std::string_view Path) {
  std::lock_guard<std::mutex> Held(Lock);
  ++Done;
  if (!Shown || (Done < Total && Clock::now() - Printed < Pause))
    return;
  Printed = Clock::now();
  std::fputs(("\r" + line(Path, columns()) + "\033[K").c_str(), stderr);
}

namespace {

class FactConsumer : public ASTConsumer {
public:
  explicit FactConsumer(UnitFacts &To) : To(To) {}
  void HandleTranslationUnit(ASTContext &Ctx) override { To = readFacts(Ctx); }

private:
  UnitFacts &To;
};

/// CMake writes `#pragma … system_header` into the header of a target's precompiled
/// headers, and so into all that it includes. They are the program's own all the same.
static void takeBackSystemHeaders(PreprocessorOptions &Options, FileManager &Files) {
  for (const std::string &Path : Options.Includes) {
    auto Buffer = Files.getBufferForFile(Path);
    if (!Buffer || (*Buffer)->getBuffer().find("system_header") == llvm::StringRef::npos)
      continue;
    std::string Text;
    for (llvm::StringRef Rest = (*Buffer)->getBuffer(); !Rest.empty();) {
      auto [Line, Behind] = Rest.split('\n');
      llvm::StringRef Words = Line.trim();
      bool Directive = Words.consume_front("#");
      Words = Words.ltrim();
      if (!Directive || !Words.consume_front("pragma") || !Words.consume_back("system_header"))
        Text += Line;
      Text += '\n';
      Rest = Behind;
    }
    Options.addRemappedFile(Path, llvm::MemoryBuffer::getMemBufferCopy(Text, Path).release());
  }
}

class FactAction : public ASTFrontendAction {
public:
  explicit FactAction(UnitFacts &To) : To(To) {}
  bool BeginInvocation(CompilerInstance &Clang) override {
    takeBackSystemHeaders(Clang.getPreprocessorOpts(), Clang.getFileManager());
    return true;
  }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<FactConsumer>(To);
  }

private:
  UnitFacts &To;
};

/// Keeps the first error.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Problem) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Problem);
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    if (Problem.hasSourceManager() && Problem.getLocation().isValid()) {
      PresumedLoc At = Problem.getSourceManager().getPresumedLoc(Problem.getLocation());
      if (At.isValid())
        Text = std::string(At.getFilename()) + ":" + std::to_string(At.getLine()) + ":" +
               std::to_string(At.getColumn()) + ": ";
    }
    llvm::SmallString<128> Said;
    Problem.FormatDiagnostic(Said);
    Text += Said.str();
  }

  std::string Text;
};

} // namespace

/// Returns the first error, "" where there is none.
static std::string readSource(const SourceFile &Source, UnitFacts &To) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files(
      llvm::vfs::createPhysicalFileSystem().release());
  if (Files->setCurrentWorkingDirectory(Source.Directory))
    return "cannot enter the directory '" + Source.Directory + "'";
  llvm::IntrusiveRefCntPtr<FileManager> Manager(new FileManager(FileSystemOptions(), Files));
  tooling::ToolInvocation Parse(Source.Arguments, std::make_unique<FactAction>(To),
                                Manager.get());
  FirstError Errors;
  Parse.setDiagnosticConsumer(&Errors);
  bool Parsed = Parse.run();
  if (!Parsed && Errors.Text.empty())
    return "clang could not be run for it";
  return Errors.Text;
}

SourcesRead readSources(const std::vector<SourceFile> &Sources, unsigned Jobs) {
  if (!Jobs)
    Jobs = std::max(1u, std::thread::hardware_concurrency());
  SourcesRead Read;
  Read.Units.resize(Sources.size());
  std::vector<std::string> Errors(Sources.size());
  Progress Shown("reading", Sources.size());
  std::atomic<size_t> Next{0};
  auto work = [&] {
    for (size_t Index; (Index = Next++) < Sources.size();) {
      Errors[Index] = readSource(Sources[Index], Read.Units[Index]);
      Shown.done(Sources[Index].Path);
    }
  };
  std::vector<std::thread> Threads;
  for (unsigned Job = 1; Job < std::min<size_t>(Jobs, Sources.size()); ++Job)
    Threads.emplace_back(work);
  work();
  for (std::thread &Each : Threads)
    Each.join();
  for (size_t Index = 0; Index < Sources.size(); ++Index)
    if (!Errors[Index].empty())
      Read.Problems.push_back({Sources[Index].Path, Errors[Index]});
  return Read;
}

} // namespace allocsite

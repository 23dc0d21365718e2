//===- main.cpp - The command allocsite -----------------------------------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command reads, merges and renders; this only finds the command.
//
//===----------------------------------------------------------------------===//

#include "commands/Command.h"
#include "commands/CommandTable.h"
#include "commands/SharedOptions.h"
#include "support/DisplayText.h"
#include "support/Message.h"
#include "support/Suggestion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cassert>
#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <new>

using namespace allocsite;

static ExitCode usageError(std::string What, const std::string &CommandName) {
  printError(What);
  printNote(
      fmt::format("see allocsite{}{} --help", CommandName.empty() ? "" : " ", CommandName));
  return UsageProblem;
}

static std::vector<std::string> optionNames(const CLI::App &App) {
  std::vector<std::string> Words;
  for (const CLI::Option *Each : App.get_options())
    for (const std::string &Name : Each->get_lnames())
      Words.push_back("--" + Name);
  return Words;
}

static std::vector<std::string> commandNames(const std::vector<Command> &Commands) {
  std::vector<std::string> Words;
  for (const Command &Each : Commands)
    Words.push_back(Each.App->get_name());
  return Words;
}

/// The command that was named in the part of the command line parsed so far, or null.
static const CLI::App *namedCommand(const std::vector<Command> &Commands) {
  for (const Command &Each : Commands)
    if (Each.App->parsed())
      return Each.App;
  return nullptr;
}

/// Prints an error on \p Words, which CLI11 did not expect. \p StartsProgram: the command runs
/// the words behind `--`.
static ExitCode unexpected(const CLI::App &App, const std::vector<std::string> &Words,
                           bool StartsProgram = false) {
  std::string Shown = displayText(Words.front());
  if (Shown[0] == '-')
    return usageError(
        fmt::format("unknown option {}{}", Shown,
                    suggestion(Shown.substr(0, Shown.find('=')), optionNames(App))),
        App.get_name());
  return usageError(
      fmt::format("unexpected argument {}{}", Shown,
                  StartsProgram ? fmt::format(" (hint: what is to run stands behind --, as in "
                                              "allocsite {} -- {})",
                                              App.get_name(), Shown)
                                : ""),
      App.get_name());
}

/// The words that CLI11 did not expect, without the `--` that ends options.
static std::vector<std::string> unexpectedWords(const CLI::App &App) {
  std::vector<std::string> Words = App.remaining();
  if (!Words.empty() && Words.front() == "--")
    Words.erase(Words.begin());
  return Words;
}

/// The words for CLI11, without those of a program that the command starts: the command gets
/// these unparsed, as CLI11 would read `[a,b]` as a list.
static std::vector<std::string> commandLine(std::vector<std::string> Words,
                                            const std::vector<Command> &Commands) {
  for (const Command &Each : Commands)
    if (Each.Program && !Words.empty() && Words.front() == Each.App->get_name())
      if (auto End = std::find(Words.begin(), Words.end(), "--"); End != Words.end()) {
        Each.Program->assign(End + 1, Words.end());
        Words.erase(End, Words.end());
      }
  // Keep CLI11 from reading a file name in brackets as a list.
  for (std::string &Each : Words)
    if (Each.size() > 1 && Each.front() == '[' && Each.back() == ']')
      Each.insert(0, "./");
  return Words;
}

namespace {
struct NamedCommand {
  const char *Name;
  Command (*Add)(CLI::App &To);
};
} // namespace

/// In the order of the help.
static constexpr NamedCommand AllCommands[] = {
    {"report", addReportCommand},     {"html", addHtmlCommand},
    {"diff", addDiffCommand},         {"trend", addTrendCommand},
    {"export", addExportCommand},     {"tree", addTreeCommand},
    {"graph", addGraphCommand},       {"tune", addTuneCommand},
    {"top", addTopCommand},           {"annotate", addAnnotateCommand},
    {"merge", addMergeCommand},       {"run", addRunCommand},
    {"check", addCheckCommand},       {"tad", addTadCommand},
    {"recover", addRecoverCommand},   {"sites", addSitesCommand},
    {"config", addConfigCommand},     {"leaves", addLeavesCommand},
    {"build", addBuildCommand},       {"doctor", addDoctorCommand},
    {"discover", addDiscoverCommand}, {"start", addStartCommand},
    {"stop", addStopCommand},         {"mark", addMarkCommand},
    {"dump", addDumpCommand},         {"ps", addPsCommand},
    {"serve", addServeCommand},       {"push", addPushCommand},
    {"gather", addGatherCommand}};

/// Adds the command that the line begins with, or else all of them, for help and errors: to declare
/// the options of all takes longer than what most commands do.
static std::vector<Command> addCommands(CLI::App &To, const std::vector<std::string> &Line) {
  std::vector<Command> Added;
  for (const NamedCommand &Each : AllCommands)
    if (!Line.empty() && Line.front() == Each.Name)
      return {Each.Add(To)};
  for (const NamedCommand &Each : AllCommands) {
    Added.push_back(Each.Add(To));
    assert(Added.back().App->get_name() == Each.Name);
  }
  return Added;
}

static ExitCode run(const std::vector<std::string> &Line) {
  CLI::App App("Shows what the AllocSite heap profiler has counted.", "allocsite");
  App.get_formatter()->column_width(20);
  App.set_version_flag("--version", "allocsite " ALLOCSITE_VERSION,
                       "Print the version and exit");
  std::string Shell;
  bool WantsManPage = false;
  addChoice(App, "--completions", Shell, choicesOf(Shells),
            "Print what a shell reads to complete commands and options");
  App.add_flag("--man", WantsManPage, "Print the man page");
  App.footer("Run `allocsite COMMAND --help` for the options of a command.\n\n"
             "Examples:\n"
             "  ALLOCSITE=1 ./app && allocsite report\n"
             "  allocsite report --by pc0 --top 10 app.csv\n"
             "  allocsite html app.csv\n"
             "  allocsite export --format pprof -o app.pb.gz app.csv\n"
             "  allocsite tad app.csv\n"
             "  allocsite recover /tmp/allocsite-app-4711.asprof -o app.csv\n\n"
             "Exit status: 0 fine, 1 a problem with the input, 2 wrong usage.");
  const std::vector<Command> Commands = addCommands(App, Line);
  for (const Command &Each : Commands)
    Each.App->allow_extras();
  App.allow_extras();
  // Behind the first command, the names of others are arguments.
  App.require_subcommand(0, 1);

  try {
    std::vector<std::string> Words = commandLine(Line, Commands);
    std::reverse(Words.begin(), Words.end()); // as CLI11 wants them
    App.parse(std::move(Words));
  } catch (const CLI::CallForHelp &) {
    const CLI::App *Named = namedCommand(Commands);
    auto Failure = writeAnswer(Named ? Named->help("allocsite") : App.help());
    return Failure ? fail(*Failure) : Fine;
  } catch (const CLI::CallForVersion &Version) {
    auto Failure = writeAnswer(std::string(Version.what()) + '\n');
    return Failure ? fail(*Failure) : Fine;
  } catch (const CLI::ParseError &Failure) {
    const CLI::App *Named = namedCommand(Commands);
    return usageError(displayText(Failure.what()), Named ? Named->get_name() : "");
  }

  if (auto Words = unexpectedWords(App); !Words.empty()) {
    if (Words.front()[0] == '-')
      return unexpected(App, Words);
    std::string Shown = displayText(Words.front());
    return usageError(
        fmt::format("unknown command {}{}", Shown, suggestion(Shown, commandNames(Commands))),
        "");
  }
  if (!Shell.empty() || WantsManPage) {
    const std::vector<CommandRow> Table = commandTable(App);
    auto Failure = writeAnswer(WantsManPage ? manPage(Table, ALLOCSITE_VERSION)
                                            : completionsFor(Shell, Table));
    return Failure ? fail(*Failure) : Fine;
  }
  for (const Command &Each : Commands) {
    if (!Each.App->parsed())
      continue;
    if (auto Words = unexpectedWords(*Each.App); !Words.empty())
      return unexpected(*Each.App, Words, Each.Program != nullptr);
    return Each.Run();
  }
  return usageError("no command given", "");
}

ExitCode allocsite::runCommandLine(const std::vector<std::string> &Words) {
  try {
    return run(Words);
  } catch (const std::bad_alloc &) {
    return fail({"out of memory"});
  } catch (const std::exception &Failure) {
    return fail({displayText(Failure.what())});
  }
}

int main(int ArgumentCount, char **Arguments) {
  // The reader may stop early, like `head`: writeAnswer() then gets EPIPE and ignores it.
  std::signal(SIGPIPE, SIG_IGN);
  return runCommandLine({Arguments + std::min(ArgumentCount, 1), Arguments + ArgumentCount});
}

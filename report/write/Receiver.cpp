//===- Receiver.cpp - How a server of profiles wants to be sent them ------===//
//
// Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Receiver.h"

#include "support/ByteSink.h"

#include <fmt/format.h>
#include <map>

using namespace allocsite;

/// \p Text in a query.
static std::string queryText(std::string_view Text) {
  std::string Quoted;
  for (unsigned char C : Text)
    if ((C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
        C == '-' || C == '_' || C == '.' || C == '~')
      Quoted += char(C);
    else
      Quoted += fmt::format("%{:02X}", C);
  return Quoted;
}

//===----------------------------------------------------------------------===//
// Pyroscope
//===----------------------------------------------------------------------===//

/// A name or value in `app{label=value}`, which has no quotes.
static std::string labelPart(std::string Text) {
  for (char &C : Text)
    if (C == '{' || C == '}' || C == '=' || C == ',' || C == '"' || C == '\n')
      C = '_';
  return Text;
}

/// How the server adds up each kind of sample: numbers are of this window alone.
static constexpr char SampleTypes[] =
    R"({"alloc_objects":{"units":"objects","aggregation":"sum"},)"
    R"("alloc_space":{"units":"bytes","aggregation":"sum"},)"
    R"("inuse_objects":{"units":"objects","aggregation":"average"},)"
    R"("inuse_space":{"units":"bytes","aggregation":"average"},)"
    R"("peak_space":{"units":"bytes","aggregation":"average"},)"
    R"("freed_objects":{"units":"objects","aggregation":"sum"},)"
    R"("temporary_objects":{"units":"objects","aggregation":"sum"}})";

/// POST /ingest of grafana.com/docs/pyroscope, "Server HTTP API", with a form of two parts.
static HttpPost pyroscopeRequest(const SentProfile &Of, const std::string &Path) {
  constexpr uint64_t Nanoseconds = 1'000'000'000;
  // Of two of a name the later one, which the user has named.
  std::map<std::string, std::string> ByName;
  for (const auto &[Name, Value] : Of.Labels)
    ByName[labelPart(Name)] = labelPart(Value);
  std::string Labels;
  for (const auto &[Name, Value] : ByName)
    Labels += fmt::format("{}{}={}", Labels.empty() ? "" : ",", Name, Value);
  HttpPost Its;
  Its.Target = fmt::format("{}?name={}&from={}&until={}&format=pprof&spyName=allocsite", Path,
                           queryText(fmt::format("{}{{{}}}", labelPart(Of.Service), Labels)),
                           Of.From / Nanoseconds, Of.Until / Nanoseconds);
  // A text that compressed bytes hardly hold.
  const std::string Boundary =
      fmt::format("allocsite-{:016x}-{:016x}", std::hash<std::string>()(Of.Bytes), Of.Until);
  Its.Type = "multipart/form-data; boundary=" + Boundary;
  auto part = [&](const char *Name, const char *File, const std::string &Bytes) {
    Its.Body +=
        fmt::format("--{}\r\nContent-Disposition: form-data; name=\"{}\"; "
                    "filename=\"{}\"\r\nContent-Type: application/octet-stream\r\n\r\n",
                    Boundary, Name, File);
    Its.Body += Bytes + "\r\n";
  };
  part("profile", "profile.pprof", Of.Bytes);
  part("sample_type_config", "sample_type_config.json", SampleTypes);
  Its.Body += fmt::format("--{}--\r\n", Boundary);
  return Its;
}

//===----------------------------------------------------------------------===//
// OpenTelemetry
//===----------------------------------------------------------------------===//

/// ExportProfilesServiceRequest by OTLP/HTTP. The message itself has the labels of the process.
static HttpPost otlpRequest(const SentProfile &Of, const std::string &Path) {
  StringSink Packed;
  constexpr int Level = 3;
  GzipSink Packing(Packed, Level);
  Packing.write(Of.Bytes);
  Packing.finish();
  HttpPost Its;
  Its.Target = Path;
  Its.Type = "application/x-protobuf";
  Its.Headers = {{"Content-Encoding", "gzip"}};
  Its.Body = std::move(Packed.Text);
  return Its;
}

const std::vector<Receiver> &allocsite::allReceivers() {
  static const std::vector<Receiver> All = {
      {"pyroscope", "pprof", "/ingest", pyroscopeRequest},
      {"otlp", "otlp", "/v1development/profiles", otlpRequest}};
  return All;
}

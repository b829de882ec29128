//===- Reports.cpp - What a run says about itself -------------------------===//
//
// Texts only; Run.cpp and the collector write them. Numbers in JSON are
// printed so that they read back to the same bits; NaN and infinities are
// written as Python's json module writes and reads them. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "Reports.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static std::string indexText(const std::vector<int64_t> &shape, int64_t index) {
  std::string text = "]";
  for (size_t d = shape.size(); d-- > 0;) {
    text = (d ? "," : "") + std::to_string(index % shape[d]) + text;
    index /= shape[d];
  }
  return "[" + text;
}

static bool isClose(double got, double expected, double rtol, double atol) {
  if (std::isnan(got) || std::isnan(expected))
    return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected))
    return got == expected;
  return std::abs(got - expected) <= atol + rtol * std::abs(expected);
}

bool popt::rt::compare(const std::string &key, const Tensor &got,
                       const Tensor &expected, double rtol, double atol,
                       Difference &out_difference, std::string &out_error) {
  ElementType type = got.type, expectedType = expected.type;
  if (holdsBitsOf(expectedType, type))
    expectedType = type;
  bool bothFloats = isFloat(type) && isFloat(expectedType);
  bool bothComplex = isComplex(type) && isComplex(expectedType);
  if (got.shape != expected.shape ||
      (type != expectedType && !bothFloats && !bothComplex)) {
    out_error = key + " is " + toString(got.type, got.shape) +
                ", the expected one is " +
                toString(expected.type, expected.shape);
    return false;
  }
  out_difference = {};
  out_difference.key = key;
  out_difference.elements = got.numElements();
  bool exact = !bothFloats && !bothComplex;
  size_t width = popt_rt_element_size(type);
  for (int64_t i = 0; i < out_difference.elements; ++i) {
    const uint8_t *g = got.data.data(), *e = expected.data.data();
    double a = elementAsDouble(type, g, i);
    double b = elementAsDouble(expectedType, e, i);
    bool equal;
    double distance = std::abs(a - b);
    if (exact) {
      equal = std::memcmp(g + i * width, e + i * width, width) == 0;
    } else if (bothComplex) {
      double ai = imaginaryAsDouble(type, g, i);
      double bi = imaginaryAsDouble(expectedType, e, i);
      distance = std::hypot(a - b, ai - bi);
      bool finite = std::isfinite(a) && std::isfinite(ai) && std::isfinite(b) &&
                    std::isfinite(bi);
      equal = finite ? distance <= atol + rtol * std::hypot(b, bi)
                     : isClose(a, b, rtol, atol) && isClose(ai, bi, rtol, atol);
    } else {
      equal = isClose(a, b, rtol, atol);
    }
    if (std::isfinite(distance))
      out_difference.largest = std::max(out_difference.largest, distance);
    if (equal)
      continue;
    if (out_difference.wrong++ == 0)
      out_difference.firstWrong = indexText(got.shape, i) + ": got " +
                                  elementAsJson(type, g, i) + ", expected " +
                                  elementAsJson(expectedType, e, i);
  }
  return true;
}

std::string popt::rt::toTable(const std::vector<Difference> &differences) {
  size_t widest = 6;
  for (const Difference &d : differences)
    widest = std::max(widest, d.key.size());
  auto pad = [](std::string text, size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
  };
  std::string table = pad("result", widest) +
                      "  wrong elements          largest difference  first\n";
  for (const Difference &d : differences) {
    if (!d.wrong)
      continue;
    char largest[32];
    std::snprintf(largest, sizeof largest, "%.6g", d.largest);
    table +=
        pad(d.key, widest) + "  " +
        pad(std::to_string(d.wrong) + " of " + std::to_string(d.elements), 22) +
        "  " + pad(largest, 18) + "  " + d.firstWrong + "\n";
  }
  return table;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string real(double value, int digits) {
  if (std::isnan(value))
    return "NaN";
  if (std::isinf(value))
    return value > 0 ? "Infinity" : "-Infinity";
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  // A float stays a float when read back.
  if (!std::strpbrk(text, ".e"))
    std::strcat(text, ".0");
  return text;
}

std::string popt::rt::quotedJson(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string popt::rt::elementAsJson(ElementType type, const void *data,
                                    int64_t index) {
  if (type == POPT_RT_I1)
    return elementAsDouble(type, data, index) != 0 ? "true" : "false";
  if (type == POPT_RT_UI64) {
    uint64_t value;
    std::memcpy(&value, static_cast<const char *>(data) + index * 8, 8);
    return std::to_string(value);
  }
  if (type == POPT_RT_I64) {
    int64_t value;
    std::memcpy(&value, static_cast<const char *>(data) + index * 8, 8);
    return std::to_string(value);
  }
  double value = elementAsDouble(type, data, index);
  if (isInteger(type))
    return std::to_string(static_cast<int64_t>(value));
  int digits = type == POPT_RT_F64 || type == POPT_RT_C128  ? 17
               : type == POPT_RT_F32 || type == POPT_RT_C64 ? 9
                                                            : 5;
  if (isComplex(type))
    return "[" + real(value, digits) + ", " +
           real(imaginaryAsDouble(type, data, index), digits) + "]";
  return real(value, digits);
}

template <typename T, typename F>
static std::string list(const std::vector<T> &values, F text,
                        const char *separator = ", ") {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i)
    out += (i ? separator : "") + text(values[i]);
  return out + "]";
}

/// JSON has no numbers for NaN and the infinities: they are texts there.
std::string popt::rt::metricAsJson(const std::string &value) {
  bool isNumber = value.find("NaN") == std::string::npos &&
                  value.find("Infinity") == std::string::npos;
  if (isNumber)
    return value;
  if (value.front() != '[')
    return "\"" + value + "\"";
  size_t comma = value.find(", ");
  return "[" + metricAsJson(value.substr(1, comma - 1)) + ", " +
         metricAsJson(value.substr(comma + 2, value.size() - comma - 3)) + "]";
}

std::string popt::rt::metricsAsJson(const std::vector<std::string> &names,
                                    const std::vector<MetricRow> &rows) {
  return "{\"names\": " + list(names, quotedJson) +
         ",\n \"metrics_per_step\": " +
         list(
             rows,
             [&](const MetricRow &row) { return list(row, metricAsJson); },
             ",\n  ") +
         "}\n";
}

/// `"bytes": .., "us": .., "algbw": .., "busbw": ..`, bandwidths in 1e9 bytes a
/// second as nccl-tests prints them; unknown where the clock saw no time pass.
static std::string bandwidth(const CommVolume &volume, double seconds) {
  auto rate = [&](double bytes) {
    return seconds > 0 ? real(bytes / seconds / 1e9, 6) : "null";
  };
  return "\"bytes\": " + std::to_string(std::llround(volume.bytes)) +
         ", \"us\": " + real(seconds * 1e6, 6) +
         ", \"algbw\": " + rate(volume.bytes) +
         ", \"busbw\": " + rate(volume.busBytes);
}

static std::string describe(const Traffic &traffic) {
  return (traffic.ranks ? "\"ranks\": " + std::to_string(traffic.ranks) + ", "
                        : "") +
         "\"count\": " + std::to_string(std::llround(traffic.count)) +
         ", \"wire_bytes\": " +
         std::to_string(std::llround(traffic.volume.wireBytes)) + ", " +
         bandwidth(traffic.volume, traffic.seconds);
}

/// Kinds, and in each the groups.
static std::string
describe(const std::map<std::string, KindTraffic> &collectives) {
  std::string kinds;
  for (const auto &[kind, traffic] : collectives) {
    std::string groups;
    for (const auto &[group, part] : traffic.groups)
      groups += (groups.empty() ? "" : ", ") + quotedJson(group) + ": {" +
                describe(part) + "}";
    kinds += (kinds.empty() ? "" : ", ") + quotedJson(kind) + ": {" +
             describe(traffic.all) + ", \"groups\": {" + groups + "}}";
  }
  return kinds;
}

std::string popt::rt::benchAsJson(const BenchReport &report) {
  std::vector<double> times = report.stepSeconds;
  std::sort(times.begin(), times.end());
  size_t n = times.size();
  double median = n == 0 ? 0 : (times[(n - 1) / 2] + times[n / 2]) / 2;
  auto bytes = [](int64_t v) { return std::to_string(v); };
  std::string comm;
  for (const auto &[kind, count] : report.comm) {
    if (count.count == 0)
      continue;
    comm +=
        (comm.empty() ? "" : ", ") + quotedJson(kind) +
        ": {\"count\": " + std::to_string(count.count) +
        ", \"wire_bytes\": " + std::to_string(std::llround(count.wireBytes)) +
        "}";
  }
  std::string bubble;
  if (report.isPipeline) {
    double all = 0;
    for (double seconds : report.stepSeconds)
      all += seconds * static_cast<double>(report.peakBytes.size());
    bubble =
        ", \"bubble\": {\"predicted\": " +
        (report.predictedBubble.empty() ? "null" : report.predictedBubble) +
        ", \"measured\": " + real(all > 0 ? report.waitedSeconds / all : 0, 6) +
        "}";
  }
  return "{\"step_ms\": {\"median\": " + real(median * 1e3, 6) +
         ", \"min\": " + real(n ? times[0] * 1e3 : 0, 6) +
         "}, \"compile_s\": " + real(report.compileSeconds, 6) +
         ", \"peak_bytes\": " + list(report.peakBytes, bytes) +
         ", \"host_bytes\": " + list(report.hostBytes, bytes) +
         ", \"workspace_bytes\": " + list(report.workspaceBytes, bytes) +
         ", \"comm\": {" + comm + "}, \"collectives\": {" +
         describe(report.collectives) + "}" + bubble + "}\n";
}

std::string
popt::rt::taskCostsAsJson(const StepTable &table,
                          const std::vector<std::vector<TraceEvent>> &ranks) {
  auto key = table.info.find("task_key");
  std::map<std::string, std::vector<double>> seconds;
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const Program &program = table.programOf(static_cast<int64_t>(rank));
    for (const TraceEvent &event : ranks[rank]) {
      if (event.body < 0)
        continue;
      // Stage and letter, such as 0F; other bodies are messages.
      const std::string &name = program.bodies[event.body].name;
      if (!name.empty() && std::isdigit(static_cast<unsigned char>(name[0])))
        seconds[name].push_back(event.end - event.begin);
    }
  }
  if (key == table.info.end() || seconds.empty())
    return "";
  std::string tasks;
  for (auto &[task, calls] : seconds) {
    std::nth_element(calls.begin(), calls.begin() + calls.size() / 2,
                     calls.end());
    char number[32];
    std::snprintf(number, sizeof number, "%.6e", calls[calls.size() / 2]);
    tasks += (tasks.empty() ? "" : ",\n  ") + quotedJson(task) + ": " + number;
  }
  return "{\"popt_task_costs\": 1,\n \"tasks\": " + quotedJson(key->second) +
         ",\n \"seconds\": {\n  " + tasks + "}}\n";
}

/// The timed call that each event of a rank's trace is; null if it is none.
/// Either list may have lost its oldest entries.
static std::vector<const TimedCall *>
callsOf(const std::vector<TraceEvent> &events,
        const std::vector<TimedCall> &calls) {
  std::vector<const TimedCall *> found(events.size());
  auto call = calls.rbegin();
  for (size_t i = events.size(); i-- > 0 && call != calls.rend();)
    if (events[i].body < 0 && events[i].command == call->command)
      found[i] = &*call++;
  return found;
}

std::string
popt::rt::traceAsJson(const StepTable &table,
                      const std::vector<std::vector<TraceEvent>> &ranks,
                      const std::vector<RankTraffic> &traffic, double begin) {
  std::string out = "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
  bool first = true;
  auto add = [&](const std::string &event) {
    out += (first ? "\n" : ",\n") + event;
    first = false;
  };
  char times[96];
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const Program &program = table.programOf(static_cast<int64_t>(rank));
    std::string pid = std::to_string(rank);
    add("{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": " + pid +
        ", \"args\": {\"name\": \"rank " + pid +
        (table.programs.size() > 1 ? " (" + program.name + ")" : "") + "\"}}");
    std::vector<int32_t> streams;
    std::vector<const TimedCall *> calls =
        callsOf(ranks[rank], traffic[rank].calls);
    for (size_t i = 0; i < ranks[rank].size(); ++i) {
      const TraceEvent &event = ranks[rank][i];
      const Command &command = program.commands[event.command];
      if (std::find(streams.begin(), streams.end(), event.stream) ==
          streams.end()) {
        streams.push_back(event.stream);
        std::string tid = std::to_string(event.stream);
        add("{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": " + pid +
            ", \"tid\": " + tid + ", \"args\": {\"name\": \"" +
            (event.stream ? "stream " + tid : "compute") + "\"}}");
      }
      std::string label = name(command), where;
      if (event.body >= 0)
        label = "call " + program.bodies[event.body].name +
                std::to_string(event.microbatch);
      else if (command.location >= 0) {
        const Location &location = table.locations[command.location];
        if (!location.name.empty())
          label += " " + location.name;
        if (!location.file.empty())
          where = location.file + ":" + std::to_string(location.line);
      }
      std::snprintf(times, sizeof times, "\"ts\": %.3f, \"dur\": %.3f",
                    (event.begin - begin) * 1e6,
                    (event.end - event.begin) * 1e6);
      add("{\"ph\": \"X\", \"name\": " + quotedJson(label) + ", \"cat\": \"" +
          (event.body >= 0 ? "call" : name(command)) + "\", \"pid\": " + pid +
          ", \"tid\": " + std::to_string(event.stream) + ", " + times +
          ", \"args\": {\"command\": " + std::to_string(event.command) +
          ", \"microbatch\": " + std::to_string(event.microbatch) +
          (where.empty() ? "" : ", \"at\": " + quotedJson(where)) +
          (calls[i]
               ? ", " + bandwidth(traffic[rank].volumeOf(program, *calls[i]),
                                  calls[i]->seconds)
               : "") +
          "}}");
    }
  }
  return out + "\n]}\n";
}

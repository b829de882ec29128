//===- Config.cpp ---------------------------------------------------------===//

#include "Config.h"

#include <cstdlib>

namespace popt::fake {

static bool number(const std::string &text, uint64_t &out_value) {
  char *end = nullptr;
  out_value = strtoull(text.c_str(), &end, 10);
  return !text.empty() && text[0] >= '0' && text[0] <= '9' && !*end;
}

static bool bytes(std::string text, uint64_t &out_value) {
  uint64_t unit = 1;
  for (auto [suffix, shift] :
       {std::pair("KB", 10), std::pair("MB", 20), std::pair("GB", 30)})
    if (text.size() > 2 && text.substr(text.size() - 2) == suffix) {
      unit = uint64_t(1) << shift;
      text.resize(text.size() - 2);
      break;
    }
  if (!number(text, out_value))
    return false;
  out_value *= unit;
  return true;
}

/// NAME@N:C, where :C may be absent; only a call that fails has it.
static bool fault(const std::string &word, const std::string &text,
                  Fault &out_fault) {
  bool fails = word == "fail";
  size_t at = text.find('@'), colon = text.find(':');
  if (at == std::string::npos || at == 0 ||
      (!fails && colon != std::string::npos))
    return false;
  uint64_t code = fails ? 999 : 0;
  if (colon != std::string::npos && !number(text.substr(colon + 1), code))
    return false;
  out_fault.name = text.substr(0, at);
  out_fault.hangs = word == "hang";
  out_fault.code = int32_t(code);
  return number(text.substr(at + 1, colon == std::string::npos
                                        ? colon
                                        : colon - at - 1),
                out_fault.call) &&
         out_fault.call > 0;
}

/// N, or N@C.
static bool asyncError(const std::string &text, Config &config) {
  size_t at = text.find('@');
  return number(text.substr(0, at), config.ncclFailure) &&
         (at == std::string::npos ||
          number(text.substr(at + 1), config.ncclBroken));
}

static bool word(const std::string &name, const std::string &value,
                 Config &config) {
  uint64_t n = 0;
  Fault f;
  if (name == "seed")
    return number(value, config.seed);
  if (name == "memory")
    return bytes(value, config.memory) && config.memory > 0;
  if (name == "async-error")
    return asyncError(value, config);
  if (name == "limit")
    return number(value, config.instructionLimit);
  if (name == "fail" || name == "hang" || name == "skip") {
    if (!fault(name, value, f))
      return false;
    if (name == "skip" && f.name == "barrier")
      config.skippedBarriers.push_back(f.call);
    else
      config.faults.push_back(f);
    return true;
  }
  if (name == "missing") {
    config.missing.push_back(value);
    return !value.empty();
  }
  if (name == "counters") {
    config.countersFile = value;
    return !value.empty();
  }
  if (name == "checks") {
    config.checks = value == "all"      ? Checks::All
                    : value == "bounds" ? Checks::Bounds
                                        : Checks::None;
    return value == "all" || value == "bounds" || value == "none";
  }
  if (!number(value, n))
    return false;
  if (name == "devices")
    config.devices = uint32_t(n);
  else if (name == "peers")
    config.reachPeers = n != 0;
  else if (name == "sm")
    config.architecture = uint32_t(n);
  else if (name == "driver")
    config.driverVersion = int32_t(n);
  else if (name == "cublaslt")
    config.cublasLtVersion = n;
  else if (name == "cudnn")
    config.cudnnVersion = n;
  else if (name == "nccl")
    config.ncclVersion = int32_t(n);
  else if (name == "nccl-kernels")
    config.ncclKernels = n;
  else if (name == "apart")
    config.isApart = n != 0;
  else
    return false;
  return n <= 1000000;
}

int parseConfig(const std::string &words, Config &out_config,
                std::string &out_error) {
  int at = 0;
  for (size_t begin = 0; begin < words.size();) {
    size_t end = std::min(words.find(',', begin), words.size());
    std::string one = words.substr(begin, end - begin);
    begin = end + 1;
    ++at;
    size_t equals = one.find('=');
    if (equals == std::string::npos ||
        !word(one.substr(0, equals), one.substr(equals + 1), out_config)) {
      out_error = "POPT_FAKE_CUDA: \"" + one +
                  "\" is not understood: test/fake/FakeCuda.h lists the words";
      return at;
    }
  }
  return 0;
}

} // namespace popt::fake

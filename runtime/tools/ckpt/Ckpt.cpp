//===- Ckpt.cpp - Looks into checkpoints, and exchanges them --------------===//
//
// docs/Checkpoints.md describes what it reads, docs/Data.md what it exchanges.
// Tests: test/Execute/ckpt.test, ckpt-exchange.test.
//
//===----------------------------------------------------------------------===//
#include "../../lib/checkpoint/Exchange.h"
#include "../../lib/checkpoint/FolderLock.h"
#include "../../lib/checkpoint/Load.h"
#include "../../lib/checkpoint/Verify.h"
#include "../../lib/report/Reports.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace popt::rt;

namespace {
enum Status { kGood = 0, kBad = 1, kUsage = 2 };
} // namespace

static const char kHelp[] =
    R"(usage: popt-ckpt inspect CHECKPOINT     what it holds
       popt-ckpt verify CHECKPOINT...   reads every byte and says which are not
                                        what was saved
       popt-ckpt diff A B               which elements of A are not those of B
       popt-ckpt export CHECKPOINT FOLDER [--names F] [--type T] [--max-bytes N]
                                        writes its tensors as Hugging Face does:
                                        safetensors of at most N bytes (default
                                        5e9) with an index; floats as T: f32,
                                        f64, bf16 or f16 (default: their own)
       popt-ckpt import MODEL LIKE DIR [--names F]
                                        saves in DIR a checkpoint as LIKE with
                                        the tensors of a model: safetensors,
                                        their index.json, or npz
--names says what tensors are called outside (docs/Data.md). A checkpoint is a
folder, as ck/step-00000100; of a folder of checkpoints, as ck, the newest is
meant that is complete, and for verify all.
Exit status: 0 good, or no difference; 1 damage, a difference, or a checkpoint
that cannot be read; 2 wrong usage.
)";

static int fail(int status, const std::string &message) {
  std::fprintf(stderr, "popt-ckpt: error: %s\n", message.c_str());
  return status;
}

/// The checkpoints in a folder of them, oldest first.
static std::vector<std::string> checkpointsIn(const std::string &path) {
  std::vector<std::string> names, found;
  if (machineFiles().list(path, names) == 0)
    for (const std::string &name : names)
      if (stepOfName(name) >= 0)
        found.push_back(path + "/" + name);
  return found;
}

/// The checkpoint at a path, or the newest in it.
static bool find(const std::string &path, CheckpointIndex &out_index,
                 std::string &error) {
  Found found;
  if (!findCheckpoint(machineFiles(), path, found, error))
    return false;
  // That it has no index, or is no folder, is said of the path itself.
  if (!found.index) {
    error = readIndex(machineFiles(), path, out_index).message;
    return false;
  }
  for (const std::string &reason : found.skipped)
    std::fprintf(stderr, "popt-ckpt: warning: a checkpoint is skipped: %s\n",
                 reason.c_str());
  out_index = std::move(*found.index);
  return true;
}

static uint64_t bytesOf(const SavedTensor &tensor) {
  uint64_t bytes = 0;
  for (const SavedBlock &block : tensor.blocks)
    bytes += tensor.bytesOf(block);
  return bytes;
}

static int inspect(const std::string &path) {
  CheckpointIndex index;
  std::string error;
  if (!find(path, index, error))
    return fail(kBad, error);
  uint64_t bytes = 0;
  size_t width = 0;
  for (const SavedTensor &tensor : index.tensors) {
    bytes += bytesOf(tensor);
    width = std::max(width, tensor.name.size());
  }
  std::printf("%s: step %lld, batches %lld\nsaved by %lld ranks, mesh %s\n"
              "%zu tensors, %llu bytes, %zu files%s; %zu rows of metrics\n",
              index.folder.c_str(), static_cast<long long>(index.step),
              static_cast<long long>(index.batches),
              static_cast<long long>(index.ranks), index.mesh.c_str(),
              index.tensors.size(), static_cast<unsigned long long>(bytes),
              index.files.size(),
              index.resultsHash ? ", the last step's results among them" : "",
              index.metrics.size());
  for (const SavedTensor &tensor : index.tensors)
    std::printf(
        "  %-*s  %s, %llu bytes in %zu blocks\n", static_cast<int>(width),
        tensor.name.c_str(), toString(tensor.type, tensor.shape).c_str(),
        static_cast<unsigned long long>(bytesOf(tensor)), tensor.blocks.size());
  return kGood;
}

static int verify(const std::vector<std::string> &paths) {
  int status = kGood;
  for (const std::string &path : paths) {
    std::vector<std::string> folders = checkpointsIn(path);
    if (folders.empty())
      folders.push_back(path);
    for (const std::string &folder : folders) {
      CheckpointIndex index;
      std::vector<std::string> problems =
          verifyCheckpoint(machineFiles(), folder, index);
      for (const std::string &problem : problems)
        status = fail(kBad, problem);
      if (problems.empty())
        std::printf("%s: step %lld, %zu tensors are as they were saved\n",
                    folder.c_str(), static_cast<long long>(index.step),
                    index.tensors.size());
    }
  }
  return status;
}

static bool readTensor(const CheckpointIndex &index, const SavedTensor &tensor,
                       Tensor &out_whole, std::string &error) {
  BoxReader reader(machineFiles(), index);
  out_whole = Tensor(tensor.type, tensor.shape);
  return reader.read(tensor, wholeBox(tensor.shape), tensor.shape,
                     out_whole.data.data(), /*counts=*/false, error);
}

/// "[1, 2]", of an element of a tensor.
static std::string placeOf(std::vector<int64_t> shape, int64_t element) {
  std::string text = "]";
  for (size_t d = shape.size(); d-- > 0; element /= shape[d])
    text = (d ? ", " : "") + std::to_string(element % shape[d]) + text;
  return "[" + text;
}

/// Which elements differ in any bit: how many, by how much, and the first.
static std::string describeDifference(const Tensor &one, const Tensor &two) {
  size_t width = popt_rt_element_size(one.type);
  int64_t count = 0, first = 0;
  double most = 0;
  for (int64_t i = one.numElements(); i-- > 0;) {
    auto at = static_cast<size_t>(i) * width;
    if (std::memcmp(&one.data[at], &two.data[at], width) == 0)
      continue;
    ++count;
    first = i;
    double distance = std::abs(elementAsDouble(one.type, one.data.data(), i) -
                               elementAsDouble(two.type, two.data.data(), i));
    most = std::max(most, std::isnan(distance) ? 0 : distance);
  }
  char largest[32];
  std::snprintf(largest, sizeof largest, "%.6g", most);
  return std::to_string(count) + " of " + std::to_string(one.numElements()) +
         " elements differ, by " + largest + " at most; " +
         placeOf(one.shape, first) + " is " +
         elementAsJson(one.type, one.data.data(), first) + " and " +
         elementAsJson(two.type, two.data.data(), first);
}

static int diff(const std::string &first, const std::string &second) {
  CheckpointIndex a, b;
  std::string error;
  if (!find(first, a, error) || !find(second, b, error))
    return fail(kBad, error);
  std::map<std::string, const SavedTensor *> others;
  for (const SavedTensor &tensor : b.tensors)
    others[tensor.name] = &tensor;
  size_t equal = 0, unequal = 0;
  auto say = [&](const std::string &name, const std::string &what) {
    std::printf("%s: %s\n", name.c_str(), what.c_str());
    ++unequal;
  };
  for (const SavedTensor &tensor : a.tensors) {
    auto it = others.find(tensor.name);
    if (it == others.end()) {
      say(tensor.name, "only in " + a.folder);
      continue;
    }
    const SavedTensor &other = *it->second;
    others.erase(it);
    Tensor one, two;
    if (tensor.type != other.type || tensor.shape != other.shape)
      say(tensor.name, toString(tensor.type, tensor.shape) + " and " +
                           toString(other.type, other.shape));
    else if (!readTensor(a, tensor, one, error) ||
             !readTensor(b, other, two, error))
      return fail(kBad, error);
    else if (one.data != two.data)
      say(tensor.name, describeDifference(one, two));
    else
      ++equal;
  }
  for (const auto &[name, tensor] : others)
    say(name, "only in " + b.folder);
  std::printf("%zu tensors are equal, %zu are not\n", equal, unequal);
  return unequal ? kBad : kGood;
}

namespace {
/// Flags of export and import.
struct Flags {
  NameMap names;
  ExportOptions exported;
  bool hasNames = false;
};
} // namespace

/// Takes flags and their values out of the words; false after a message.
static bool takeFlags(std::vector<std::string> &words, Flags &out_flags,
                      std::string &error) {
  static const std::pair<const char *, ElementType> types[] = {
      {"f32", POPT_RT_F32},
      {"f64", POPT_RT_F64},
      {"bf16", POPT_RT_BF16},
      {"f16", POPT_RT_F16}};
  bool isExport = words[0] == "export";
  for (size_t i = 1; i < words.size();) {
    std::string flag = words[i];
    if (flag.compare(0, 2, "--") != 0) {
      ++i;
      continue;
    }
    bool isKnown = flag == "--names" ||
                   (isExport && (flag == "--type" || flag == "--max-bytes"));
    if (!isKnown || i + 1 == words.size()) {
      error = isKnown ? flag + " wants a value"
                      : "unknown flag " + flag + " of " + words[0];
      return false;
    }
    std::string value = words[i + 1];
    words.erase(words.begin() + static_cast<int64_t>(i),
                words.begin() + static_cast<int64_t>(i) + 2);
    if (flag == "--names") {
      out_flags.hasNames = true;
      if (!readNameMap(machineFiles(), value, out_flags.names, error))
        return false;
    } else if (flag == "--type") {
      auto type = std::find_if(std::begin(types), std::end(types),
                               [&](auto &t) { return value == t.first; });
      if (type == std::end(types)) {
        error = "--type wants f32, f64, bf16 or f16, not \"" + value + "\"";
        return false;
      }
      out_flags.exported.type = type->second;
    } else {
      char *end = nullptr;
      double bytes = std::strtod(value.c_str(), &end);
      if (value.empty() || *end || !(bytes >= 1 && bytes <= 1e18)) {
        error = "--max-bytes wants a number of bytes, as 5e9, not \"" + value +
                "\"";
        return false;
      }
      out_flags.exported.fileBytes = static_cast<uint64_t>(bytes);
    }
  }
  return true;
}

static int exchange(std::vector<std::string> words) {
  Flags flags;
  std::string error;
  if (!takeFlags(words, flags, error))
    return fail(kUsage, error);
  bool isExport = words[0] == "export";
  if (words.size() != (isExport ? 3 : 4))
    return fail(kUsage, isExport
                            ? "export wants a checkpoint and a folder"
                            : "import wants a model, a checkpoint that says "
                              "what the state is, and a folder to save in");
  const NameMap *names = flags.hasNames ? &flags.names : nullptr;
  CheckpointIndex index;
  if (!find(words[isExport ? 1 : 2], index, error))
    return fail(kBad, error);
  if (isExport) {
    Exported done;
    flags.exported.names = names;
    if (!exportModel(machineFiles(), index, words[2], flags.exported, done,
                     error))
      return fail(kBad, error);
    std::printf("%s: %zu tensors, %llu bytes, %zu files; %zu tensors of the "
                "checkpoint are left out\n",
                words[2].c_str(), done.tensors,
                static_cast<unsigned long long>(done.bytes), done.files,
                done.leftOut);
    return kGood;
  }
  size_t taken = 0;
  FolderLock lock;
  std::string warning;
  if (!lock.take(words[3], "popt-ckpt", warning, error))
    return fail(kBad, error);
  if (!importModel(machineFiles(), words[1], names, index, words[3], taken,
                   error))
    return fail(kBad, error);
  std::printf("%s/%s: %zu tensors of %s, %zu of %s\n", words[3].c_str(),
              folderName(index.step).c_str(), taken, words[1].c_str(),
              index.tensors.size() - taken, index.folder.c_str());
  return kGood;
}

static int run(const std::vector<std::string> &words) {
  if (words.size() == 1 && words[0] == "--help") {
    std::fputs(kHelp, stdout);
    return kGood;
  }
  if (words.size() == 2 && words[0] == "inspect")
    return inspect(words[1]);
  if (words.size() >= 2 && words[0] == "verify")
    return verify({words.begin() + 1, words.end()});
  if (words.size() == 3 && words[0] == "diff")
    return diff(words[1], words[2]);
  if (!words.empty() && (words[0] == "export" || words[0] == "import"))
    return exchange(words);
  return fail(kUsage, "it wants inspect, verify, diff, export or import, and "
                      "checkpoints; --help says more");
}

int main(int argc, char **argv) {
  std::signal(SIGXFSZ, SIG_IGN); // an error of the call that writes
  try {
    int status = run({argv + 1, argv + argc});
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
      return status;
    return fail(kBad, "not all of it could be written to standard output");
  } catch (const std::bad_alloc &) {
    return fail(kBad, "out of memory");
  }
}

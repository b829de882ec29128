//===- Ckpt.cpp - Looks into checkpoints ----------------------------------===//
//
// docs/Checkpoints.md describes what it reads. Tests: test/Execute/ckpt.test.
//
//===----------------------------------------------------------------------===//
#include "../../lib/checkpoint/Load.h"
#include "../../lib/checkpoint/Verify.h"
#include "../../lib/control/Reports.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
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
A checkpoint is a folder, as ck/step-00000100; of a folder of checkpoints, as
ck, the newest is meant that is complete, and for verify all.
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
  if (checkpointsIn(path).empty()) {
    error = readIndex(machineFiles(), path, out_index).message;
    return error.empty();
  }
  Found found;
  if (!findNewest(machineFiles(), path, found, error))
    return false;
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
              "%zu tensors, %llu bytes, %zu files\n",
              index.folder.c_str(), static_cast<long long>(index.step),
              static_cast<long long>(index.batches),
              static_cast<long long>(index.ranks), index.mesh.c_str(),
              index.tensors.size(), static_cast<unsigned long long>(bytes),
              index.files.size());
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
  return fail(kUsage, "it wants inspect, verify or diff, and checkpoints; "
                      "--help says more");
}

int main(int argc, char **argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc &) {
    return fail(kBad, "out of memory");
  }
}

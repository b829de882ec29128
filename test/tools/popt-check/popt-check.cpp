//===- popt-check.cpp - Sharded equals single, thousands of times ---------===//
//
//   popt-check cases FOLDER     operations of a corpus, sharded at random
//   popt-check cases FOLDER --singles    every layout of every value alone
//   popt-check models FOLDER    models, annotated at random
//   popt-check programs         programs made up at random
//   popt-check modules FOLDER...    modules that check their own results
//   popt-check modules FOLDER... --sharded    the same, annotated at random
//   popt-check texts FOLDER...  mutated modules and plans
//
// Each item is partitioned and interpreted on every coordinate of its mesh with
// poisoned padding (with --exported: in StableHLO's words), and one in
// --compile items is compiled and run on threads as well (with --target: on
// GPUs); the results must be those of one device. Everything happens in this
// process's forks (Isolate.h), which makes thousands of items a minute.
//
// A failure is shrunk (Choices.h), printed with the command that shows it again
// and, with --keep, written as a module with its tensors, which popt-reduce
// then shrinks further. Exit status 1 if there was one, 2 for wrong usage.
//
//===----------------------------------------------------------------------===//
#include "Suites.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <cmath>
#include <map>

using namespace mlir;
using namespace popt;
using namespace popt::check;

namespace cl = llvm::cl;

static cl::OptionCategory category("popt-check");

namespace {
/// The flags as plain values: linking kernels resets LLVM's command line.
struct Settings {
  std::string suite;
  std::vector<std::string> folders;
  uint64_t seed;
  uint64_t count;
  uint64_t first;
  int64_t only;
  std::string part;
  std::string filter;
  bool singles;
  bool sharded;
  unsigned compile;
  bool noReference;
  bool exported;
  int64_t largest;
  unsigned jobs;
  double limit;
  unsigned optLevel;
  std::string target;
  std::string cluster;
  std::string keep;
  std::string outcomes;
  bool show;
  double shrinkSeconds;
  unsigned most;
};

struct Flags {
  cl::opt<std::string> suite{cl::Positional, cl::Required, cl::cat(category),
                             cl::desc("cases|models|programs|modules|texts")};
  cl::list<std::string> folders{cl::Positional, cl::cat(category),
                                cl::desc("[folder...]")};
  cl::opt<uint64_t> seed{"seed", cl::init(1), cl::cat(category),
                         cl::desc("of random decisions (1)")};
  cl::opt<uint64_t> count{"count", cl::init(100), cl::cat(category),
                          cl::desc("items; with models: items of each")};
  cl::opt<uint64_t> first{"first", cl::init(0), cl::cat(category),
                          cl::desc("number of the first item")};
  cl::opt<int64_t> only{"only", cl::init(-1), cl::cat(category),
                        cl::desc("this item alone, unshrunk")};
  cl::opt<std::string> part{"part", cl::cat(category),
                            cl::desc("i/n: every n-th item from i on")};
  cl::opt<std::string> filter{"filter", cl::cat(category),
                              cl::desc("glob of case names, e.g. sort/*")};
  cl::opt<bool> singles{"singles", cl::cat(category),
                        cl::desc("every layout of every value alone")};
  cl::opt<bool> sharded{"sharded", cl::cat(category),
                        cl::desc("modules with random annotations")};
  cl::opt<unsigned> compile{
      "compile", cl::init(8), cl::cat(category),
      cl::desc("also run compiled code for one item in so many (8); 0: none")};
  cl::opt<bool> noReference{"no-reference", cl::cat(category),
                            cl::desc("compiled code alone where it runs")};
  cl::opt<bool> exported{"exported", cl::cat(category),
                         cl::desc("interpret the partitioned programs as "
                                  "StableHLO")};
  cl::opt<int64_t> largest{"largest", cl::init(0), cl::cat(category),
                           cl::desc("bytes of a model's inputs; 0: any")};
  cl::opt<unsigned> jobs{"jobs", cl::init(1), cl::cat(category),
                         cl::desc("worker processes (1)")};
  cl::opt<double> limit{"limit", cl::init(60), cl::cat(category),
                        cl::desc("seconds of an item (60)")};
  cl::opt<unsigned> optLevel{"O", cl::Prefix, cl::init(1), cl::cat(category),
                             cl::desc("optimisation of kernels (1)")};
  cl::opt<std::string> target{
      "target", cl::init("cpu"), cl::cat(category),
      cl::desc("of compiled code (cpu); sm_N runs three steps on the driver "
               "that POPT_CUDA_DRIVER names")};
  cl::opt<std::string> cluster{
      "cluster", cl::cat(category),
      cl::desc("machine whose costs count (the built-in one; for every third "
               "item builtin:bytes)")};
  cl::opt<std::string> keep{"keep", cl::cat(category),
                            cl::desc("folder for what goes wrong")};
  cl::opt<std::string> outcomes{
      "outcomes", cl::cat(category),
      cl::desc("file for what is not right: a line of JSON each")};
  cl::opt<bool> show{"show", cl::cat(category),
                     cl::desc("with --only: print the module")};
  cl::opt<double> shrinkSeconds{"shrink-seconds", cl::init(20),
                                cl::cat(category),
                                cl::desc("for shrinking a failure (20)")};
  cl::opt<unsigned> most{"most", cl::init(20), cl::cat(category),
                         cl::desc("failures to shrink and print (20)")};

  Settings settings() const {
    return {suite,         {folders.begin(), folders.end()},
            seed,          count,
            first,         only,
            part,          filter,
            singles,       sharded,
            compile,       noReference,
            exported,      largest,
            jobs,          limit,
            optLevel,      target,
            cluster,       keep,
            outcomes,      show,
            shrinkSeconds, most};
  }
};

class Driver {
public:
  Driver(const Settings &flags, Suite &suite) : flags(flags), suite(suite) {}
  int main();

private:
  Outcome run(Engine &engine, uint64_t number, Choices &choices,
              const std::string &keepAs);
  Outcome replay(uint64_t number, const std::vector<uint32_t> *decisions,
                 const std::string &keepAs);
  void explain(uint64_t number, const Outcome &outcome);
  std::vector<uint32_t> decisionsOf(uint64_t number);
  std::string reproduce(uint64_t number, const Item &item,
                        const std::string &keepAs);
  /// Costs decide which way a program is split: two of them find more.
  std::string clusterOf(uint64_t number) const {
    return !flags.cluster.empty() ? flags.cluster
           : number % 3 == 2      ? "builtin:bytes"
                                  : "builtin";
  }
  bool compiles(uint64_t number) const {
    return flags.compile && number % flags.compile == 0;
  }
  IsolateOptions isolation() const {
    IsolateOptions options;
    options.jobs = flags.jobs;
    options.limitSeconds = flags.limit;
    options.memoryBytes = suite.memoryBytes();
    // A GPU that failed once stays so for its process.
    if (flags.target != "cpu")
      options.itemsPerWorker = 1;
    return options;
  }
  std::unique_ptr<Engine> makeEngine() const {
    auto engine = std::make_unique<Engine>();
    engine->options.optLevel = flags.optLevel;
    engine->options.target = flags.target;
    return engine;
  }

  const Settings &flags;
  Suite &suite;
};
} // namespace

/// Files and the command line that shows what item it was.
std::string Driver::reproduce(uint64_t number, const Item &item,
                              const std::string &keepAs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string error, inputs = item.inputs, expected = item.expected;
  if (inputs.empty()) {
    inputs = keepAs + ".in.npz";
    expected = keepAs + ".out.npz";
    if (!writeNpz(inputs, "arg", item.program->arguments, error) ||
        !writeNpz(expected, "res", item.program->expected, error))
      return error;
  }
  std::error_code code;
  llvm::raw_fd_ostream file(keepAs + ".mlir", code);
  if (code)
    return keepAs + ".mlir: " + code.message();
  os << "popt-run " << keepAs << ".mlir --inputs " << inputs << " --expect "
     << expected << " --rtol " << item.program->rtol << " --atol "
     << item.program->atol << " --cluster=" << clusterOf(number)
     << " --reference --poison-padding"
     << (item.partialArguments ? " (whose partial arguments are not divided)"
                               : "");
  file << "// " << text << "\n" << *item.annotated << "\n";
  return text;
}

Outcome Driver::run(Engine &engine, uint64_t number, Choices &choices,
                    const std::string &keepAs) {
  Item item;
  item.keepAs = keepAs;
  engine.options.cluster = clusterOf(number);
  Outcome outcome = suite.make(engine, number, choices, item);
  if (!item.text.empty() && flags.show)
    (llvm::outs() << item.text << "\n// " << engine.error() << "\n").flush();
  if (outcome.kind != Outcome::Right || !item.annotated)
    return outcome;
  if (flags.show)
    (llvm::outs() << *item.annotated << "\n").flush();
  std::string how = keepAs.empty() ? "" : reproduce(number, item, keepAs);
  if (!flags.noReference || (flags.compile > 0 && !compiles(number)))
    outcome = flags.exported
                  ? engine.interpretExported(*item.annotated, *item.program,
                                             number % 2 == 0 ? GroupForm::Lists
                                                             : GroupForm::Axes)
                  : engine.interpret(*item.annotated, *item.program);
  if (outcome.kind == Outcome::Right && compiles(number))
    outcome = engine.runCompiled(*item.annotated, *item.program);
  if (!how.empty())
    outcome.message += "\n  " + how;
  return outcome;
}

/// An item in a process of its own, from its seed or from other decisions.
Outcome Driver::replay(uint64_t number, const std::vector<uint32_t> *decisions,
                       const std::string &keepAs) {
  return runOnce(
      [&] {
        std::unique_ptr<Engine> engine = makeEngine();
        Choices choices =
            decisions ? Choices(*decisions) : Choices(flags.seed, number);
        return run(*engine, number, choices, keepAs);
      },
      isolation());
}

/// The decisions that `make` takes for an item; enough of them if it crashes.
std::vector<uint32_t> Driver::decisionsOf(uint64_t number) {
  Outcome outcome = runOnce(
      [&]() -> Outcome {
        std::unique_ptr<Engine> engine = makeEngine();
        Choices choices(flags.seed, number);
        Item item;
        suite.make(*engine, number, choices, item);
        std::string text;
        for (uint32_t decision : choices.taken())
          text += std::to_string(decision) + ",";
        return {Outcome::Right, text};
      },
      isolation());
  if (outcome.kind != Outcome::Right)
    return Choices::raw(flags.seed, number, 500);
  std::vector<uint32_t> decisions;
  SmallVector<StringRef> words;
  StringRef(outcome.message).split(words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    decisions.push_back(std::stoul(word.str()));
  return decisions;
}

/// Has popt-reduce, which lies beside this program, shrink a kept module while
/// a command fails.
static void reduceKept(const std::string &keepAs,
                       std::vector<std::string> command,
                       const Settings &flags) {
  static int anchor;
  SmallString<128> folder(llvm::sys::path::parent_path(
      llvm::sys::fs::getMainExecutable(nullptr, &anchor)));
  auto tool = [&](StringRef name) { return (folder + "/" + name).str(); };
  auto seconds = [](double given) {
    return std::to_string(std::lround(std::max(given, 1.0)));
  };
  const std::string module = keepAs + ".mlir", smaller = keepAs + ".small.mlir";
  if (!llvm::sys::fs::exists(module) ||
      !llvm::sys::fs::can_execute(tool("popt-reduce")))
    return;
  std::vector<std::string> words = {tool("popt-reduce"),
                                    module,
                                    "-o",
                                    smaller,
                                    "--limit=" + seconds(flags.shrinkSeconds),
                                    "--timeout=" + seconds(flags.limit)};
  if (!command.empty()) {
    command.front() = tool(command.front());
    words.push_back("--");
    llvm::append_range(words, command);
  }
  SmallVector<StringRef> arguments(words.begin(), words.end());
  if (llvm::sys::ExecuteAndWait(words.front(), arguments) == 0)
    llvm::outs() << "  smaller: " << smaller << "\n";
}

void Driver::explain(uint64_t number, const Outcome &outcome) {
  llvm::outs() << "FAILED " << suite.name(number) << ", item " << number
               << " of seed " << flags.seed << ": " << name(outcome.kind)
               << ": " << outcome.message << "\n";
  if (!flags.keep.empty() && flags.only < 0) {
    llvm::sys::fs::create_directories(flags.keep);
    std::string keepAs = flags.keep + "/" + flags.suite + "-" +
                         std::to_string(flags.seed) + "-" +
                         std::to_string(number);
    std::vector<uint32_t> decisions = decisionsOf(number);
    if (flags.shrinkSeconds > 0)
      decisions = shrink(
          decisions,
          [&](const std::vector<uint32_t> &candidate) {
            return replay(number, &candidate, "").kind == outcome.kind;
          },
          flags.shrinkSeconds);
    llvm::outs() << "  shrunk: " << replay(number, &decisions, keepAs).message
                 << "\n";
    llvm::outs() << "  kept in " << keepAs << ".*\n";
    llvm::outs().flush();
    if (flags.shrinkSeconds > 0)
      reduceKept(keepAs, suite.failing(number, outcome.kind), flags);
  }
  llvm::outs().flush();
}

int Driver::main() {
  uint64_t index = 0, of = 1;
  if (!flags.part.empty()) {
    auto [i, n] = StringRef(flags.part).split('/');
    if (i.getAsInteger(10, index) || n.getAsInteger(10, of) || index >= of) {
      llvm::errs() << "popt-check: --part=" << flags.part
                   << ": expected i/n with i < n\n";
      return 2;
    }
  }
  auto begin = std::chrono::steady_clock::now();
  if (flags.only >= 0) {
    if (static_cast<uint64_t>(flags.only) >= suite.size()) {
      llvm::errs() << "popt-check: no item " << flags.only << " among "
                   << suite.size() << "\n";
      return 2;
    }
    Outcome outcome =
        replay(static_cast<uint64_t>(flags.only), nullptr, flags.keep);
    if (outcome.kind != Outcome::Right)
      explain(static_cast<uint64_t>(flags.only), outcome);
    return outcome.kind != Outcome::Right;
  }
  uint64_t size = suite.size(), first = flags.first;
  uint64_t items =
      size > first + index ? (size - first - index - 1) / of + 1 : 0;
  std::map<Outcome::Kind, uint64_t> counts;
  std::map<std::string, uint64_t> byName;
  std::error_code code;
  std::optional<llvm::raw_fd_ostream> outcomes;
  if (!flags.outcomes.empty())
    outcomes.emplace(flags.outcomes, code);
  if (code) {
    llvm::errs() << "popt-check: " << flags.outcomes << ": " << code.message()
                 << "\n";
    return 2;
  }
  auto itemOf = [&](uint64_t k) { return first + index + k * of; };
  auto factory = [&]() -> std::function<Outcome(uint64_t)> {
    auto engine = std::shared_ptr<Engine>(makeEngine());
    return [this, engine, itemOf](uint64_t k) {
      Choices choices(flags.seed, itemOf(k));
      return run(*engine, itemOf(k), choices, "");
    };
  };
  runIsolated(
      0, items, isolation(), factory,
      [&](uint64_t k, const Outcome &outcome) {
        if (outcomes)
          *outcomes << llvm::json::Value(llvm::json::Object{
                           {"item", suite.name(itemOf(k))},
                           {"kind", name(outcome.kind)},
                           {"message", llvm::json::fixUTF8(outcome.message)}})
                    << "\n";
        ++counts[outcome.kind];
        if (outcome.kind == Outcome::Nearer)
          return;
        ++byName[suite.name(itemOf(k)) + " (" + name(outcome.kind) + ")"];
        if (byName.size() <= flags.most &&
            byName[suite.name(itemOf(k)) + " (" + name(outcome.kind) + ")"] < 3)
          explain(itemOf(k), outcome);
      },
      [&](uint64_t done) {
        llvm::errs() << "popt-check: " << done << "/" << items << "\n";
      });
  for (const auto &[name, count] : byName)
    llvm::outs() << "  " << count << " x " << name << "\n";
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  llvm::outs() << items << " items in " << llvm::format("%.0f s", seconds);
  for (Outcome::Kind kind : {Outcome::Nearer, Outcome::Wrong, Outcome::Refused,
                             Outcome::Crash, Outcome::Hang})
    llvm::outs() << ", " << counts[kind] << " " << name(kind);
  llvm::outs() << "\n";
  return byName.empty() && items > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  // Memory never written holds NaN.
  setenv("POPT_POISON", "1", 1);
  Flags given;
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "sharded equals single, many times\n", &llvm::errs()))
    return 2;
  const Settings flags = given.settings();
  SuiteOptions options;
  options.folder = flags.folders.empty() ? "" : flags.folders.front();
  options.filter = flags.filter;
  options.count = flags.count + (flags.suite == "models" ? 0 : flags.first);
  options.singles = flags.singles;
  options.sharded = flags.sharded;
  options.largestInput = flags.largest;
  if (flags.only >= 0 && !flags.singles && flags.suite != "models")
    options.count = static_cast<uint64_t>(flags.only) + 1;
  std::string error;
  std::unique_ptr<Suite> suite;
  if (flags.suite == "cases")
    suite = makeCases(options, error);
  else if (flags.suite == "models")
    suite = makeModels(options, error);
  else if (flags.suite == "programs")
    suite = makePrograms(options);
  else if (flags.suite == "modules")
    suite = makeModules(options, flags.folders, error);
  else if (flags.suite == "texts")
    suite = makeTexts(options, flags.folders, error);
  else
    error = "unknown suite \"" + flags.suite + "\"";
  if (!suite) {
    llvm::errs() << "popt-check: " << error << "\n";
    return 2;
  }
  return Driver(flags, *suite).main();
}

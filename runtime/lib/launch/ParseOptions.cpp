//===- ParseOptions.cpp - Parses the run flags ----------------------------===//
//
// One table lists the flags, another the variables of the environment; parsing, --help
// and runFlagLength() read them. A flag's value follows as the next argument or after
// `=`. Tests: RunTest.
//
//===----------------------------------------------------------------------===//
#include "ParseOptions.h"
#include "popt-rt/run.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <sys/stat.h>

extern char **environ;

using namespace popt::rt;

namespace {
struct Flag {
  const char *name; ///< null: what follows is about `help`
  /// Null: the flag has none. In brackets: it may be left out, and follows "=".
  const char *value;
  const char *help;
  /// Empty, or what is wrong with the value.
  std::string (*apply)(Options &options, const std::string &value);
};

std::string number(const std::string &text, int64_t least, int64_t &out) {
  char *end = nullptr;
  errno = 0;
  out = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end || errno || out < least)
    return "wants a whole number, at least " + std::to_string(least) +
           ", not \"" + text + "\"";
  return "";
}

std::string real(const std::string &text, double &out) {
  char *end = nullptr;
  out = std::strtod(text.c_str(), &end);
  if (text.empty() || *end || !(out >= 0) || std::isinf(out))
    return "wants a number, at least 0, not \"" + text + "\"";
  return "";
}

/// Of a flag without a value.
template <bool Options::*member>
std::string set(Options &options, const std::string &) {
  options.*member = true;
  return "";
}

std::string file(const std::string &text, std::string &out) {
  out = text;
  return text.empty() ? "wants a file name" : "";
}

/// Not under the name of a format that it is not written in.
std::string outputs(const std::string &text, std::string &out) {
  out = text;
  const char *const kOthers[] = {".pt",  ".pth", ".bin",  ".ckpt", ".h5",
                                 ".npy", ".pkl", ".json", ".csv",  ".gguf"};
  for (const char *other : kOthers) {
    size_t length = std::strlen(other);
    if (text.size() >= length &&
        text.compare(text.size() - length, length, other) == 0)
      return std::string("writes .npz and .safetensors, not ") + other;
  }
  return text.empty() ? "wants a file name" : "";
}

/// Without slashes at its end.
std::string folder(const std::string &text, std::string &out) {
  out = text;
  while (out.size() > 1 && out.back() == '/')
    out.pop_back();
  return text.empty() ? "wants a folder" : "";
}

/// --help says what each is, and LocalRanks makes it.
const char *const kTransports[] = {"threads", "mpi", "tcp", "nccl"};

std::string transport(Options &options, const std::string &text) {
  options.transport = text;
  std::string names;
  for (const char *name : kTransports) {
    if (text == name)
      return "";
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  return "wants one of " + names + ", not \"" + text + "\"";
}

/// Whether argument `index` is the value of the flag before it. One that need
/// not be there is a folder, or nothing yet: neither a flag nor a program.
bool isValue(const Flag &flag, int argc, const char *const *argv, int index) {
  if (!flag.value)
    return false;
  if (flag.value[0] != '[')
    return true;
  struct stat info;
  return index < argc && argv[index][0] != '-' &&
         (stat(argv[index], &info) != 0 || S_ISDIR(info.st_mode));
}

const Flag kFlags[] = {
    {nullptr, nullptr, "Data (docs/Data.md)", nullptr},
    {"--inputs", "FILE",
     "arguments: npz, npy, safetensors, or the index.json of several; keys "
     "arg0, arg1, ... or argument names; bf16 and f8 as raw bits in npz. "
     "Again, a folder or a pattern (\"*.npz\"): more files, each with "
     "arguments of its own",
     [](Options &o, const std::string &v) {
       return file(v, o.inputs.emplace_back());
     }},
    {"--names", "FILE",
     "JSON: which keys of --inputs go to which arguments, transposed, stacked "
     "or cast",
     [](Options &o, const std::string &v) { return file(v, o.names); }},
    {"--init", "VALUE",
     "arguments that no file gives. random[:SEED]: floats normal(0, 0.02), of "
     "an optimizer's state not negative, integers 0 or 1; zeros; or by name, "
     "of which the last that matches counts: \"params*=random:7,opt*=zeros\"",
     [](Options &o, const std::string &v) { return parseInit(v, o.init); }},
    {"--batches", "FILE",
     "arguments that change per step, stacked on a leading axis. Again, a "
     "folder or a pattern: more files, whose steps follow in order. - or a "
     "pipe: batch after batch of a loader, each a safetensors document",
     [](Options &o, const std::string &v) {
       return file(v, o.batches.emplace_back());
     }},
    {"--data", "FILE",
     "the same from files of tokens, nanoGPT's or Megatron's: JSON says which, "
     "which arguments take windows of them, shuffled or not, and for how long",
     [](Options &o, const std::string &v) { return file(v, o.data); }},
    {"--new-data", nullptr,
     "with --data and --resume: if the checkpoint is of a run with other data, "
     "begin with the first window of this",
     set<&Options::newData>},
    {"--steps", "K", "steps to run (default: all batches, else 1)",
     [](Options &o, const std::string &v) { return number(v, 0, o.steps); }},
    {"--repeat", nullptr, "start again with the first batch after the last",
     set<&Options::repeat>},
    {"--outputs", "FILE",
     "write the results of the last step: state by its argument (arg0, ...), "
     "so that outputs are inputs again, the rest as res0, ...",
     [](Options &o, const std::string &v) { return outputs(v, o.outputs); }},
    {"--metrics", "FILE", "write the scalar results of every step as JSON",
     [](Options &o, const std::string &v) { return file(v, o.metrics); }},
    {"--log", "FILE",
     "the same while it runs: a line per step, {\"step\": 17, \"seconds\": "
     "0.0031, \"communicated\": 0.0004, \"metrics\": {\"loss\": 0.41}}; "
     "communicated: by rank 0, waits for others included",
     [](Options &o, const std::string &v) { return file(v, o.log); }},
    {"--evaluate", "FILE",
     "a compiled program that is run on the run's state between steps: its "
     "arguments of the same names are the state's. The means of its scalar "
     "results go to --log, as \"evaluate\"",
     [](Options &o, const std::string &v) { return file(v, o.evaluate); }},
    {"--evaluate-every", "N",
     "after every N steps (default: only after the last)",
     [](Options &o, const std::string &v) {
       return number(v, 1, o.evaluateEvery);
     }},
    {"--evaluate-batches", "FILE",
     "its other arguments, as --batches has them: it is run once with each",
     [](Options &o, const std::string &v) {
       return file(v, o.evaluateBatches.emplace_back());
     }},
    {"--evaluate-data", "FILE", "the same, as --data has them",
     [](Options &o, const std::string &v) { return file(v, o.evaluateData); }},
    {"--expect", "FILE",
     "compare the results of the last step with the keys present (res0, ..., "
     "names; state also by argument); exit 1 and print a table if they differ",
     [](Options &o, const std::string &v) { return file(v, o.expect); }},
    {"--rtol", "R",
     "|got - expected| <= A + R |expected|, for floats (default 1e-5); "
     "integers must be equal",
     [](Options &o, const std::string &v) { return real(v, o.rtol); }},
    {"--atol", "A", "A of that (default 1e-6)",
     [](Options &o, const std::string &v) { return real(v, o.atol); }},
    {nullptr, nullptr, "Checkpoints (docs/Checkpoints.md)", nullptr},
    {"--save", "DIR",
     "save the state in a folder of its own in DIR after the last step; it "
     "loads onto any mesh",
     [](Options &o, const std::string &v) { return folder(v, o.save); }},
    {"--save-every", "N", "after every N steps, too",
     [](Options &o, const std::string &v) {
       return number(v, 1, o.saveEvery);
     }},
    {"--keep", "N", "remove all but the newest N (default: keep all)",
     [](Options &o, const std::string &v) { return number(v, 1, o.keep); }},
    {"--resume", "[DIR]",
     "go on after the newest complete checkpoint in DIR (default: that of "
     "--save); begin if there is none",
     [](Options &o, const std::string &v) {
       o.resume = true;
       return v.empty() ? std::string() : folder(v, o.resumeFrom);
     }},
    {nullptr, nullptr, "Run", nullptr},
    {"-n", "N", "ranks; must be what the program was compiled for",
     [](Options &o, const std::string &v) { return number(v, 1, o.ranks); }},
    {"--processes", nullptr,
     "a process for each rank, instead of a thread: one that dies takes no "
     "other with it unnamed",
     set<&Options::processes>},
    {"--rank-logs", "DIR",
     "with --processes: what the process of rank N writes, and why it failed, "
     "in DIR/rank-N.log; the terminal has what rank 0 says for all",
     [](Options &o, const std::string &v) { return file(v, o.rankLogs); }},
    {"--transport", "T",
     "threads: ranks share memory, be they threads or processes. mpi, tcp: "
     "what carries messages between hosts; ranks of one host still share "
     "memory. mpi uses fast networks, and needs mpirun or srun. nccl: each "
     "rank has a GPU of its own, and NCCL moves data between them. Default: "
     "what the ranks' places ask for: mpi where the launcher is one of MPI's, "
     "else tcp; nccl for ranks on GPUs that are processes",
     transport},
    {"--secret-file", "FILE",
     "a secret that the ranks of several hosts share: connections without it "
     "are dropped (docs/Processes.md). As the variable POPT_SECRET, in a file "
     "that only you may read",
     [](Options &o, const std::string &v) { return file(v, o.secretFile); }},
    {"--deterministic", nullptr,
     "sums have the bits of one order on every transport; nccl only without it "
     "has an order of its own",
     set<&Options::deterministic>},
    {"--host-memory", "DIR",
     "what the plan put into host memory lies in files without a name in DIR "
     "(on a disk: more state than memory); CPUs only",
     [](Options &o, const std::string &v) { return folder(v, o.hostMemory); }},
    {"--timeout", "S",
     "seconds until a rank gives up another that neither computes nor "
     "communicates (default 60; 0: never)",
     [](Options &o, const std::string &v) { return real(v, o.timeout); }},
    {"--watchdog", "S",
     "seconds, or four steps if they are longer, until a rank for which others "
     "wait may be stopped, or busy with one command, before the run ends and "
     "says which (default 8; 8 times that in the first step; 0: never)",
     [](Options &o, const std::string &v) { return real(v, o.watchdog); }},
    {"--dump", "DIR", "if the run fails: what each rank did last, a file each",
     [](Options &o, const std::string &v) { return file(v, o.dump); }},
    {"--verify-every", "N",
     "compare state that several ranks hold every N steps",
     [](Options &o, const std::string &v) {
       return number(v, 1, o.verifyEvery);
     }},
    {"--nan", nullptr,
     "end the run when a result has NaN, and name the command, rank and line "
     "that made the first; CPUs only",
     [](Options &o, const std::string &) {
       o.badNumbers = std::max(o.badNumbers, BadNumbers::Nan);
       return std::string();
     }},
    {"--inf", nullptr, "the same of NaN and infinities",
     [](Options &o, const std::string &) {
       o.badNumbers = BadNumbers::NanAndInfinite;
       return std::string();
     }},
    {nullptr, nullptr, "Measure", nullptr},
    {"--bench", "K", "time K steps after 3 warm-up steps; JSON on stdout",
     [](Options &o, const std::string &v) { return number(v, 1, o.bench); }},
    {"--per-task", "FILE",
     "with --bench: seconds of each task of a pipeline, for poptc --task-costs",
     [](Options &o, const std::string &v) { return file(v, o.perTask); }},
    {"--trace", "FILE",
     "Chrome trace of every command: one process per rank, one thread per "
     "stream; opens in Perfetto",
     [](Options &o, const std::string &v) { return file(v, o.trace); }},
    {"--tune", "FILE",
     "on GPUs: measure the libraries' algorithms for every matrix product and "
     "convolution, use the fastest, and write them for poptc --tuned",
     [](Options &o, const std::string &v) { return file(v, o.tune); }},
    {nullptr, nullptr, "Help", nullptr},
    {"--help", nullptr, "these flags", set<&Options::help>},
    {"--help-env", nullptr, "environment variables", set<&Options::helpEnv>},
};

const Flag *findFlag(const char *argument, const char **out_value) {
  *out_value = nullptr;
  for (const Flag &flag : kFlags) {
    size_t length = flag.name ? std::strlen(flag.name) : 0;
    if (length == 0 || std::strncmp(argument, flag.name, length) != 0)
      continue;
    if (argument[length] == '\0')
      return &flag;
    if (argument[length] == '=' && flag.value) {
      *out_value = argument + length + 1;
      return &flag;
    }
  }
  return nullptr;
}

struct Variable {
  const char *name, *help;
};

const Variable kVariables[] = {
    {"RANK",
     "which rank this process is, if torchrun or a script has started one for "
     "each; the ranks of this host find each other by MASTER_ADDR and "
     "MASTER_PORT. What mpirun, PMI and srun set is understood, too"},
    {"WORLD_SIZE", "of how many; without RANK it must be the number of ranks"},
    {"POPT_PORT", "where rank 0 waits for ranks on other hosts (default: "
                  "MASTER_PORT + 1; under srun it follows from the job)"},
    {"POPT_SECRET", "a secret that the ranks of several hosts share; "
                    "--secret-file goes before it"},
    {"TORCHELASTIC_ERROR_FILE",
     "where the error of this process goes, as torchrun wants it"},
    {"POPT_POISON",
     "1: memory starts as NaN instead of zero, padding of arguments included, "
     "so that a use of unspecified elements shows"},
    {"POPT_FAULT",
     "what is to go wrong, to rehearse it: a call of the system, or a command "
     "of the program, on a rank (docs/Debugging.md)"},
    {"POPT_MPI", "the library to open as popt's shim for MPI (default: "
                 "libpopt-mpi.so beside the program or where popt is "
                 "installed); share/popt/mpi has what to build it from"},
    {"POPT_HOSTS",
     "0,0,1,1: ranks that mpirun started on one host communicate as if ranks 0 "
     "and 1 were on another than 2 and 3, to try it"},
    {"POPT_CUDA_DRIVER",
     "the library to open as CUDA's driver (default: libcuda.so.1)"},
    {"POPT_CUBLASLT",
     "the library to open as cuBLASLt (default: libcublasLt.so.13, 12 or 11; "
     "none beside a driver that POPT_CUDA_DRIVER names); off: none"},
    {"POPT_CUDNN", "likewise, as cuDNN (default: libcudnn.so.9)"},
    {"POPT_NCCL",
     "likewise, as NCCL, which --transport nccl needs (default: libnccl.so.2)"},
    {"POPT_FAKE_CUDA",
     "how the driver of popt's tests behaves (docs/Debugging.md)"},
    {"POPT_CACHE_DIR",
     "where compiled programs are kept for the next start (default: popt in "
     "XDG_CACHE_HOME or ~/.cache); empty: nowhere"},
    {"POPT_CACHE_BYTES", "how much of them, such as 10GB (default: 4GiB)"},
    {"POPT_BIN", "where the Python package looks for the tools first"},
    {"ONEDNN_MAX_CPU_ISA",
     "instructions that oneDNN may use (default: up to AVX512_CORE_BF16)"},
};

/// The variables of popt's tests.
const char *const kOfTests[] = {"POPT_LONG", "POPT_SHARED", "POPT_TEST_MODELS"};
} // namespace

/// What is wrong with flags that are right alone; empty if nothing is.
static std::string contradiction(const Options &options) {
  if (!options.log.empty() && options.bench > 0)
    return "--log logs the steps of a run, and --bench measures instead; leave "
           "one out";
  if (!options.perTask.empty() && options.bench == 0)
    return "--per-task writes what --bench measures; give that, too";
  if (!options.data.empty() && !options.batches.empty())
    return "--data and --batches both give what changes per step; leave one "
           "out";
  if (options.newData && (options.data.empty() || !options.resume))
    return "--new-data says that a run goes on with another --data; give that, "
           "and --resume, too";
  if (options.evaluate.empty() &&
      (options.evaluateEvery > 0 || !options.evaluateBatches.empty() ||
       !options.evaluateData.empty()))
    return "--evaluate-every, --evaluate-batches and --evaluate-data say when "
           "and on what --evaluate's program is run; give that, too";
  if (!options.evaluateData.empty() && !options.evaluateBatches.empty())
    return "--evaluate-data and --evaluate-batches both give what it is run "
           "on; leave one out";
  if (!options.evaluate.empty() && options.bench > 0)
    return "--bench measures steps, and evaluates nothing; leave --evaluate "
           "out";
  if (!options.names.empty() && options.inputs.empty())
    return "--names says which keys of --inputs go where; give that, too";
  if (!options.rankLogs.empty() && !options.processes)
    return "--rank-logs is for processes that --processes starts; torchrun, "
           "mpirun and srun have flags of their own (docs/Processes.md)";
  const char *needsSave = options.saveEvery > 0 ? "--save-every"
                          : options.keep > 0    ? "--keep"
                                                : nullptr;
  if (needsSave && options.save.empty())
    return std::string(needsSave) +
           " says how to save checkpoints; --save DIR says where";
  if (options.resume && options.resumeFrom.empty() && options.save.empty())
    return "--resume looks for checkpoints in the folder of --save; give that, "
           "or --resume DIR";
  if (options.bench > 0 && (options.resume || !options.save.empty()))
    return "--bench measures steps, and saves and resumes nothing; leave it "
           "out";
  return "";
}

bool popt::rt::parseOptions(int argc, const char *const *argv,
                            Options &out_options, std::string &out_error) {
  if (argc > 0 && argv[0]) {
    const char *slash = std::strrchr(argv[0], '/');
    out_options.program = slash ? slash + 1 : argv[0];
  }
  for (int i = 1; i < argc; ++i) {
    const char *value = nullptr;
    const Flag *flag = findFlag(argv[i], &value);
    if (!flag) {
      out_error = std::string(argv[i][0] == '-' ? "unknown flag "
                                                : "unexpected argument ") +
                  argv[i] + "; --help lists the flags";
      return false;
    }
    if (!value && isValue(*flag, argc, argv, i + 1)) {
      if (i + 1 >= argc) {
        out_error = std::string(flag->name) + " wants a value: " + flag->name +
                    " " + flag->value;
        return false;
      }
      value = argv[++i];
    }
    std::string error = flag->apply(out_options, value ? value : "");
    if (!error.empty()) {
      out_error = std::string(flag->name) + " " + error;
      return false;
    }
  }
  out_error = contradiction(out_options);
  if (out_options.resumeFrom.empty())
    out_options.resumeFrom = out_options.save;
  return out_error.empty();
}

int popt::rt::runFlagLength(int argc, const char *const *argv, int index) {
  if (index < 0 || index >= argc)
    return 0;
  const char *value = nullptr;
  const Flag *flag = findFlag(argv[index], &value);
  if (!flag)
    return 0;
  return !value && index + 1 < argc && isValue(*flag, argc, argv, index + 1)
             ? 2
             : 1;
}

/// Adds the words of a help text, in lines that begin at a column.
static void addHelp(const std::string &words, size_t begin, std::string &text) {
  constexpr size_t kWidth = 80;
  size_t column = text.size() - text.rfind('\n') - 1;
  if (column >= begin - 1)
    text += '\n', column = 0;
  text.append(begin - column, ' ');
  column = begin;
  std::istringstream in(words);
  for (std::string word; in >> word; column += word.size() + 1) {
    if (column + word.size() > kWidth) {
      text.back() = '\n';
      text.append(begin, ' ');
      column = begin;
    }
    text += word + " ";
  }
  text.back() = '\n';
}

const char *popt::rt::runHelp() {
  static const std::string help = [] {
    std::string text;
    for (const Flag &flag : kFlags) {
      if (!flag.name) {
        text += std::string(flag.help) + ":\n";
        continue;
      }
      text += std::string("  ") + flag.name;
      if (flag.value)
        text += std::string(" ") + flag.value;
      addHelp(flag.help, 25, text);
    }
    return text +
           R"(Ctrl-C or SIGTERM ends the run after the step and writes what was asked for; a
second one ends it at once. With --save, SIGUSR1 saves, and the run goes on.
Exit status: 0 done, 1 the input, the run or one of its files failed, 2 wrong
usage; stopped by a signal: 75 with --save (run it again with --resume), else 130
(Ctrl-C), 143, 152 (processor time, ulimit -t).
)";
  }();
  return help.c_str();
}

const char *popt::rt::environmentHelp() {
  static const std::string help = [] {
    std::string text;
    for (const Variable &variable : kVariables) {
      text += variable.name;
      addHelp(variable.help, 20, text);
    }
    return text;
  }();
  return help.c_str();
}

static bool isKnown(const std::string &name) {
  auto is = [&](const char *known) { return name == known; };
  return std::any_of(std::begin(kVariables), std::end(kVariables),
                     [&](const Variable &v) { return is(v.name); }) ||
         std::any_of(std::begin(kOfTests), std::end(kOfTests), is);
}

std::string popt::rt::unknownEnvironment() {
  std::string text;
  for (char **entry = environ; *entry; ++entry) {
    std::string name(*entry, std::strcspn(*entry, "="));
    if (name.compare(0, 5, "POPT_") == 0 && !isKnown(name))
      text +=
          "unknown environment variable " + name + "; --help-env lists them\n";
  }
  return text;
}

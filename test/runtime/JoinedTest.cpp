//===- JoinedTest.cpp - Ranks that others start ---------------------------===//
//
// Launchers are played by processes with their variables; a real mpirun is in
// test/Execute/joined.test.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "JoinedFixture.h"
#include "data/Files.h"
#include "launch/Meeting.h"
#include "launch/Placement.h"
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
using JoinedTest = JoinedFixture;

/// The states of a socket in /proc/net/unix.
constexpr char kListening[] = "01", kConnected[] = "03";

/// The name of a job's socket, as soon as it is in this state; empty if it is
/// not for ten seconds.
std::string awaitSocket(const Placement &placement, const std::string &state) {
  std::string name = meetingName(allOf(placement), "run");
  for (int i = 0; i < 10000; ++i) {
    std::ifstream sockets("/proc/net/unix");
    for (std::string line; std::getline(sockets, line);)
      if (line.find("@" + name) != std::string::npos &&
          line.find(" " + state + " ") != std::string::npos)
        return name;
    usleep(1000);
  }
  return "";
}

/// Of the ranks that JoinedTest::start() starts.
Placement startedRanks() {
  std::map<std::string, std::string> variables = {
      {"RANK", "0"},
      {"WORLD_SIZE", "4"},
      {"MASTER_PORT", std::to_string(getpid())}};
  Placement placement;
  std::string error;
  EXPECT_TRUE(findPlacement([&](const char *name) { return variables[name]; },
                            placement, error))
      << error;
  return placement;
}

/// Rank 0 of a job of two processes.
Placement pairCalled(const std::string &name) {
  Placement placement;
  placement.launcher = "test";
  placement.job = name + " " + std::to_string(getpid());
  placement.size = 2;
  return placement;
}
} // namespace

TEST_F(JoinedTest, SameFilesAsThreads) {
  std::vector<std::string> flags = {"--batches", file("batches.npz"),
                                    "--steps=4", "--repeat", "--outputs"};
  std::vector<std::string> threads = flags;
  threads.insert(threads.end(),
                 {file("threads.npz"), "--inputs", file("in.npz")});
  ASSERT_EQ(run(threads).status, 0);
  flags.push_back(file("joined.npz"));
  for (int rank : {2, 0, 3, 1})
    start(rank, flags);
  EXPECT_EQ(wait(), (Statuses{0, 0, 0, 0})) << texts[0] << texts[1];
  EXPECT_EQ(contents(file("joined.npz")), contents(file("threads.npz")));
}

/// An npz whose members are compressed, though not made smaller: each is one
/// deflate block of bytes as they are.
static void writeCompressed(const std::string &path, const TensorMap &tensors) {
  std::string all, directory;
  auto put = [](std::string &to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8)
      to += static_cast<char>(value);
  };
  for (const auto &[key, tensor] : tensors) {
    std::vector<uint8_t> body = formatNpy(tensor);
    std::string name = key + ".npy", packed(1, 1);
    put(packed, body.size(), 2);
    put(packed, ~body.size(), 2);
    packed.append(body.begin(), body.end());
    auto common = [&](std::string &to) {
      for (uint64_t value : {20, 0, 8, 0, 0x21})
        put(to, value, 2);
      put(to, crc32(body.data(), body.size()), 4);
      put(to, packed.size(), 4);
      put(to, body.size(), 4);
      put(to, name.size(), 2);
      put(to, 0, 2);
    };
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    common(directory);
    put(directory, 0, 10);
    put(directory, all.size(), 4);
    directory += name;
    put(all, 0x04034b50, 4);
    common(all);
    all += name + packed;
  }
  std::string end;
  put(end, 0x06054b50, 4);
  put(end, 0, 4);
  put(end, tensors.size(), 2);
  put(end, tensors.size(), 2);
  put(end, directory.size(), 4);
  put(end, all.size(), 4);
  put(end, 0, 2);
  all += directory + end;
  std::string error;
  ASSERT_TRUE(writeFile(path, {{all.data(), all.size()}}, error)) << error;
}

// Compressed tensors are unpacked by one rank, and read by all; by a rank itself
// where it may not open what another one has.
TEST_F(JoinedTest, CompressedTensors) {
  std::vector<std::string> flags = {"--batches", file("batches.npz"),
                                    "--steps=4", "--repeat", "--outputs"};
  auto runAll = [&](const std::string &out, const std::string &fault) {
    std::vector<std::string> all = flags;
    all.push_back(file(out));
    setenv("POPT_FAULT", fault.c_str(), 1);
    for (int rank : {0, 1, 2, 3})
      start(rank, all);
    unsetenv("POPT_FAULT");
    return wait();
  };
  std::vector<std::string> threads = flags;
  threads.insert(threads.end(),
                 {file("stored.npz"), "--inputs", file("in.npz")});
  ASSERT_EQ(run(threads).status, 0);
  writeCompressed(file("in.npz"), inputs);
  writeCompressed(file("batches.npz"), batches);
  threads[5] = file("compressed.npz");
  ASSERT_EQ(run(threads).status, 0);
  EXPECT_EQ(contents(file("compressed.npz")), contents(file("stored.npz")));
  EXPECT_EQ(runAll("joined.npz", ""), (Statuses{0, 0, 0, 0})) << texts[0];
  EXPECT_EQ(contents(file("joined.npz")), contents(file("stored.npz")));
  const std::string closed =
      "rank=2,call=open,file=/fd/,times=all,do=fail:EACCES";
  EXPECT_EQ(runAll("alone.npz", closed), (Statuses{0, 0, 0, 0})) << texts[2];
  EXPECT_EQ(contents(file("alone.npz")), contents(file("stored.npz")));
  EXPECT_EQ(
      runAll("none.npz",
             closed + ";rank=2,call=memfd_create,times=all,do=fail:ENOMEM"),
      (Statuses{1, 1, 1, 1}));
  EXPECT_NE(texts[2].find("no memory to unpack " + file("batches.npz") +
                          ": key \"arg1\": Cannot allocate memory"),
            std::string::npos)
      << texts[2];
}

// Runs that save and go on, and a rank that means another folder.
TEST_F(JoinedTest, Checkpoints) {
  std::vector<std::string> flags = {"--batches", file("batches.npz"),
                                    "--repeat", "--outputs"};
  std::vector<std::string> threads = flags;
  threads.insert(threads.end(), {file("threads.npz"), "--inputs",
                                 file("in.npz"), "--steps=4"});
  ASSERT_EQ(run(threads).status, 0);
  flags.insert(flags.end(), {file("joined.npz"), "--resume"});
  auto startAll = [&](const char *steps, const std::string &folderOfTwo) {
    for (int rank : {2, 0, 3, 1}) {
      std::vector<std::string> all = flags;
      all.insert(all.end(), {"--save", rank == 2 ? folderOfTwo : file("ck"),
                             std::string("--steps=") + steps});
      start(rank, all);
    }
    return wait();
  };
  EXPECT_EQ(startAll("1", file("own")), (Statuses{1, 1, 1, 1}));
  const std::string why = "rank 2: it does not see " + file("own") +
                          ", where rank 0 writes; all ranks must share the "
                          "folder\n";
  EXPECT_EQ(texts[1],
            "model: warning: checkpoint of step 1: " + why +
                "model: error: the state after step 1 is not saved: " + why);
  EXPECT_EQ(startAll("2", file("ck")), (Statuses{0, 0, 0, 0})) << texts[1];
  EXPECT_EQ(startAll("4", file("own")), (Statuses{1, 1, 1, 1}));
  EXPECT_EQ(texts[0].find("model: error: rank 2 has checkpoint none, rank 0 "
                          "has step-00000002 ("),
            0u)
      << texts[0];
  EXPECT_EQ(startAll("4", file("ck")), (Statuses{0, 0, 0, 0})) << texts[1];
  EXPECT_EQ(contents(file("joined.npz")), contents(file("threads.npz")));
}

TEST_F(JoinedTest, RanksThatAreMissing) {
  for (int rank : {0, 2})
    start(rank, {"--timeout=2"});
  EXPECT_EQ(wait(), (Statuses{1, 1}));
  EXPECT_EQ(texts[0], "model: error: ranks 1, 3 did not come within 2 s of "
                      "rank 0\n");
  EXPECT_EQ(texts[1], texts[0]);
  start(1, {"--timeout=0.3"});
  EXPECT_EQ(wait(), (Statuses{1}));
  EXPECT_EQ(texts[0], "model: error: rank 0 of job \"" +
                          std::to_string(getpid()) +
                          "\" did not come within 0.3 s\n");
}

TEST_F(JoinedTest, RanksThatAreThereTwice) {
  // The second one hears of it at once, the others go on.
  start(0);
  start(1);
  ASSERT_NE(awaitSocket(startedRanks(), kConnected), "");
  start(1);
  EXPECT_EQ(waitFor(2), 1);
  start(2);
  start(3);
  EXPECT_EQ(wait(), (Statuses{0, 0, 1, 0, 0}));
  EXPECT_EQ(texts[2], "model: error: rank 1 is there already: each process "
                      "needs a rank of its own\n");
  start(0);
  ASSERT_NE(awaitSocket(startedRanks(), kListening), "");
  start(0);
  ASSERT_EQ(waitFor(1), 1);
  kill(ended[0].first, SIGKILL);
  EXPECT_EQ(wait(), (Statuses{-SIGKILL, 1}));
  EXPECT_EQ(texts[1], "model: error: rank 0 of job \"" +
                          std::to_string(getpid()) +
                          "\" is there already: give each run a name of its "
                          "own (MASTER_PORT)\n");
}

TEST_F(JoinedTest, RankZeroLeaves) {
  start(0);
  start(1);
  ASSERT_NE(awaitSocket(startedRanks(), kConnected), "");
  kill(ended[0].first, SIGKILL);
  EXPECT_EQ(wait(), (Statuses{-SIGKILL, 1}));
  EXPECT_EQ(texts[1], "model: error: rank 0 left before the run began\n");
}

// Nothing runs before all are about to run the same.
TEST_F(JoinedTest, RanksThatDiffer) {
  auto differs = [&](const std::vector<std::string> &flags,
                     const std::string &what) {
    for (int rank : {0, 1, 2})
      start(rank);
    start(3, flags);
    EXPECT_EQ(wait(), (Statuses{1, 1, 1, 1}));
    for (const std::string &text : texts)
      EXPECT_EQ(text, "model: error: rank 3 has " + what +
                          ": start all ranks with the same program, flags and "
                          "files\n");
  };
  differs({"--bench=3"}, "--bench 3, rank 0 has 0");
  differs({"--init=random:7"}, "--init random:7, rank 0 has none");
  differs({"--outputs", file("o.npz")}, "results yes, rank 0 has no");
  table.locations[0].line = 13;
  start(0);
  table.locations[0].line = 12;
  for (int rank : {1, 2, 3})
    start(rank);
  EXPECT_EQ(wait(), (Statuses{1, 1, 1, 1}));
  EXPECT_NE(texts[0].find(" has program "), std::string::npos) << texts[0];
}

TEST_F(JoinedTest, OneIsKilled) {
  for (int rank = 0; rank < 4; ++rank)
    start(rank,
          {"--batches", file("batches.npz"), "--steps=1000000", "--repeat"},
          killed);
  EXPECT_EQ(wait(), (Statuses{1, 1, -SIGKILL, 1}));
  // One of the others says so.
  std::string all = texts[0] + texts[1] + texts[3];
  EXPECT_TRUE(std::regex_search(
      all,
      std::regex("^model: error: rank 2 \\(process [0-9]+ on .*\\) has died in "
                 "step 3, command 0 \\(kernel \"update\" at model.py:12:3")))
      << all;
  EXPECT_EQ(all.find("error: "), all.rfind("error: ")) << all;
}

// torchrun reads each process's error from a file.
TEST_F(JoinedTest, ErrorFile) {
  std::string path = file("error.json");
  for (const std::string &to : {path, file("nowhere/error.json")}) {
    setenv("TORCHELASTIC_ERROR_FILE", to.c_str(), 1);
    start(1, {"--timeout=0.1"});
    unsetenv("TORCHELASTIC_ERROR_FILE");
    EXPECT_EQ(wait(), (Statuses{1}));
  }
  EXPECT_NE(texts[0].find("model: warning: TORCHELASTIC_ERROR_FILE: "),
            std::string::npos)
      << texts[0];
  nlohmann::json message = nlohmann::json::parse(contents(path))["message"];
  EXPECT_NE(
      message["message"].get<std::string>().find("model: rank 0 of job \""),
      std::string::npos)
      << message;
  EXPECT_GT(std::stoll(message["extraInfo"]["timestamp"].get<std::string>()),
            1700000000);
}

// Who knows the address and says something else is not answered.
TEST_F(JoinedTest, Strangers) {
  Placement placement = pairCalled("strangers");
  pid_t guest = fork();
  if (guest == 0) {
    std::vector<int> files;
    std::string error, name = awaitSocket(placement, kListening);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, sizeof(address.sun_path) - 1);
    socklen_t bytes = offsetof(sockaddr_un, sun_path) + 1 + name.size();
    for (int i = 0; i < 1000; ++i) {
      int file = socket(AF_UNIX, SOCK_SEQPACKET, 0);
      if (connect(file, reinterpret_cast<sockaddr *>(&address), bytes))
        _exit(2);
      std::string words = i % 3 ? std::string(i, 'x') : "popt meeting 2\n9";
      if (i % 2)
        static_cast<void>(::send(file, words.data(), words.size(), 0));
      if (i % 5)
        close(file);
    }
    placement.rank = 1;
    bool ok = meet(allOf(placement), "run", {{"a", "1"}}, 10, files, error);
    _exit(ok && files.size() == 1 ? 0 : 1);
  }
  std::vector<int> files = {STDIN_FILENO};
  std::string error;
  EXPECT_TRUE(meet(allOf(placement), "run", {{"a", "1"}}, 10, files, error))
      << error;
  int status = 0;
  waitpid(guest, &status, 0);
  EXPECT_EQ(status, 0);
}

// Names of sockets are for all users of a host to take.
TEST_F(JoinedTest, AnotherUserInRank0sPlace) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can be another user";
  Placement placement = pairCalled("another user");
  std::string name = meetingName(allOf(placement), "run"), error;
  pid_t other = fork();
  if (other == 0) {
    if (setuid(65534) != 0)
      _exit(1);
    int listener = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);
    auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 +
                                       name.size());
    bool ok = !bind(listener, reinterpret_cast<sockaddr *>(&address), size) &&
              !listen(listener, 10);
    sleep(ok ? 60 : 0);
    _exit(1);
  }
  placement.rank = 1;
  std::vector<int> files;
  EXPECT_FALSE(meet(allOf(placement), "run", {}, 10, files, error));
  EXPECT_EQ(error, "a process of another user waits in the place of rank 0 of "
                   "job \"another user " +
                       std::to_string(getpid()) + "\"");
  kill(other, SIGKILL);
  int status = 0;
  waitpid(other, &status, 0);
}

TEST_F(JoinedTest, NoSuchRank) {
  Placement placement = pairCalled("no such rank");
  pid_t guest = fork();
  std::vector<int> files;
  std::string error;
  if (guest == 0) {
    placement.rank = 7;
    bool ok = meet(allOf(placement), "run", {}, 10, files, error);
    _exit(!ok && error == "a process calls itself rank 7 of 2" ? 1 : 0);
  }
  EXPECT_FALSE(meet(allOf(placement), "run", {}, 1, files, error));
  EXPECT_EQ(error, "rank 1 did not come within 1 s of rank 0; what came "
                   "instead: process " +
                       std::to_string(guest) + ", which calls itself rank 7");
  int status = 0;
  waitpid(guest, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  auto withoutFiles = [&] {
    rlimit none = {3, 3};
    setrlimit(RLIMIT_NOFILE, &none);
    bool ok = meet(allOf(placement), "run", {}, 1, files, error);
    std::fprintf(stderr, "%s\n", error.c_str());
    return ok ? 0 : 1;
  };
  EXPECT_EXIT(_exit(withoutFiles()), testing::ExitedWithCode(1),
              "cannot wait for the other ranks: Too many open files");
}

TEST_F(JoinedTest, NoFiles) {
  auto alone = [&] {
    setenv("RANK", "0", 1);
    setenv("WORLD_SIZE", "4", 1);
    setenv("MASTER_PORT", "1", 1);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit little = {4096, 4096};
    setrlimit(RLIMIT_FSIZE, &little);
    const char *argv[] = {"/bin/model", "--init", "random"};
    return runMain(3, argv, loaded(table, {{"update", updateKernel}}));
  };
  EXPECT_EXIT(_exit(alone()), testing::ExitedWithCode(1),
              "cannot share memory with 4 processes: ");
}

// What launchers say, and what they may say wrong.
// srun --mpi=pmi2; but a launcher of MPI that srun has started is that.
TEST(PlacementTest, SrunSpeaksAsMpiexecDoes) {
  std::map<std::string, std::string> both = {
      {"PMI_RANK", "1"},     {"PMI_SIZE", "2"},
      {"PMI_JOBID", "j"},    {"SLURM_PROCID", "1"},
      {"SLURM_JOB_ID", "7"}, {"SLURM_STEP_NUM_TASKS", "2"}};
  auto launcher = [&] {
    Placement placement;
    std::string error;
    EXPECT_TRUE(findPlacement([&](const char *name) { return both[name]; },
                              placement, error));
    return placement.launcher;
  };
  EXPECT_EQ(launcher(), "srun");
  both["SLURM_PROCID"] = "0";
  EXPECT_EQ(launcher(), "mpiexec");
}

TEST(PlacementTest, Launchers) {
  std::map<std::string, std::string> variables;
  Placement placement;
  std::string error;
  auto find = [&](std::map<std::string, std::string> given) {
    variables = std::move(given);
    error.clear();
    return findPlacement([&](const char *name) { return variables[name]; },
                         placement, error);
  };
  ASSERT_TRUE(find({}));
  EXPECT_FALSE(placement.isJoined());
  ASSERT_TRUE(find({{"WORLD_SIZE", "4"}}));
  EXPECT_FALSE(placement.isJoined());
  EXPECT_EQ(placement.size, 4);
  ASSERT_TRUE(find({{"RANK", "2"},
                    {"WORLD_SIZE", "4"},
                    {"LOCAL_WORLD_SIZE", "2"},
                    {"MASTER_ADDR", "host"},
                    {"MASTER_PORT", "29500"}}));
  EXPECT_TRUE(placement.isJoined());
  EXPECT_EQ(placement.rank, 2);
  EXPECT_EQ(placement.localSize, 2);
  EXPECT_EQ(placement.job, "host 29500");
  EXPECT_TRUE(placement.mayCrossHosts());
  EXPECT_EQ(placement.address.describe(),
            "host, port 29501 (MASTER_ADDR, MASTER_PORT + 1)");
  uint64_t number = placement.number;
  ASSERT_TRUE(find({{"RANK", "0"},
                    {"WORLD_SIZE", "4"},
                    {"MASTER_ADDR", "localhost"},
                    {"MASTER_PORT", "29500"},
                    {"POPT_PORT", "77"}}));
  EXPECT_EQ(placement.number, number);
  EXPECT_EQ(placement.address.port, 77);
  EXPECT_FALSE(placement.mayCrossHosts());
  ASSERT_TRUE(find({{"OMPI_COMM_WORLD_RANK", "1"},
                    {"OMPI_COMM_WORLD_SIZE", "2"},
                    {"PMIX_NAMESPACE", "7"}}));
  EXPECT_EQ(placement.launcher, "mpirun");
  ASSERT_TRUE(find({{"OMPI_COMM_WORLD_RANK", "1"},
                    {"OMPI_COMM_WORLD_SIZE", "4"},
                    {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                    {"OMPI_MCA_orte_hnp_uri",
                     "9.0;tcp://10.0.0.1,192.168.0.1:4711;tcp6://[::1]:4712"},
                    {"PMIX_NAMESPACE", "4097"}}));
  EXPECT_TRUE(placement.mayCrossHosts());
  EXPECT_EQ(placement.address.describe(),
            "10.0.0.1, 192.168.0.1, port 61441 (the host of mpirun, since "
            "MASTER_ADDR is not set)");
  ASSERT_TRUE(find({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}, {"PMI_JOBID", "j"}}));
  EXPECT_EQ(placement.launcher, "mpiexec");
  ASSERT_TRUE(find({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "2"}}));
  EXPECT_FALSE(placement.isJoined()); // a batch script
  ASSERT_TRUE(find({{"SLURM_PROCID", "1"},
                    {"SLURM_STEP_NUM_TASKS", "2"},
                    {"SLURM_JOB_ID", "5"},
                    {"SLURM_STEP_ID", "0"}}));
  EXPECT_EQ(placement.job, "5 0");
  EXPECT_FALSE(placement.mayCrossHosts());
  for (const auto &[hosts, first] :
       std::map<std::string, std::string>{{"node[001-015],host2", "node001"},
                                          {"a,b", "a"},
                                          {"n[7,9]", "n7"},
                                          {"n[3]", "n3"},
                                          {"alone", "alone"}}) {
    ASSERT_TRUE(find({{"SLURM_PROCID", "1"},
                      {"SLURM_STEP_NUM_TASKS", "6"},
                      {"SLURM_STEP_TASKS_PER_NODE", "2(x3)"},
                      {"SLURM_STEP_NODELIST", hosts},
                      {"SLURM_LOCALID", "1"},
                      {"SLURM_JOB_ID", "4099"},
                      {"SLURM_STEP_ID", "0"}}));
    EXPECT_EQ(placement.localSize, 2);
    EXPECT_EQ(placement.localRank, 1);
    EXPECT_TRUE(placement.mayCrossHosts());
    EXPECT_EQ(placement.address.describe(),
              first + ", port 61443 (SLURM_STEP_NODELIST)");
  }

  EXPECT_FALSE(find({{"RANK", "1"}}));
  EXPECT_EQ(error, "RANK is set, but WORLD_SIZE is not: set both, or neither");
  EXPECT_FALSE(find({{"RANK", "1"}, {"WORLD_SIZE", "many"}}));
  EXPECT_EQ(error, "WORLD_SIZE is \"many\", which is no number of ranks");
  EXPECT_FALSE(find({{"RANK", "4"}, {"WORLD_SIZE", "4"}}));
  EXPECT_EQ(error,
            "RANK is \"4\", but WORLD_SIZE is 4: ranks count from 0 to 3");
  EXPECT_FALSE(
      find({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"POPT_PORT", "eighty"}}));
  EXPECT_EQ(error, "POPT_PORT is \"eighty\", which is no port: 1 to 65535");
  EXPECT_FALSE(find({{"RANK", "0"}, {"WORLD_SIZE", "2"}}));
  EXPECT_EQ(error, "RANK is set, but nothing names the job: set MASTER_PORT to "
                   "a number that its ranks share, and no other job");
  EXPECT_FALSE(
      find({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "2"}}));
  EXPECT_EQ(error, "OMPI_COMM_WORLD_RANK is set, but nothing names the job: "
                   "PMIX_NAMESPACE is not set");
}

// What a launcher started is not what the program is compiled for.
TEST_F(JoinedTest, Refusals) {
  auto refused = [&](const std::vector<std::string> &flags,
                     const std::string &message) {
    std::vector<std::string> all = flags;
    all.push_back("--timeout=0.1"); // the others are waited for
    Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "model: error: " + message + "\n");
  };
  setenv("MASTER_PORT", "1", 1);
  setenv("RANK", "0", 1);
  setenv("WORLD_SIZE", "3", 1);
  refused({"--init=random"},
          "torchrun has started 3 processes, but the program "
          "is compiled for 4 ranks");
  setenv("WORLD_SIZE", "4", 1);
  refused({"--processes"}, "--processes: torchrun has started this process as "
                           "one of 4 ranks already; leave it out");
  setenv("LOCAL_WORLD_SIZE", "2", 1);
  refused({"--init=random"},
          "torchrun has started 2 of 4 ranks on this host, but nothing says "
          "where rank 0 is: set MASTER_ADDR and MASTER_PORT");
  unsetenv("LOCAL_WORLD_SIZE");
  // One process runs all ranks.
  setenv("WORLD_SIZE", "1", 1);
  EXPECT_EQ(run({"--init=random"}).status, 0);
  for (const char *name : {"RANK", "WORLD_SIZE", "MASTER_PORT"})
    unsetenv(name);
}

//===- MpiEngine.cpp - Messages by MPI ------------------------------------===//
//
// Short messages have tag 0 and go to receives that wait in a ring for any
// source: MPI fills them in order, so the next to look at is always the oldest.
// Tested by test/conformance (the worlds "mpi...") and by test/Execute/mpi*.
//
//===----------------------------------------------------------------------===//

#include "MpiEngine.h"

#include "../../system/Faults.h"
#include "../../system/System.h"
#include "../Wait.h"

#include "../../../mpi/popt_mpi.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>

using namespace popt::rt;

/// How long an engine that is closed waits until what it has sent is on its way.
static constexpr int64_t flushNanoseconds = 2'000'000'000;

MpiLibrary::~MpiLibrary() {
  if (isStarted && !hasFailed)
    calls.finalize();
}

//===----------------------------------------------------------------------===//
// The shim
//===----------------------------------------------------------------------===//

/// Beside the program, where programs are installed, or where the system looks.
static std::vector<std::string> candidates() {
  const char *named = std::getenv("POPT_MPI");
  if (named && *named)
    return {named};
  std::vector<std::string> paths;
  char program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program);
  std::string folder(program, length > 0 ? static_cast<size_t>(length) : 0);
  if (size_t slash = folder.rfind('/'); slash != std::string::npos) {
    folder.resize(slash);
    paths = {folder + "/libpopt-mpi.so",
             folder + "/../lib/popt/libpopt-mpi.so"};
  }
  paths.push_back("libpopt-mpi.so");
  return paths;
}

static const char *const whatToDo =
    "; install Open MPI (Debian: openmpi-bin), or build the shim for your MPI "
    "with the Makefile in popt's share/popt/mpi and name it in POPT_MPI, or do "
    "without it: --transport tcp";

std::shared_ptr<MpiLibrary> popt::rt::openMpi(std::string &out_error) {
  void *handle = nullptr;
  for (const std::string &path : candidates()) {
    std::string why;
    handle = sys::openLibrary(path, why);
    if (handle)
      break;
    out_error = "cannot open popt's shim for MPI: " + why + whatToDo;
  }
  if (!handle)
    return nullptr;
  auto table = reinterpret_cast<const popt_mpi *(*)(int32_t)>(
      dlsym(handle, "popt_mpi_table"));
  const popt_mpi *calls = table ? table(POPT_MPI_VERSION) : nullptr;
  if (calls) {
    out_error.clear();
    return std::make_shared<MpiLibrary>(*calls);
  }
  out_error = table ? "popt's shim for MPI is of another version than this "
                      "program: build it again"
                    : "what POPT_MPI names is not popt's shim for MPI";
  out_error += whatToDo;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

namespace {
class MpiEngine : public Engine {
public:
  MpiEngine(std::shared_ptr<MpiLibrary> library, popt_mpi_world *world)
      : library(std::move(library)), mpi(this->library->calls), world(world) {
    for (Posted &message : ring)
      receive(message);
  }
  ~MpiEngine() override;

  const char *name() const override { return "mpi"; }
  void post(int32_t target, const void *message, int64_t bytes) override;
  bool poll(int32_t &out_source, std::vector<char> &out_message) override;
  Request sendStart(int32_t target, int32_t tag, const void *buffer,
                    int64_t bytes) override {
    popt_mpi_request *request = nullptr;
    if (!goesWrong(sys::Call::MpiSend))
      check(mpi.send(world, target, tag, buffer, bytes, &request));
    return remember(request);
  }
  Request recvStart(int32_t source, int32_t tag, void *buffer,
                    int64_t bytes) override {
    popt_mpi_request *request = nullptr;
    if (!goesWrong(sys::Call::MpiReceive))
      check(mpi.receive(world, source, tag, buffer, bytes, &request));
    return remember(request);
  }
  bool test(Request request) override;
  void close(bool isHealthy) override;

private:
  /// A short message that may come, or that is leaving.
  struct Posted {
    std::vector<char> bytes;
    popt_mpi_request *request = nullptr;
  };

  /// Asked before each call of MPI (POPT_FAULT).
  bool goesWrong(sys::Call call) {
    int error = sys::mayFail() ? sys::faultOf(call).error : 0;
    if (error && failed.empty())
      failed = std::strerror(error);
    return !failed.empty();
  }
  bool check(int error) {
    if (!error)
      return true;
    char text[512];
    mpi.describe(error, text, sizeof text);
    if (failed.empty())
      failed = text;
    return false;
  }
  bool isDone(popt_mpi_request *request, int32_t &source, int64_t &bytes) {
    int done = 0;
    if (goesWrong(sys::Call::MpiTest))
      return false;
    return check(mpi.test(request, &done, &source, &bytes)) && done;
  }
  void receive(Posted &message) {
    const int64_t most = mostHeadBytes + mostInlineBytes();
    message.bytes.resize(most);
    message.request = nullptr;
    check(mpi.receive(world, POPT_MPI_ANY_SOURCE, 0, message.bytes.data(), most,
                      &message.request));
  }
  Request remember(popt_mpi_request *request) {
    if (freeRequests.empty()) {
      freeRequests.push_back(requests.size());
      requests.push_back(nullptr);
    }
    size_t at = freeRequests.back();
    freeRequests.pop_back();
    requests[at] = request;
    return at + 1;
  }
  void retirePosted();

  const std::shared_ptr<MpiLibrary> library;
  const popt_mpi &mpi;
  popt_mpi_world *const world;
  std::array<Posted, 32> ring;
  size_t next = 0; ///< of the ring: the oldest
  std::deque<Posted> posted;
  std::vector<std::vector<char>> spares; ///< buffers to post with
  std::vector<popt_mpi_request *> requests;
  std::vector<size_t> freeRequests;
};
} // namespace

void MpiEngine::post(int32_t target, const void *message, int64_t bytes) {
  retirePosted();
  Posted leaving;
  if (!spares.empty()) {
    leaving.bytes = std::move(spares.back());
    spares.pop_back();
  }
  auto *begin = static_cast<const char *>(message);
  leaving.bytes.assign(begin, begin + bytes);
  if (!goesWrong(sys::Call::MpiSend) &&
      check(mpi.send(world, target, 0, leaving.bytes.data(), bytes,
                     &leaving.request)))
    posted.push_back(std::move(leaving));
}

void MpiEngine::retirePosted() {
  int32_t source = 0;
  int64_t bytes = 0;
  while (!posted.empty() && isDone(posted.front().request, source, bytes)) {
    spares.push_back(std::move(posted.front().bytes));
    posted.pop_front();
  }
}

bool MpiEngine::poll(int32_t &out_source, std::vector<char> &out_message) {
  Posted &message = ring[next];
  int64_t bytes = 0;
  if (!isDone(message.request, out_source, bytes))
    return false;
  out_message.assign(message.bytes.begin(), message.bytes.begin() + bytes);
  receive(message);
  next = (next + 1) % ring.size();
  return true;
}

bool MpiEngine::test(Request request) {
  int32_t source = 0;
  int64_t bytes = 0;
  if (!isDone(requests[request - 1], source, bytes))
    return false;
  requests[request - 1] = nullptr;
  freeRequests.push_back(request - 1);
  return true;
}

void MpiEngine::close(bool isHealthy) {
  int64_t deadline = nowNanoseconds() + flushNanoseconds;
  while (isHealthy && failed.empty() && !posted.empty() &&
         nowNanoseconds() < deadline) {
    retirePosted();
    sched_yield();
  }
  library->hasFailed |= !isHealthy || !failed.empty();
}

MpiEngine::~MpiEngine() {
  for (Posted &message : ring)
    if (message.request)
      mpi.cancel(message.request);
  for (popt_mpi_request *request : requests)
    if (request)
      mpi.cancel(request);
  for (Posted &message : posted)
    mpi.cancel(message.request);
}

std::unique_ptr<Engine>
popt::rt::makeMpiEngine(std::shared_ptr<MpiLibrary> library, int32_t rank,
                        int32_t size, std::string &out_error) {
  popt_mpi_world *world = nullptr;
  int32_t mpiRank = 0, mpiSize = 0;
  const popt_mpi &calls = library->calls;
  if (int error = calls.open(&world, &mpiRank, &mpiSize)) {
    char text[512];
    calls.describe(error, text, sizeof text);
    out_error = std::string(calls.built_for) + " does not start: " + text;
    return nullptr;
  }
  library->isStarted = true;
  // Open MPI writes to sockets whose other end may have died. That would end
  // this rank, too, and none could tell which of the two was first.
  std::signal(SIGPIPE, SIG_IGN);
  if (mpiRank == rank && mpiSize == size)
    return std::make_unique<MpiEngine>(std::move(library), world);
  out_error = "rank " + std::to_string(rank) + " of " + std::to_string(size) +
              " is rank " + std::to_string(mpiRank) + " of " +
              std::to_string(mpiSize) + " for " + calls.built_for +
              ": start the run with the mpirun of that MPI, or build popt's "
              "shim with the mpicc of yours and name it in POPT_MPI";
  return nullptr;
}

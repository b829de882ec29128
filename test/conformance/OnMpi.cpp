//===- OnMpi.cpp - Ranks that mpirun has started --------------------------===//
//
// Each run has a segment, which rank 0 makes, and an engine (a communicator) of
// its own, so nothing of a run that was ended is left for the next.
//
//===----------------------------------------------------------------------===//

#include "OnMpi.h"

#include "../../runtime/lib/transport/Segment.h"
#include "../../runtime/lib/transport/messages/MessageTransport.h"
#include "../../runtime/lib/transport/messages/MpiEngine.h"

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace popt::rt::conformance {

static int32_t numberIn(const char *variable, int32_t otherwise) {
  const char *value = std::getenv(variable);
  return value ? std::atoi(value) : otherwise;
}

bool isOnMpi() { return numberIn("OMPI_COMM_WORLD_SIZE", 1) > 1; }

namespace {
/// What the processes have in common from the first test to the last.
class Job {
public:
  static Job &get() {
    static Job job;
    return job;
  }
  ~Job() {
    control.reset();
    if (mpi)
      mpi->hasFailed = false; // those that failed were to fail
  }
  std::unique_ptr<Engine> makeEngine() {
    std::unique_ptr<Engine> engine =
        mpi ? makeMpiEngine(mpi, rank, size, error) : nullptr;
    if (!engine) {
      fprintf(stderr, "rank %d: %s\n", rank, error.c_str());
      _exit(2);
    }
    return engine;
  }
  /// A message to all others, from rank 0.
  std::string broadcast(const std::string &text) {
    if (rank != 0)
      return next();
    for (int32_t other = 1; other < size; ++other)
      control->post(other, text.data(), static_cast<int64_t>(text.size()));
    return text;
  }
  /// Waits until all are here, and leaves the cores to those that work.
  void meet() {
    if (rank != 0)
      control->post(0, "x", 1);
    for (int32_t other = 1; other < size && rank == 0; ++other)
      next();
    broadcast("x");
  }

  const int32_t rank = numberIn("OMPI_COMM_WORLD_RANK", 0);
  const int32_t size = numberIn("OMPI_COMM_WORLD_SIZE", 1);

private:
  Job() : mpi(openMpi(error)), control(makeEngine()) {}
  std::string next() {
    int32_t source = 0;
    std::vector<char> message;
    while (!control->poll(source, message))
      usleep(500);
    return std::string(message.begin(), message.end());
  }

  std::string error;
  std::shared_ptr<MpiLibrary> mpi;
  std::unique_ptr<Engine> control;
};
} // namespace

/// Rank 0's segment, as a file of all.
static std::shared_ptr<Segment> shareSegment(Job &job, int32_t size) {
  int file = -1;
  std::string path;
  if (job.rank == 0) {
    file = Segment::createShared(size, uint64_t(256) << 20);
    path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
  }
  path = job.broadcast(path);
  if (job.rank != 0)
    file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  std::shared_ptr<Segment> segment = Segment::attach(file);
  job.meet();
  close(file);
  return segment;
}

std::vector<Outcome> runOnMpi(const std::vector<int32_t> &hostOfRank,
                              double timeoutSeconds, const Body &body) {
  Job &job = Job::get();
  auto size = static_cast<int32_t>(hostOfRank.size());
  std::vector<Outcome> outcomes(hostOfRank.size());
  std::unique_ptr<Engine> engine = job.makeEngine();
  std::shared_ptr<Segment> segment = shareSegment(job, size);
  if (job.rank < size) {
    popt_rt_transport *transport =
        makeMessageTransport(segment, job.rank, hostOfRank, std::move(engine),
                             timeoutSeconds)
            .release();
    outcomes[job.rank].error = body(transport);
    popt_rt_transport_destroy(transport);
  }
  job.meet();
  return outcomes;
}

} // namespace popt::rt::conformance

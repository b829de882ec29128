//===- allreduce_mpi.cpp - popt-rt-bench-collectives-mpi ------------------===//
//
// The same measurement with MPI, the peer that bench/collectives.py compares
// with. Built where MPI is found.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include <mpi.h>

using namespace popt::rt::bench;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Arguments arguments;
  if (!Arguments::parse(argc, argv, arguments)) {
    MPI_Finalize();
    return 2;
  }
  for (int64_t bytes : arguments.bytes) {
    int count = static_cast<int>(bytes / 4 / size * size);
    std::vector<float> send(count, 1.0f), recv(count, 0.0f);
    auto barrier = [] { MPI_Barrier(MPI_COMM_WORLD); };
    auto call = [&] {
      if (arguments.op == "all_reduce")
        MPI_Allreduce(send.data(), recv.data(), count, MPI_FLOAT, MPI_SUM,
                      MPI_COMM_WORLD);
      else if (arguments.op == "all_gather")
        MPI_Allgather(send.data(), count / size, MPI_FLOAT, recv.data(),
                      count / size, MPI_FLOAT, MPI_COMM_WORLD);
      else if (arguments.op == "reduce_scatter")
        MPI_Reduce_scatter_block(send.data(), recv.data(), count / size,
                                 MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      else
        barrier();
    };
    auto agree = [](double value) {
      MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
      return value;
    };
    measure(arguments, rank, size, bytes, call, barrier, agree);
  }
  MPI_Finalize();
  return 0;
}

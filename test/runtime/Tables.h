//===- Tables.h - Step tables written by hand -----------------------------===//
#ifndef POPT_RT_TEST_TABLES_H
#define POPT_RT_TEST_TABLES_H

#include "RankThreads.h"
#include "popt-rt/data.h"
#include "popt-rt/exec.h"
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <thread>

namespace popt::rt {

/// A table over one mesh with one program whose tensors lie one after another
/// in one arena.
struct TableBuilder {
  StepTable table;
  int64_t next = 0;

  explicit TableBuilder(std::vector<MeshAxis> axes) {
    table.meshName = "mesh";
    table.mesh.axes = std::move(axes);
    table.programs.resize(1);
    table.programOfRank.assign(table.mesh.numRanks(), 0);
    Program &p = table.programs[0];
    p.name = "main";
    p.regions.push_back({RegionKind::Arena, 0, "arena"});
    p.regions.push_back({RegionKind::Constants, 0, "constants"});
    p.bodies.push_back({0, 0, "step"});
  }

  Program &program() { return table.programs[0]; }

  Operand tensor(ElementType type, std::vector<int64_t> shape) {
    Operand o;
    o.offset = next;
    o.type = type;
    o.shape = std::move(shape);
    next +=
        (o.numElements() * static_cast<int64_t>(popt_rt_element_size(type)) +
         63) /
        64 * 64;
    program().regions[0].bytes = next;
    return o;
  }

  /// `dims`: per dimension the axes by number.
  Operand argument(const std::string &name, ElementType type,
                   std::vector<int64_t> shape,
                   std::vector<std::vector<int32_t>> dims = {}) {
    Argument a;
    a.name = name;
    a.type = type;
    a.shape = shape;
    a.layout = layout(shape.size(), dims);
    a.localShape = localShape(a.layout, shape);
    Operand o = tensor(type, a.localShape);
    table.arguments.push_back(a);
    program().argumentAddresses.push_back({0, o.offset});
    return o;
  }

  void result(const std::string &name, const Operand &o,
              std::vector<int64_t> shape,
              std::vector<std::vector<int32_t>> dims = {}) {
    Result r;
    r.name = name;
    r.type = o.type;
    r.shape = shape;
    r.layout = layout(shape.size(), dims);
    r.localShape = localShape(r.layout, shape);
    table.results.push_back(r);
    program().resultAddresses.push_back({o.region, o.offset});
  }

  void state(int32_t argument, int32_t result) {
    table.arguments[argument].stateResult = result;
    table.results[result].stateArgument = argument;
  }

  Layout layout(size_t rank, const std::vector<std::vector<int32_t>> &dims) {
    Layout l = Layout::replicate(rank);
    for (size_t d = 0; d < dims.size(); ++d)
      for (int32_t axis : dims[d])
        l.dims[d].axes.push_back({axis, 1, table.mesh.axes[axis].size});
    return l;
  }

  /// Appends to the body that is being filled, which must be the last.
  Command &add(AnyOp op, std::vector<Operand> operands) {
    Command c;
    c.op = std::move(op);
    c.operands = std::move(operands);
    program().commands.push_back(std::move(c));
    program().bodies.back().end =
        static_cast<int32_t>(program().commands.size());
    return program().commands.back();
  }
  int32_t kernel(const std::string &symbol) { return table.addKernel(symbol); }
  /// The first kernel, for GPUs: two launches, with 32 bytes between them.
  KernelOp twoLaunches(const char *first, const char *second) {
    KernelOp op;
    op.symbol = kernel("twice");
    KernelEntry &entry = table.kernels[0];
    entry.launches = {{first, 0, 1, 8, 0}, {second, 0, 1, 8, 0}};
    entry.scratchBytes = 32;
    entry.numResults = 1;
    return op;
  }
};

/// A table for two ranks that doubles x by an all-reduce; no kernels.
inline StepTable doubling() {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand x = b.argument("x", POPT_RT_F32, {4});
  Operand y = b.tensor(POPT_RT_F32, {4});
  b.result("y", y, {4});
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 2}});
  b.add(op, {x, y});
  return b.table;
}

/// A kernel by its name, for LoadedProgram::symbol.
using KernelMap = std::map<std::string, Kernel>;
inline LoadedProgram loaded(StepTable table, const KernelMap &kernels = {}) {
  LoadedProgram program;
  program.table = std::move(table);
  program.symbol = [kernels](const std::string &name) -> void * {
    auto it = kernels.find(name);
    return it == kernels.end() ? nullptr : reinterpret_cast<void *>(it->second);
  };
  return program;
}

/// Runs `body(rank, executor)` on a thread per rank.
inline void onEveryRank(LoadedProgram program,
                        const std::function<void(int32_t, Executor &)> &body) {
  runExecutors(std::move(program),
               [&](int32_t rank, Executor &executor, popt_rt_transport *) {
                 body(rank, executor);
                 return std::string();
               });
}

/// A folder for the files of one test, removed afterwards.
struct TemporaryFolder {
  std::string path;
  TemporaryFolder() {
    char name[] = "/tmp/popt-rt-test-XXXXXX";
    path = mkdtemp(name);
  }
  ~TemporaryFolder() {
    if (std::system(("rm -rf " + path).c_str()) != 0)
      ADD_FAILURE() << "cannot remove " << path;
  }
  std::string file(const std::string &name) const { return path + "/" + name; }
};

inline std::string contents(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Along one dimension, with strides and dilations of 1 and without padding.
inline ConvOp plainConv() {
  ConvOp conv;
  conv.windowStrides = conv.lhsDilation = conv.rhsDilation = {1};
  conv.padLow = conv.padHigh = {0};
  conv.windowReversal = {0};
  return conv;
}

template <typename T>
Tensor tensorOf(ElementType type, std::vector<int64_t> shape,
                const std::vector<T> &values) {
  Tensor t(type, std::move(shape));
  EXPECT_EQ(t.data.size(), values.size() * sizeof(T));
  std::memcpy(t.data.data(), values.data(), t.data.size());
  return t;
}

} // namespace popt::rt
#endif // POPT_RT_TEST_TABLES_H

//===- Prepared.cpp - Loads a program -------------------------------------===//
//
// Checks the table, finds the kernels and aligns the constants: what the ranks
// of a process share before any of them has a device.
//
//===----------------------------------------------------------------------===//
#include "Prepared.h"
#include "popt-rt/check.h"
#include "popt-rt/lapack.h"
#include <cstdlib>
#include <cstring>

using namespace popt::rt;

const StepTable &popt::rt::tableOf(const Prepared &prepared) {
  return prepared.table;
}

/// So many lines that a kernel computes besides its own are named.
static constexpr size_t kMostFused = 8;

static std::string describe(const SourcePlace &place) {
  return place.file + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

std::string popt::rt::describeCommand(const StepTable &table,
                                      const Program &program, int32_t command) {
  std::string text = "command " + std::to_string(command);
  if (command < 0 || static_cast<size_t>(command) >= program.commands.size())
    return text;
  const Command &c = program.commands[command];
  text += std::string(" (") + name(c);
  if (c.location >= 0 &&
      static_cast<size_t>(c.location) < table.locations.size()) {
    const Location &l = table.locations[c.location];
    if (!l.name.empty())
      text += " \"" + l.name + "\"";
    if (!l.file.empty())
      text += " at " + describe(l);
    for (size_t i = 0; i < std::min(l.fused.size(), kMostFused); ++i)
      text += (i ? ", " : " with ") + describe(l.fused[i]);
    if (l.fused.size() > kMostFused)
      text += " and " + std::to_string(l.fused.size() - kMostFused) + " more";
  }
  return text + ")";
}

PreparedProduct::PreparedProduct(const Product &product)
    : popt_rt_product(), text(product.toString()) {
  lhs = product.lhs;
  rhs = product.rhs;
  out = product.out;
  added = product.added;
  lhs_type = product.lhsType;
  rhs_type = product.rhsType;
  out_type = product.outType;
  is_tf32 = product.isTf32;
  size_t sort = 0;
  for (const std::vector<ProductLoop> *list :
       {&product.batch, &product.rows, &product.columns, &product.contracted}) {
    for (const ProductLoop &loop : *list)
      lists[sort].push_back({loop.extent, loop.lhs, loop.rhs, loop.out});
    loops[sort] = lists[sort].data();
    num_loops[sort] = static_cast<int32_t>(lists[sort].size());
    ++sort;
  }
  call = {text.c_str(), product.tunedFor.c_str(), product.algorithm.data(),
          product.algorithm.size()};
}

PreparedConvolution::PreparedConvolution(const Convolution &convolution)
    : popt_rt_convolution(), text(convolution.toString()) {
  window = toConv(convolution.window);
  size_t i = 0;
  for (const ConvolutionOperand *operand :
       {&convolution.lhs, &convolution.rhs, &convolution.out}) {
    operands[i] = operand->operand;
    views[i] = {operand->type, static_cast<int32_t>(operand->shape.size()),
                operand->shape.data(), operand->strides.data()};
    ++i;
  }
  is_tf32 = convolution.isTf32;
  call = {text.c_str(), convolution.tunedFor.c_str(),
          convolution.algorithm.data(), convolution.algorithm.size()};
}

popt_rt_conv popt::rt::toConv(const ConvOp &op) {
  return {op.windowStrides.data(), op.padLow.data(),
          op.padHigh.data(),       op.lhsDilation.data(),
          op.rhsDilation.data(),   op.windowReversal.data(),
          op.featureGroups,        op.batchGroups};
}

static bool findFunctions(Prepared &prepared, std::string &out_error) {
  for (const KernelEntry &entry : prepared.table.kernels) {
    void *address = prepared.symbol ? prepared.symbol(entry.symbol) : nullptr;
    popt_rt_kernel kernel = {};
    kernel.function = address ? reinterpret_cast<Kernel>(address)
                              : openLapackRoutine(entry.symbol, out_error);
    if (!kernel.function)
      return false;
    prepared.kernels.push_back(kernel);
  }
  return true;
}

static bool findLaunches(Prepared &prepared, std::string &out_error) {
  for (const GpuImage &image : prepared.images)
    prepared.imageViews.push_back(
        {image.ptx.c_str(), image.cubin.data(), image.cubin.size()});
  for (const KernelEntry &entry : prepared.table.kernels) {
    std::vector<popt_rt_launch> &launches = prepared.launches.emplace_back();
    for (const Launch &launch : entry.launches) {
      if (static_cast<size_t>(launch.image) >= prepared.images.size()) {
        out_error = "kernel \"" + entry.symbol + "\" is in image " +
                    std::to_string(launch.image) + ", but the program has " +
                    std::to_string(prepared.images.size());
        return false;
      }
      launches.push_back({launch.entry.c_str(), launch.image, launch.grid,
                          launch.block, launch.sharedBytes});
    }
    popt_rt_kernel kernel = {};
    kernel.launches = launches.data();
    kernel.num_launches = static_cast<int32_t>(launches.size());
    kernel.scratch_bytes = static_cast<size_t>(entry.scratchBytes);
    if (entry.product)
      kernel.product = &prepared.products.emplace_back(*entry.product);
    if (entry.convolution)
      kernel.convolution =
          &prepared.convolutions.emplace_back(*entry.convolution);
    prepared.kernels.push_back(kernel);
  }
  return true;
}

std::shared_ptr<const Prepared> popt::rt::prepare(LoadedProgram program,
                                                  std::string &out_error) {
  std::string problem = check(program.table);
  if (!problem.empty()) {
    out_error = "the step table is not sound: " + problem;
    return nullptr;
  }
  auto prepared = std::make_shared<Prepared>();
  prepared->table = std::move(program.table);
  prepared->symbol = std::move(program.symbol);
  const StepTable &table = prepared->table;
  prepared->images = std::move(program.images);
  if (!(table.target.isGpu ? findLaunches(*prepared, out_error)
                           : findFunctions(*prepared, out_error)))
    return nullptr;
  size_t bytes = (table.constants.size() + 4096) / 4096 * 4096;
  prepared->constants = static_cast<uint8_t *>(std::aligned_alloc(4096, bytes));
  if (!prepared->constants) {
    out_error =
        "out of memory: " + std::to_string(bytes) + " bytes of constants";
    return nullptr;
  }
  prepared->constantsOwner.reset(prepared->constants, std::free);
  if (!table.constants.empty())
    std::memcpy(prepared->constants, table.constants.data(),
                table.constants.size());
  prepared->table.constants.shrink_to_fit();
  return prepared;
}

const TransferOrder *Prepared::transferOrder(std::string &out_error) const {
  std::call_once(orderFlag, [&] {
    order = orderTransfers(table);
    orderError = checkTransferOrder(table, order);
  });
  if (orderError.empty())
    return &order;
  out_error = "sends and receives that wait for each other in the order of "
              "streams, as NCCL's do, would wait for ever: " +
              orderError + "; run the program on another transport";
  return nullptr;
}

//===- GpuLaunches.cpp - Nests become launches ----------------------------===//
//
// Every nest has been written as if it were a launch. Those that do not wait for
// one another become one, whose blocks are divided among them:
//
//   %block = nvvm.read.ptx.sreg.ctaid.x
//   scf.if %block < 18 { the first }
//   scf.if 18 <= %block < 36 { the second, with %block - 18 for its own }
//
// One waits for another if one of both writes what the other reads or writes;
// operands and results that may lie over each other count as one.
//
// Covered by test/Kernels/lower-kernels-gpu.mlir.
//
//===----------------------------------------------------------------------===//
#include "GpuMapping.h"

#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace popt;
using CmpI = arith::CmpIPredicate;

namespace {
/// The arguments that a nest reads and writes, by number.
struct Footprint {
  llvm::SmallDenseSet<unsigned> reads, writes;

  bool meets(const Footprint &other) const {
    auto overlap = [](const auto &a, const auto &c) {
      return llvm::any_of(a, [&](unsigned i) { return c.contains(i); });
    };
    return overlap(writes, other.writes) || overlap(writes, other.reads) ||
           overlap(reads, other.writes);
  }
};
} // namespace

static Footprint footprintOf(Operation *region, mlir::Block &entry,
                             const llvm::IntEqClasses &memory) {
  Footprint footprint;
  region->walk([&](Operation *op) {
    bool isWrite = isa<memref::StoreOp, vector::StoreOp, vector::MaskedStoreOp,
                       vector::ScatterOp>(op);
    for (Value operand : op->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner() != &entry ||
          !isa<MemRefType>(argument.getType()))
        continue;
      unsigned number = memory.findLeader(argument.getArgNumber());
      (isWrite ? footprint.writes : footprint.reads).insert(number);
    }
  });
  return footprint;
}

/// Launches in waves: those of one wave do not wait for one another.
SmallVector<GpuMapping::Wave> GpuMapping::makeWaves() {
  mlir::Block &entry = e.body.getBody().front();
  llvm::IntEqClasses memory(entry.getNumArguments());
  if (auto pairs = e.kernel->getAttrOfType<ArrayAttr>(kMayShare))
    for (auto pair : pairs.getAsRange<DenseI64ArrayAttr>())
      memory.join(e.kernel.getNumArguments() + pair[0], pair[1]);
  SmallVector<Footprint> footprints;
  SmallVector<unsigned> waveOf;
  SmallVector<Wave> waves;
  for (const Launch &launch : launches) {
    Footprint footprint = footprintOf(launch.region, entry, memory);
    unsigned wave = 0;
    for (auto [before, at] : llvm::zip(footprints, waveOf))
      if (before.meets(footprint))
        wave = std::max(wave, at + 1);
    footprints.push_back(std::move(footprint));
    waveOf.push_back(wave);
    if (wave == waves.size())
      waves.emplace_back();
    waves[wave].push_back(launch);
  }
  return waves;
}

/// The code of one launch, in a function's block. `block`: the number of its
/// first block, if it is not alone.
static void cloneCode(OpBuilder &b, mlir::Block &code, IRMapping map,
                      Value block) {
  for (Operation &op : code.without_terminator())
    if (block && isa<NVVM::BlockIdXOp>(op))
      map.map(op.getResult(0), block);
    else
      b.clone(op, map);
}

/// Makes a function of a wave: `body`'s arguments, and scratch memory if the
/// kernel has any.
void GpuMapping::cut(const Wave &wave, unsigned number) {
  OpBuilder b(e.body);
  StringRef name = e.kernel.getName();
  std::string symbol = number ? (name + "$" + Twine(number)).str() : name.str();
  SmallVector<Type> types(e.body.getArgumentTypes());
  if (scratchBytes)
    types.push_back(MemRefType::get({scratchBytes}, b.getI8Type()));
  auto function =
      func::FuncOp::create(b, e.loc, symbol, b.getFunctionType(types, {}));
  for (unsigned i = 0; i < e.body.getNumArguments(); ++i)
    function.setArgAttrs(i, e.body.getArgAttrDict(i));
  if (scratchBytes)
    function.setArgAttr(types.size() - 1,
                        LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
  int64_t grid = 0, threads = 0;
  for (const Launch &launch : wave) {
    grid += launch.grid;
    threads = std::max(threads, launch.block);
  }
  function->setAttr("popt.entry", b.getUnitAttr());
  function->setAttr(kLaunchKernel, b.getStringAttr(name));
  function->setAttr(kLaunchGrid, b.getI64IntegerAttr(grid));
  function->setAttr(kLaunchBlock, b.getI64IntegerAttr(threads));
  if (scratchBytes)
    function->setAttr(kLaunchScratch, b.getI64IntegerAttr(scratchBytes));

  mlir::Block *entry = function.addEntryBlock();
  b.setInsertionPointToStart(entry);
  mlir::Block &from = e.body.getBody().front();
  auto isUsed = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return llvm::any_of(wave, [&](const Launch &launch) {
        return launch.region->isProperAncestor(user);
      });
    });
  };
  IRMapping map;
  for (unsigned i = 0; i < e.body.getNumArguments(); ++i)
    map.map(from.getArgument(i), entry->getArgument(i));
  for (const Scratch &scratch : scratches)
    if (isUsed(scratch.placeholder)) {
      Value offset = arith::ConstantIndexOp::create(b, e.loc, scratch.offset);
      map.map(scratch.placeholder,
              memref::ViewOp::create(
                  b, e.loc, cast<MemRefType>(scratch.placeholder.getType()),
                  entry->getArguments().back(), offset, ValueRange()));
    }
  // Variables that arithmetic keeps outside all loops.
  for (Operation &op : from.without_terminator())
    if (!isa<scf::ExecuteRegionOp>(op) && op.getNumResults() &&
        isUsed(op.getResult(0)))
      b.clone(op, map);

  if (wave.size() == 1) {
    cloneCode(b, wave[0].region->getRegion(0).front(), map, Value());
    func::ReturnOp::create(b, e.loc);
    return;
  }
  KernelOps k(b, e.loc, /*hasBF16=*/true);
  Type i32 = b.getI32Type();
  Value block = NVVM::BlockIdXOp::create(b, e.loc, i32);
  Value thread = NVVM::ThreadIdXOp::create(b, e.loc, i32);
  int64_t first = 0;
  for (const Launch &launch : wave) {
    Value own = k.op<arith::SubIOp>(block, k.intLike(block, first));
    Value runs = k.cmpi(CmpI::ult, own, k.intLike(own, launch.grid));
    if (launch.block < threads)
      runs = k.op<arith::AndIOp>(
          runs, k.cmpi(CmpI::ult, thread, k.intLike(thread, launch.block)));
    auto branch = scf::IfOp::create(b, e.loc, runs, /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      cloneCode(b, launch.region->getRegion(0).front(), map, own);
    }
    first += launch.grid;
  }
  func::ReturnOp::create(b, e.loc);
}

void GpuMapping::finish() {
  for (auto [number, wave] : llvm::enumerate(makeWaves()))
    cut(wave, number);
}

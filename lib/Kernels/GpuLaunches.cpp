//===- GpuLaunches.cpp - Nests become launches ----------------------------===//
//
// Every nest has been written as if it were a launch. Those that do not wait for
// one another become one, whose blocks are divided among them:
//
//   %block = nvvm.read.ptx.sreg.ctaid.x
//   scf.if %block < 18 { the first }
//   else { the second, with %block - 18 for its own }
//
// Parts that run the same code on other memory have it once:
//
//   %x, %own = scf.if %block < 4 { yield %a, %block } else { %b, %block - 4 }
//   the code, for %x and %own
//
// One waits for another if one of both writes what the other reads or writes;
// operands and results that may lie over each other count as one. Kernels that
// merge-kernels put together share launches in the same way.
//
// Covered by test/Kernels/lower-kernels-gpu.mlir.
//
//===----------------------------------------------------------------------===//
#include "GpuLaunches.h"

#include "GpuMapping.h"

#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Kernels/LowerKernels.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

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

func::FuncOp popt::createLaunch(func::FuncOp body, unsigned number,
                                int64_t scratchBytes) {
  OpBuilder b(body);
  StringRef name = body.getName();
  std::string symbol = number ? (name + "$" + Twine(number)).str() : name.str();
  SmallVector<Type> types(body.getArgumentTypes());
  if (scratchBytes)
    types.push_back(MemRefType::get({scratchBytes}, b.getI8Type()));
  auto launch = func::FuncOp::create(b, body.getLoc(), symbol,
                                     b.getFunctionType(types, {}));
  for (unsigned i = 0; i < body.getNumArguments(); ++i)
    launch.setArgAttrs(i, body.getArgAttrDict(i));
  if (scratchBytes)
    launch.setArgAttr(types.size() - 1, LLVM::LLVMDialect::getNoAliasAttrName(),
                      b.getUnitAttr());
  launch->setAttr("popt.entry", b.getUnitAttr());
  launch->setAttr(kLaunchKernel, b.getStringAttr(name));
  if (scratchBytes)
    launch->setAttr(kLaunchScratch, b.getI64IntegerAttr(scratchBytes));
  launch.addEntryBlock();
  return launch;
}

Value popt::viewScratch(OpBuilder &b, func::FuncOp launch, Type type,
                        int64_t offset) {
  Location loc = launch.getLoc();
  return memref::ViewOp::create(
      b, loc, cast<MemRefType>(type), launch.getArguments().back(),
      arith::ConstantIndexOp::create(b, loc, offset), ValueRange());
}

/// `block`: the number of the part among its own blocks, if it is not alone.
static void cloneCode(OpBuilder &b, mlir::Block *code, IRMapping map,
                      Value block) {
  for (Operation &op : code->without_terminator()) {
    Operation *copy = b.clone(op, map);
    SmallVector<NVVM::BlockIdXOp> numbers;
    if (block)
      copy->walk([&](NVVM::BlockIdXOp number) { numbers.push_back(number); });
    for (NVVM::BlockIdXOp number : numbers) {
      if (number == copy)
        map.map(op.getResult(0), block);
      number.getResult().replaceAllUsesWith(block);
      number.erase();
    }
  }
}

/// Finds by halves in which of several runs of blocks `block` is, the first of
/// which begins with block `first`. `atRun` is given the number of a run and
/// its first block; the result is what it returns, of these types.
static SmallVector<Value>
findRun(KernelOps &k, Value block, int64_t first, ArrayRef<int64_t> runs,
        TypeRange types,
        llvm::function_ref<SmallVector<Value>(size_t, int64_t)> atRun,
        size_t number = 0) {
  if (runs.size() == 1)
    return atRun(number, first);
  OpBuilder &b = k.b;
  size_t half = runs.size() / 2;
  int64_t middle = std::accumulate(runs.begin(), runs.begin() + half, first);
  auto branch = scf::IfOp::create(
      b, k.loc, types, k.cmpi(CmpI::ult, block, k.intLike(block, middle)),
      /*addThenBlock=*/true, /*addElseBlock=*/true);
  auto inBranch = [&](mlir::Block *to, ArrayRef<int64_t> those, int64_t begin,
                      size_t at) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(to);
    SmallVector<Value> values =
        findRun(k, block, begin, those, types, atRun, at);
    scf::YieldOp::create(b, k.loc, values);
  };
  inBranch(branch.thenBlock(), runs.take_front(half), first, number);
  inBranch(branch.elseBlock(), runs.drop_front(half), middle, number + half);
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// Parts that run the same code.
using Alike = SmallVector<const LaunchPart *, 1>;

/// Writes the code of parts once: before it, each finds what it refers to.
static void emitAlike(KernelOps &k, const Alike &parts, Value block,
                      int64_t first, int64_t threads) {
  OpBuilder &b = k.b;
  const LaunchPart &any = *parts.front();
  IRMapping map = any.map;
  SmallVector<BlockArgument> differ;
  SmallVector<Type> types;
  for (BlockArgument argument : any.code->getArguments())
    if (llvm::any_of(parts, [&](const LaunchPart *part) {
          return part->map.lookup<Value>(argument) !=
                 map.lookup<Value>(argument);
        })) {
      differ.push_back(argument);
      types.push_back(argument.getType());
    }
  types.push_back(block.getType());
  SmallVector<int64_t> grids;
  for (const LaunchPart *part : parts)
    grids.push_back(part->grid);
  SmallVector<Value> found =
      findRun(k, block, first, grids, types, [&](size_t number, int64_t begin) {
        SmallVector<Value> values;
        for (BlockArgument argument : differ)
          values.push_back(parts[number]->map.lookup<Value>(argument));
        values.push_back(k.op<arith::SubIOp>(block, k.intLike(block, begin)));
        return values;
      });
  Value own = found.pop_back_val();
  for (auto [argument, value] : llvm::zip(differ, found))
    map.map(argument, value);
  if (any.block == threads)
    return cloneCode(b, any.code, map, own);
  Value thread = NVVM::ThreadIdXOp::create(b, k.loc, b.getI32Type());
  auto guard = scf::IfOp::create(
      b, k.loc, k.cmpi(CmpI::ult, thread, k.intLike(thread, any.block)),
      /*withElseRegion=*/false);
  OpBuilder::InsertionGuard inGuard(b);
  b.setInsertionPointToStart(guard.thenBlock());
  cloneCode(b, any.code, map, own);
}

void popt::runSideBySide(OpBuilder &b, func::FuncOp launch,
                         ArrayRef<LaunchPart> parts) {
  Location loc = launch.getLoc();
  int64_t grid = 0, threads = 0;
  llvm::MapVector<mlir::Block *, Alike> byCode;
  for (const LaunchPart &part : parts) {
    grid += part.grid;
    threads = std::max(threads, part.block);
    byCode[part.code].push_back(&part);
  }
  launch->setAttr(kLaunchGrid, b.getI64IntegerAttr(grid));
  launch->setAttr(kLaunchBlock, b.getI64IntegerAttr(threads));
  if (parts.size() == 1) {
    cloneCode(b, parts.front().code, parts.front().map, Value());
  } else {
    KernelOps k(b, loc, /*hasBF16=*/true);
    Value block = NVVM::BlockIdXOp::create(b, loc, b.getI32Type());
    SmallVector<int64_t> runs;
    for (auto &[code, alike] : byCode)
      runs.push_back(alike.front()->grid * alike.size());
    findRun(k, block, /*first=*/0, runs, TypeRange(),
            [&](size_t number, int64_t first) -> SmallVector<Value> {
              emitAlike(k, byCode.begin()[number].second, block, first,
                        threads);
              return {};
            });
  }
  func::ReturnOp::create(b, loc);
}

/// Makes a function of a wave.
void GpuMapping::cut(const Wave &wave, unsigned number) {
  func::FuncOp function = createLaunch(e.body, number, scratchBytes);
  mlir::Block &entry = function.getBody().front();
  OpBuilder b = OpBuilder::atBlockBegin(&entry);
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
    map.map(from.getArgument(i), entry.getArgument(i));
  for (const Scratch &scratch : scratches)
    if (isUsed(scratch.placeholder))
      map.map(scratch.placeholder,
              viewScratch(b, function, scratch.placeholder.getType(),
                          scratch.offset));
  // Variables that arithmetic keeps outside all loops.
  for (Operation &op : from.without_terminator())
    if (!isa<scf::ExecuteRegionOp>(op) && op.getNumResults() &&
        isUsed(op.getResult(0)))
      b.clone(op, map);
  SmallVector<LaunchPart> parts;
  for (const Launch &launch : wave)
    parts.push_back(
        {&launch.region->getRegion(0).front(), launch.grid, launch.block, map});
  runSideBySide(b, function, parts);
}

void GpuMapping::finish() {
  for (auto [number, wave] : llvm::enumerate(makeWaves()))
    cut(wave, number);
}

//===----------------------------------------------------------------------===//
// Kernels that run side by side
//===----------------------------------------------------------------------===//

bool popt::isMergedKernel(func::FuncOp kernel) {
  return isa<func::CallOp>(kernel.getBody().front().front());
}

void popt::mergeLaunches(func::FuncOp kernel, func::FuncOp body) {
  auto launches = body->getParentOfType<ModuleOp>();
  /// A kernel that is called, and where its scratch memory begins.
  struct Part {
    func::CallOp call;
    SmallVector<func::FuncOp> launches;
    int64_t scratch;
  };
  SmallVector<Part> parts;
  int64_t scratchBytes = 0;
  size_t numLaunches = 0;
  for (auto call : kernel.getBody().getOps<func::CallOp>()) {
    Part &part = parts.emplace_back(Part{call, {}, scratchBytes});
    std::string symbol = call.getCallee().str();
    while (auto launch = launches.lookupSymbol<func::FuncOp>(symbol)) {
      part.launches.push_back(launch);
      symbol = (call.getCallee() + "$" + Twine(part.launches.size())).str();
    }
    numLaunches = std::max(numLaunches, part.launches.size());
    if (part.launches.empty())
      continue;
    if (auto bytes =
            part.launches[0]->getAttrOfType<IntegerAttr>(kLaunchScratch))
      scratchBytes += llvm::alignTo(bytes.getInt(), kScratchAlignment);
  }
  for (size_t number = 0; number < numLaunches; ++number) {
    func::FuncOp merged = createLaunch(body, number, scratchBytes);
    mlir::Block &entry = merged.getBody().front();
    OpBuilder b = OpBuilder::atBlockBegin(&entry);
    auto argumentOf = [&](Value value) -> Value {
      if (auto argument = dyn_cast<BlockArgument>(value))
        return entry.getArgument(argument.getArgNumber());
      for (OpOperand &use : value.getUses())
        if (use.getOwner()->hasTrait<OpTrait::IsTerminator>())
          return entry.getArgument(kernel.getNumArguments() +
                                   use.getOperandNumber());
      llvm_unreachable("merged kernels return all that they compute");
    };
    SmallVector<LaunchPart> side;
    llvm::SetVector<Attribute> names;
    for (Part &part : parts) {
      if (number >= part.launches.size())
        continue;
      func::FuncOp launch = part.launches[number];
      auto get = [&](StringRef name) {
        return launch->getAttrOfType<IntegerAttr>(name).getInt();
      };
      LaunchPart &own = side.emplace_back(
          LaunchPart{&launch.getBody().front(), get(kLaunchGrid),
                     get(kLaunchBlock), IRMapping()});
      names.insert(FlatSymbolRefAttr::get(launch));
      unsigned position = 0;
      for (Value value : llvm::concat<Value>(
               llvm::to_vector(part.call.getOperands()),
               llvm::to_vector<4>(ValueRange(part.call.getResults()))))
        own.map.map(launch.getArgument(position++), argumentOf(value));
      own.map.map(launch.getArgument(position++),
                  entry.getArgument(body.getNumArguments() - 1));
      if (position < launch.getNumArguments())
        own.map.map(launch.getArgument(position),
                    viewScratch(b, merged, launch.getArgumentTypes().back(),
                                part.scratch));
    }
    merged->setAttr(kLaunchParts, b.getArrayAttr(names.getArrayRef()));
    runSideBySide(b, merged, side);
  }
}

//===- DeviceOrders.cpp - Blocks where the user's meshes have them --------===//
//
//   func.func @main(%x: tensor<2xf32> {dist.device_ids = array<i64: 1, 0>, ..})
// begins with
//   %0 = dist.permute %x pairs [[1, 0], [0, 1]] on @mesh
//
// A permute runs on the smaller blocks: after the all_slice that reads an
// argument, before the all_gather that makes a result, whose groups are lists
// then. One permute after the other is one. Tests:
// test/Export/device-orders.mlir, test/Execute/Export/device-orders.test.
//
//===----------------------------------------------------------------------===//
#include "DeviceOrders.h"
#include "SdyShardings.h"

#include "popt/Dialect/Dist/Outside.h"

#include <numeric>

using namespace mlir;
using namespace popt;

static DenseI64ArrayAttr orderOf(const NamedAttrList &list) {
  return dyn_cast_or_null<DenseI64ArrayAttr>(list.get(dist::kDeviceIds));
}

FlatSymbolRefAttr BoundaryMeshes::of(const NamedAttrList &list) {
  DenseI64ArrayAttr order = orderOf(list);
  if (!order)
    return main.getRef();
  FlatSymbolRefAttr &name = others[order];
  if (name)
    return name;
  Mesh mesh = main.toMesh();
  mesh.deviceIds.assign(order.asArrayRef().begin(), order.asArrayRef().end());
  OpBuilder builder(main);
  std::string free;
  auto module = main->getParentOfType<ModuleOp>();
  for (unsigned i = 0; free.empty() || module.lookupSymbol(free); ++i)
    free = main.getSymName().str() + "_order" + std::to_string(i);
  sdy::MeshOp::create(builder, main.getLoc(), free,
                      toSdyMesh(builder.getContext(), mesh));
  return name = FlatSymbolRefAttr::get(builder.getContext(), free);
}

namespace {
/// By rank of the program: the rank on whose device the block is outside.
using Places = std::vector<int64_t>;

class Permuter {
public:
  explicit Permuter(dist::MeshOp mesh)
      : builder(mesh), mesh(mesh.toMesh()), name(mesh.getRef()),
        same(this->mesh.numRanks()) {
    std::iota(same.begin(), same.end(), 0);
  }

  Places placesOf(DenseI64ArrayAttr order) const;
  void moveIn(BlockArgument argument, const Places &outside);
  void moveOut(OpOperand &result, const Places &outside);

private:
  Value permute(Value value, const Places &to);
  bool compose(dist::PermuteOp op, const Places &before, const Places &after);
  ArrayAttr lists(const std::vector<std::vector<int64_t>> &ranks) {
    return builder.getArrayAttr(
        llvm::map_to_vector(ranks, [&](const std::vector<int64_t> &list) {
          return Attribute(builder.getDenseI64ArrayAttr(list));
        }));
  }
  template <typename Op> void regroup(Op op, const Places &to);

  OpBuilder builder;
  Mesh mesh;
  FlatSymbolRefAttr name;
  Places same; ///< every rank where it is
};
} // namespace

Places Permuter::placesOf(DenseI64ArrayAttr order) const {
  Places rankOf(mesh.numRanks()), places(mesh.numRanks());
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
    rankOf[mesh.deviceIds.empty() ? rank : mesh.deviceIds[rank]] = rank;
  for (auto [place, device] : llvm::enumerate(order.asArrayRef()))
    places[place] = rankOf[device];
  return places;
}

/// The block of rank r goes to rank `to[r]`.
Value Permuter::permute(Value value, const Places &to) {
  std::vector<std::vector<int64_t>> pairs;
  for (auto [from, target] : llvm::enumerate(to))
    pairs.push_back({static_cast<int64_t>(from), target});
  return dist::PermuteOp::create(builder, value.getLoc(), value.getType(),
                                 value, lists(pairs), name, TypeAttr(),
                                 dist::ShardingAttr(), dist::ShardingAttr());
}

/// Makes a permute of all ranks start from `before` and end at `after`.
bool Permuter::compose(dist::PermuteOp op, const Places &before,
                       const Places &after) {
  if (op.getPairs().size() != before.size())
    return false;
  std::vector<std::vector<int64_t>> pairs;
  for (auto pair : op.getPairs().getAsRange<DenseI64ArrayAttr>())
    pairs.push_back({before[pair[0]], after[pair[1]]});
  op.setPairsAttr(lists(pairs));
  return true;
}

/// The groups of collectives on permuted blocks. Lists are of even blocks.
template <typename Op> static bool mayRegroup(Op op) {
  return !op.getGlobalTypeAttr();
}
template <typename Op> void Permuter::regroup(Op op, const Places &to) {
  std::vector<std::vector<int64_t>> groups;
  if (dist::AxisListAttr axes = op.getAxesAttr())
    groups = mesh.groups(axes.toAxisList(mesh));
  else
    for (auto list :
         op.getReplicaGroupsAttr().template getAsRange<DenseI64ArrayAttr>())
      groups.emplace_back(list.asArrayRef().begin(), list.asArrayRef().end());
  for (std::vector<int64_t> &group : groups)
    for (int64_t &rank : group)
      rank = to[rank];
  op.removeAxesAttr();
  op.setReplicaGroupsAttr(lists(groups));
}

/// The operation if it is the only one that reads the value.
template <typename Op> static Op onlyReader(Value value) {
  return value.hasOneUse() ? dyn_cast<Op>(*value.user_begin()) : Op();
}

/// The operation that computes the value, if the value has no other reader.
template <typename Op> static Op onlyMaker(Value value) {
  return value.hasOneUse() ? value.getDefiningOp<Op>() : Op();
}

void Permuter::moveIn(BlockArgument argument, const Places &outside) {
  Places inside(outside.size());
  for (auto [rank, place] : llvm::enumerate(outside))
    inside[place] = static_cast<int64_t>(rank);
  Value value = argument;
  builder.setInsertionPointToStart(argument.getOwner());
  while (auto slice = onlyReader<dist::AllSliceOp>(value)) {
    // In a loop, it would permute once a step.
    if (!mayRegroup(slice) || slice->getBlock() != argument.getOwner())
      break;
    regroup(slice, outside);
    value = slice.getResult();
    builder.setInsertionPointAfter(slice);
  }
  if (auto permuted = onlyReader<dist::PermuteOp>(value))
    if (compose(permuted, outside, same))
      return;
  Value moved = permute(value, inside);
  value.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

void Permuter::moveOut(OpOperand &result, const Places &outside) {
  OpOperand *moved = &result;
  while (auto gather = onlyMaker<dist::AllGatherOp>(moved->get())) {
    if (!mayRegroup(gather))
      break;
    regroup(gather, outside);
    moved = &gather.getInputMutable();
  }
  if (auto permuted = onlyMaker<dist::PermuteOp>(moved->get()))
    if (compose(permuted, same, outside))
      return;
  builder.setInsertionPoint(moved->getOwner());
  moved->set(permute(moved->get(), outside));
}

void popt::permuteBoundary(func::FuncOp function, dist::MeshOp mesh) {
  dist::BoundaryAttrs attrs(function);
  Permuter permuter(mesh);
  Block &body = function.getBody().front();
  for (auto [argument, list] :
       llvm::zip_equal(body.getArguments(), attrs.arguments))
    if (DenseI64ArrayAttr order = orderOf(list))
      permuter.moveIn(argument, permuter.placesOf(order));
  Operation *end = body.getTerminator();
  for (auto [operand, list] :
       llvm::zip_equal(end->getOpOperands(), attrs.results))
    if (DenseI64ArrayAttr order = orderOf(list))
      permuter.moveOut(operand, permuter.placesOf(order));
}

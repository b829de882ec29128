//===- Transfers.cpp - What a step sends, and its causes ------------------===//
//
// Collectives and messages of the programs that run, after bucketing, each as
// often as the loops around it. Equal ones of equal layers are one: same kind,
// groups, bytes and line of the user. Tested by test/Report/page.test and
// measured.test.
//
//===----------------------------------------------------------------------===//
#include "Collect.h"

#include "popt/Cost/SentBytes.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/Report/Names.h"

using namespace mlir;

namespace popt {

namespace {
/// What one transfer sends, before equal ones are merged.
struct Sending {
  ReportTransfer transfer;
  std::vector<std::string> tensors; ///< arguments among what it sends
};

class TransferCollector {
public:
  TransferCollector(const CostModel &costs, Report &report)
      : costs(costs), report(report) {}

  void collect(func::FuncOp program);
  /// The transfers of all programs, most bytes first.
  std::vector<ReportTransfer> finish();

private:
  void addCollective(Operation *op);
  void addMessage(dist::SendOp send);
  void addReduce(dist::ReduceStagesOp reduce);
  void add(Operation *op, Sending sending);
  std::string argumentBehind(Value value);

  const CostModel &costs;
  Report &report;
  func::FuncOp program;
  int64_t stage = -1;
  /// By what is equal; each coordinate of a stage axis apart.
  OrderedByName<std::map<int64_t, Sending>> merged;
};
} // namespace

/// Collectives that run as one: the members of a bucket, or the operation.
static SmallVector<dist::CollectiveOpInterface> membersOf(Operation *op) {
  SmallVector<dist::CollectiveOpInterface> members;
  if (auto bucket = dyn_cast<dist::BucketOp>(op)) {
    for (auto member :
         bucket.getBody().front().getOps<dist::CollectiveOpInterface>())
      members.push_back(member);
  } else if (auto single = dyn_cast<dist::CollectiveOpInterface>(op)) {
    members.push_back(single);
  }
  llvm::erase_if(members, [](dist::CollectiveOpInterface member) {
    return !costKind(member);
  });
  return members;
}

/// `all-reduce sum`, `all-gather`.
static std::string describeKind(dist::CollectiveOpInterface op) {
  std::string text = wordOf(*costKind(op));
  if (std::optional<Monoid> monoid = op.getMonoid())
    text += std::string(" ") + name(*monoid);
  return text;
}

/// The argument of the program that this is, perhaps converted or reshaped.
std::string TransferCollector::argumentBehind(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (parent == program)
        return nameOfArgument(program, argument.getArgNumber());
      if (auto bucket = dyn_cast<dist::BucketOp>(parent)) {
        value = bucket.getInputs()[argument.getArgNumber()];
        continue;
      }
      return "";
    }
    Operation *op = value.getDefiningOp();
    bool isSame = op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
                  op->getNumResults() == 1 &&
                  rankOf(op->getOperand(0)) == rankOf(value) &&
                  cast<RankedTensorType>(value.getType()).getNumElements() ==
                      cast<RankedTensorType>(op->getOperand(0).getType())
                          .getNumElements();
    if (!isSame)
      return "";
    value = op->getOperand(0);
  }
}

void TransferCollector::add(Operation *op, Sending sending) {
  ReportTransfer &transfer = sending.transfer;
  std::optional<int64_t> runs = runsOf(op->getBlock());
  if (stage >= 0)
    transfer.stages = {stage};
  transfer.runs = runs.value_or(kUnknownTrips);
  transfer.isGuess = !runs;
  std::string key;
  for (const std::string &part :
       {transfer.what, transfer.over, std::to_string(transfer.members),
        std::to_string(transfer.runs), std::to_string(transfer.bytes),
        transfer.maker})
    key += part + "\n";
  for (const UserLine &line : transfer.lines)
    if (line.isOfFrontEnd())
      key += line.str() + "\n";
  for (const std::string &tensor : sending.tensors)
    key += patternOf(tensor) + "\n";
  ReportProgram &total = report.programs.back();
  total.sendSeconds += transfer.stepSeconds();
  auto [same, isNew] = merged[key].try_emplace(stage, sending);
  if (isNew)
    return;
  ++same->second.transfer.places;
  llvm::append_range(same->second.tensors, sending.tensors);
}

void TransferCollector::addCollective(Operation *op) {
  SmallVector<dist::CollectiveOpInterface> members = membersOf(op);
  if (members.empty())
    return;
  Sending sending;
  ReportTransfer &transfer = sending.transfer;
  OrderedByName<std::pair<int, UserLine>> lines;
  OrderedByName<int> kinds;
  for (dist::CollectiveOpInterface member : members) {
    ++kinds[describeKind(member)];
    UserLine line = readUserLine(member->getLoc());
    auto &[count, first] = lines[line.str()];
    if (count++ == 0)
      first = std::move(line);
    std::string tensor = argumentBehind(member->getOperand(0));
    if (!tensor.empty())
      sending.tensors.push_back(std::move(tensor));
    else if (members.size() == 1)
      transfer.maker = makerOf(valueInside(member->getOperand(0)));
  }
  CommCost cost = costs.costOfMessage(members);
  transfer.bytes = cost.wireBytes;
  transfer.seconds = cost.seconds;
  transfer.members = static_cast<int64_t>(members.size());
  for (auto &[kind, count] : kinds)
    transfer.what += (transfer.what.empty() ? "" : ", ") + kind;
  transfer.over = groupsOf(costs.mesh, members.front());
  auto ordered = lines.takeVector();
  llvm::stable_sort(ordered, [](const auto &a, const auto &b) {
    return a.second.first > b.second.first;
  });
  for (auto &[text, line] : ordered)
    transfer.lines.push_back(std::move(line.second));
  add(op, std::move(sending));
}

void TransferCollector::addMessage(dist::SendOp send) {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  if (!axis)
    return;
  const MeshAxis &stages = costs.mesh.axes[*axis];
  Sending sending;
  ReportTransfer &transfer = sending.transfer;
  transfer.what = "message to " + stages.name + " " +
                  std::to_string(static_cast<int64_t>(send.getTo()));
  transfer.over = costs.mesh.str({costs.mesh.ref(*axis)});
  transfer.bytes = bytesOf(send.getInput());
  AxisRef along = costs.mesh.ref(*axis);
  transfer.seconds =
      costs.sendLatency(along) + costs.sendSeconds(along, transfer.bytes);
  Value sent = valueInside(send.getInput());
  transfer.maker = makerOf(sent);
  transfer.lines.push_back(readUserLine(sent.getLoc()));
  add(send, std::move(sending));
}

/// An all-reduce among coordinates of the stage axis.
void TransferCollector::addReduce(dist::ReduceStagesOp reduce) {
  std::optional<int> axis = dist::findStageAxis(costs.mesh);
  if (!axis)
    return;
  CommCost cost = costs.costOfRun(reduce);
  Sending sending;
  ReportTransfer &transfer = sending.transfer;
  transfer.what = std::string(wordOf(CollectiveKind::AllReduce)) + " " +
                  name(reduce.getMonoid());
  transfer.over = costs.mesh.axes[*axis].name;
  for (auto [i, coordinate] : llvm::enumerate(reduce.getAt()))
    transfer.over += (i ? ", " : " ") + std::to_string(coordinate);
  transfer.members = static_cast<int64_t>(reduce.getInputs().size());
  transfer.bytes = cost.wireBytes;
  transfer.seconds = cost.seconds;
  if (transfer.members == 1)
    transfer.maker = makerOf(valueInside(reduce.getInputs().front()));
  transfer.lines.push_back(readUserLine(reduce.getLoc()));
  add(reduce, std::move(sending));
}

void TransferCollector::collect(func::FuncOp function) {
  program = function;
  stage = dist::getStage(function).value_or(-1);
  report.programs.emplace_back().stage = stage;
  report.programs.back().sentBytes = sentInStep(costs, program);
  const CostModel here = costs.atStage(stage);
  program.walk([&](Operation *op) {
    if (auto send = dyn_cast<dist::SendOp>(op))
      addMessage(send);
    else if (auto reduce = dyn_cast<dist::ReduceStagesOp>(op))
      addReduce(reduce);
    else if (isa<dist::BucketOp>(op) ||
             !isa_and_nonnull<dist::BucketOp>(op->getParentOp()))
      addCollective(op);
    if (valueTiesOf(op).empty() && !isa<func::FuncOp, dist::BucketOp>(op))
      report.programs.back().computeSeconds +=
          static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips)) *
          here.computeSeconds(op);
  });
}

/// The names of equal layers as one.
static std::vector<std::string> mergeTensors(ArrayRef<std::string> tensors) {
  OrderedByName<std::vector<std::string>> names;
  for (const std::string &name : tensors)
    names[patternOf(name)].push_back(name);
  std::vector<std::string> result;
  for (auto &[pattern, list] : names) {
    llvm::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    result.push_back(mergeNames(list));
  }
  return result;
}

std::vector<ReportTransfer> TransferCollector::finish() {
  std::vector<ReportTransfer> result;
  for (auto &[key, byStage] : merged) {
    // Stages that do the same are one line.
    std::map<int64_t, Sending> byPlaces;
    for (auto &[at, sending] : byStage) {
      auto [same, isNew] =
          byPlaces.try_emplace(sending.transfer.places, sending);
      if (isNew)
        continue;
      same->second.transfer.stages.push_back(at);
      llvm::append_range(same->second.tensors, sending.tensors);
    }
    for (auto &[places, sending] : byPlaces) {
      sending.transfer.tensors = mergeTensors(sending.tensors);
      result.push_back(std::move(sending.transfer));
    }
  }
  llvm::stable_sort(result,
                    [](const ReportTransfer &a, const ReportTransfer &b) {
                      return a.stepBytes() > b.stepBytes();
                    });
  return result;
}

void collectTransfers(const CostModel &costs, ArrayRef<func::FuncOp> programs,
                      Report &report) {
  TransferCollector collector(costs, report);
  for (func::FuncOp program : programs)
    collector.collect(program);
  report.transfers = collector.finish();
}

} // namespace popt

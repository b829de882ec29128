//===- Remarks.cpp - Remarks of a compilation, collected ------------------===//
//
// MLIR hands every remark to a streamer first, then says it as a diagnostic.
// The diagnostic may be silenced, or kept and said later, when it is known that
// its program is the one that runs. Its text has all that the streamer saw but
// the location, so parts are found by text. Tested by test/Report/remarks.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Report/Remarks.h"

#include "popt/Report/Names.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/Regex.h"

using namespace mlir;

namespace popt {

struct RemarkCollector::Streamer : remark::detail::MLIRRemarkStreamerBase {
  explicit Streamer(RemarkCollector &collector) : collector(collector) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    auto [it, isNew] = collector.streamed.try_emplace(remark.getMsg());
    if (!isNew)
      return;
    Remark &parts = it->second;
    parts.category = remark.getCategoryName().str();
    parts.name = remark.getRemarkName().str();
    parts.isMissed = remark.getRemarkType() == llvm::remarks::Type::Missed ||
                     remark.getRemarkType() == llvm::remarks::Type::Failure;
    for (const remark::detail::Remark::Arg &arg : remark.getArgs())
      if (arg.key == kRemarkSeconds)
        (void)StringRef(arg.val).getAsDouble(parts.seconds);
      else if (arg.key == kRemarkAgainst)
        parts.isAgainst = true;
      else
        parts.text += arg.val;
  }

  RemarkCollector &collector;
};

RemarkCollector::RemarkCollector(MLIRContext &context) : context(context) {
  handler.emplace(
      &context, [this](Diagnostic &diagnostic) { return handle(diagnostic); });
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = ".*";
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Streamer>(*this),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

RemarkCollector::~RemarkCollector() { context.setRemarkEngine(nullptr); }

LogicalResult RemarkCollector::handle(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
    return failure();
  auto it = streamed.find(diagnostic.str());
  if (it == streamed.end())
    return failure();
  remarks.push_back(it->second);
  remarks.back().line = readUserLine(diagnostic.getLocation());
  return success();
}

std::vector<Decision> RemarkCollector::decisions(StringRef category) const {
  llvm::Regex filter(category.empty() ? ".*" : category);
  struct Group {
    Decision decision;
    OrderedByName<std::vector<std::string>> places;
  };
  OrderedByName<Group> groups;
  for (const Remark &remark : remarks) {
    if (!filter.match(remark.category))
      continue;
    std::string where = remark.line.str();
    bool isLine = !remark.line.frames.empty();
    std::string pattern = isLine ? where : patternOf(where);
    std::string key =
        remark.category + "\n" + remark.name + "\n" + patternOf(remark.text);
    Group &group = groups[key];
    if (group.places.empty())
      group.decision = {remark.category,
                        remark.name,
                        remark.isMissed,
                        remark.isAgainst,
                        remark.text,
                        0,
                        0,
                        {}};
    ++group.decision.count;
    group.decision.seconds += remark.seconds;
    group.places[pattern].push_back(where);
  }
  std::vector<Decision> result;
  for (auto &[key, group] : groups) {
    for (auto &[pattern, names] : group.places) {
      std::string where =
          pattern == names.front() ? pattern : mergeNames(names);
      if (!where.empty())
        group.decision.places.push_back(where);
    }
    result.push_back(std::move(group.decision));
  }
  llvm::stable_sort(result, [](const Decision &a, const Decision &b) {
    return std::pair(a.isAgainst, a.seconds) >
           std::pair(b.isAgainst, b.seconds);
  });
  return result;
}

} // namespace popt

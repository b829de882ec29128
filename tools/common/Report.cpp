//===- Report.cpp - What the compiler decided, for people -----------------===//
//
// The table that `poptc -v` and `make demo` print: one line per group of
// tensors with equal shapes and shardings, then collectives, then memory.
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace popt::tools {

void printPlan(ModuleOp module, const rt::StepTable &table,
               llvm::raw_ostream &os) {
  SmallVector<func::FuncOp> functions = dist::getPrograms(module);
  dist::MeshOp meshOp = dist::getMesh(module);
  if (functions.empty() || !meshOp)
    return;
  Mesh mesh = meshOp.toMesh();
  os << "mesh " << mesh.str() << ", " << mesh.numRanks() << " ranks\n";

  // Names that differ in one index only ("blocks[0]...", "blocks[1]...") with
  // equal types and shardings are one line.
  struct Line {
    std::string description, first;
    int count;
  };
  std::vector<Line> lines;
  for (func::FuncOp main : functions)
    for (unsigned i = 0; i < main.getNumArguments(); ++i) {
      auto name = main.getArgAttrOfType<StringAttr>(i, dist::kName);
      auto global = main.getArgAttrOfType<TypeAttr>(i, dist::kGlobalType);
      dist::ShardingAttr sharding = dist::getSharding(main.getArgument(i));
      if (!global || !sharding)
        continue;
      std::string description;
      llvm::raw_string_ostream text(description);
      text << global.getValue() << " " << sharding.toLayout(mesh).str(mesh)
           << " -> " << main.getArgument(i).getType();
      auto line = llvm::find_if(
          lines, [&](const Line &l) { return l.description == description; });
      if (line != lines.end()) {
        ++line->count;
        continue;
      }
      lines.push_back({description,
                       name ? name.getValue().str() : "arg" + std::to_string(i),
                       1});
    }
  os << "arguments\n";
  for (const Line &line : lines) {
    os << "  " << line.first;
    if (line.count > 1)
      os << " and " << line.count - 1 << " like it";
    os << ": " << line.description << "\n";
  }

  std::map<std::string, int> collectives;
  const rt::Program &program = table.programOf(0);
  for (const rt::Command &command : program.commands)
    if (std::holds_alternative<rt::CollectiveOp>(command.op)) {
      const auto &op = std::get<rt::CollectiveOp>(command.op);
      ++collectives[std::string(rt::name(command)) + " over " +
                    table.groups[op.group].name];
    }
  os << "collectives per step\n";
  for (auto &[what, count] : collectives)
    os << llvm::format("  %4d x ", count) << what << "\n";
  if (table.info.count("schedule")) {
    auto fact = [&](const char *name) {
      auto it = table.info.find(name);
      return it == table.info.end() ? "" : it->second;
    };
    os << "pipeline " << fact("schedule") << ": predicted bubble "
       << fact("predicted_bubble") << "\n  activation slots per coordinate "
       << fact("activation_slots")
       << "\n  bytes kept between tasks, per coordinate " << fact("kept_bytes")
       << "\n";
  }
  int64_t bytes = 0;
  for (const rt::Region &region : program.regions)
    if (region.kind != rt::RegionKind::Constants)
      bytes += region.bytes;
  os << llvm::format("memory per rank: %.1f MiB; %zu kernels, %zu commands\n",
                     double(bytes) / (1 << 20), table.kernels.size(),
                     program.commands.size());
}

} // namespace popt::tools

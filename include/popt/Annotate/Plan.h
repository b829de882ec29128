//===- Plan.h - The plan file, and overrides of the mesh ------------------===//
//
// A plan states how a model is divided, in words a person can edit: the mesh,
// shardings by name pattern, state, inputs, schedule. This is its plain form;
// ApplyPlan.cpp applies it to a module. Unknown keys are errors that name the
// nearest known one, and every error begins with the place in the file:
// `plan.shardings[1].dims[0]: ...`. Lists of strategies of single operations
// are in the format, but not in this build: they are errors. docs/Plan.md is
// the manual, docs/plan.schema.json says the same to editors. A plan is a
// value: it is read, merged with what command lines say, compared, and written
// in one form.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANNOTATE_PLAN_H
#define POPT_ANNOTATE_PLAN_H

#include "popt/Cost/Prediction.h"
#include "popt/Layout/Layout.h"

namespace popt {

/// An axis or part of one, by name: `"x"`, `"x:(1)2"`.
struct PlanAxis {
  std::string name;
  int64_t pre = 0, size = 0; ///< both 0 for the whole axis
  bool operator==(const PlanAxis &o) const {
    return name == o.name && pre == o.pre && size == o.size;
  }
};

/// The axes that one dimension is split over.
struct PlanDim {
  std::vector<PlanAxis> axes; ///< major to minor
  bool open = false;          ///< the list ends with "?"
  /// `{"x": [0, 1, 1, 0]}` in the place of the first axis: the coordinate of each
  /// block of layers.
  std::vector<int64_t> owners;
  bool operator==(const PlanDim &o) const {
    return axes == o.axes && open == o.open && owners == o.owners;
  }
};

/// The plan's decisions for the values whose name matches. A part that is not
/// given stays as an earlier match, or the module, has it.
struct PlanSharding {
  std::string match;
  std::string path;        ///< where it stands in the file
  bool onlyInputs = false; ///< from `inputs`: state arguments do not match
  std::optional<std::vector<PlanDim>> dims;
  std::optional<std::vector<std::pair<std::string, std::vector<int64_t>>>> at;
  std::optional<std::pair<Monoid, std::vector<PlanAxis>>> partial;
  std::optional<Memory> memory;
  bool operator==(const PlanSharding &o) const {
    return match == o.match && onlyInputs == o.onlyInputs && dims == o.dims &&
           at == o.at && partial == o.partial && memory == o.memory;
  }
};

/// A change of one mesh axis.
struct MeshOverride {
  std::string name;
  std::optional<int64_t> size;  ///< nothing: as the module has it
  std::optional<AxisKind> kind; ///< nothing: as the module has it, or device
  bool operator==(const MeshOverride &o) const {
    return name == o.name && size == o.size && kind == o.kind;
  }
};

/// The schedule of a pipeline, by name or from a file. Numbers that are given
/// must agree with the program.
struct PlanSchedule {
  std::string kind;
  std::string order;                   ///< a file, of kind "custom"; else empty
  std::optional<int64_t> chunks;       ///< per coordinate
  std::optional<int64_t> microbatches; ///< per step
  bool operator==(const PlanSchedule &o) const {
    return kind == o.kind && order == o.order && chunks == o.chunks &&
           microbatches == o.microbatches;
  }
};

/// What the backward part computes again, or has the host hold, instead of
/// holding it, as jax.checkpoint's policies have it.
enum class ScopePolicy : uint8_t {
  Everything,         ///< everything is held
  Nothing,            ///< nothing is
  Dots,               ///< results of contractions and convolutions are
  PlainDots,          ///< results of contractions without batch dimensions are
  Named,              ///< what has one of the names is
  NotNamed,           ///< what has none of the names is
  Offloaded,          ///< everything is, by the host
  OffloadedPlainDots, ///< as PlainDots, by the host
};

/// The policy for the operations of a scope.
struct PlanRecompute {
  std::string match; ///< the scope's pattern, without `loc:`
  std::string path;  ///< where it stands in the file
  ScopePolicy policy = ScopePolicy::Nothing;
  std::vector<std::string> names; ///< scopes within the scope
  bool operator==(const PlanRecompute &o) const {
    return match == o.match && policy == o.policy && names == o.names;
  }
};

/// A plan file.
struct Plan {
  std::vector<MeshOverride> mesh;
  std::vector<int64_t> deviceIds;
  std::vector<PlanSharding> shardings; ///< `inputs` first, then `shardings`
  std::vector<std::pair<std::string, std::string>> state; ///< argument, result
  std::optional<PlanSchedule> schedule;
  std::vector<PlanRecompute> recompute; ///< the last match counts
  std::string strategies; ///< how they are chosen; empty: not said
  /// Bytes that a step may hold on a device: what does not fit is divided otherwise,
  /// computed again, or held by the host. 0: not said.
  int64_t memoryBudget = 0;
  /// Batch dimensions of inputs, by pattern.
  std::vector<std::pair<std::string, int64_t>> batch;
  /// What the plan's maker expects of it. What is not given is 0 or missing.
  std::optional<Prediction> predicted;

  /// The same decisions, whatever is predicted of them.
  bool operator==(const Plan &) const;
};

/// Reads a plan, the contents of `file`. Returns what is wrong with it, or
/// nothing.
std::string parsePlan(std::string_view text, const std::string &file,
                      Plan &plan);

/// The plan as a file has it, each entry of a list on a line. Reading it gives the
/// same plan. Nothing, and `error`, for axes in an order that a plan can't say.
std::optional<std::string> writePlan(const Plan &plan, std::string &error);

/// The plan's `predicted` on a line.
std::string writePrediction(const Prediction &prediction);

/// Puts these axes over those of `mesh`: by name, new ones more major.
void mergeOverrides(const std::vector<MeshOverride> &options,
                    std::vector<MeshOverride> &mesh);

/// Reads `stage:pp=4,dp=2,time:mb=8,stage:x`. Returns what is wrong, or
/// nothing.
std::string parseMeshOverrides(std::string_view text,
                               std::vector<MeshOverride> &overrides);

/// Reads `arg=res,params*=result[0]*`, or `none`. Returns what is wrong, or nothing.
std::string
parseStateList(std::string_view text,
               std::vector<std::pair<std::string, std::string>> &state);

/// Reads `NAME=DIM,...`: the batch dimensions of inputs. Returns what is wrong,
/// or nothing.
std::string parseBatchList(std::string_view text,
                           std::vector<std::pair<std::string, int64_t>> &batch);

/// Says what is wrong with a word for how strategies are chosen, or nothing.
std::string checkStrategies(const std::string &word);

/// Overrides axes of `mesh` by name and puts new ones before (major to) its
/// own, in the order given. Returns what is wrong, or nothing.
std::string applyOverrides(const std::vector<MeshOverride> &overrides,
                           Mesh &mesh);

/// True if the name matches. Only `*` is special; it stands for any text.
bool matchesName(std::string_view pattern, std::string_view name);

} // namespace popt
#endif // POPT_ANNOTATE_PLAN_H

//===- Checker.h - The checker's rules, shared by its files ---------------===//
#ifndef POPT_RT_LIB_CORE_CHECKER_H
#define POPT_RT_LIB_CORE_CHECKER_H

#include "ByteRange.h"
#include "popt-rt/check.h"
#include <map>

namespace popt::rt {

constexpr int64_t kMaxBytes = int64_t(1) << 50;
constexpr int64_t kMaxGranule = int64_t(1) << 40;
constexpr int32_t kMaxStreams = 16;
constexpr size_t kMaxRank = 24; ///< dimensions of an operand
constexpr int kMaxDepth = 64;   ///< bodies that run within each other
constexpr int32_t kMaxMicrobatches = 1 << 20;
constexpr int32_t kMaxBlockThreads = 1024;
constexpr int32_t kMaxSharedBytes = 227 << 10; ///< the most that a GPU has
constexpr int64_t kMaxEvents = 1 << 24;        ///< of all microbatches

template <typename T> bool within(int64_t index, const std::vector<T> &list) {
  return index >= 0 && static_cast<size_t>(index) < list.size();
}
template <typename T> std::string str(T v) { return std::to_string(v); }
inline std::string str(Wide v) {
  return v > INT64_MAX   ? "more than 2^63"
         : v < INT64_MIN ? "less than -2^63"
                         : std::to_string(static_cast<int64_t>(v));
}
inline std::string str(const std::vector<int64_t> &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "x" : "") + str(shape[i]);
  return text + "]";
}
inline bool isIntegerType(ElementType t) {
  return t >= POPT_RT_I1 && t <= POPT_RT_UI64;
}
/// A send or a receive.
inline bool isTransfer(const Command &command) {
  return std::holds_alternative<SendOp>(command.op) ||
         std::holds_alternative<RecvOp>(command.op);
}

/// How many of a command's first operands it only reads; it may write the rest.
size_t numReads(const StepTable &table, const Command &command);

/// A command that communicates or waits, and the microbatch that it does so
/// for.
struct Talk {
  int32_t command, microbatch;
};

/// Returns false all the way up at the first problem, which it keeps.
class Checker {
public:
  explicit Checker(const StepTable &table) : t(table) {}
  /// The problem as one text that says where it is, or nothing.
  std::string run();
  /// By program, the commands that communicate or wait, in the order in which
  /// they run.
  bool collectTalks(std::vector<std::vector<Talk>> &talks);
  const Problem &found() const { return first; }

private:
  bool fail(const std::string &what) {
    if (!problem.empty())
      return false;
    problem = where + what;
    first = at;
    first.text = what;
    return false;
  }
  bool mesh();
  bool tables();
  bool kernels();
  bool productOf(const KernelEntry &kernel);
  bool convolutionOf(const KernelEntry &kernel);
  /// What products and convolutions have in common: the element types of lhs,
  /// rhs and the result, and whether a library has `what` of such.
  bool isForLibrary(const KernelEntry &kernel, const std::string &what,
                    const std::array<ElementType, 3> &types, bool hasTypes,
                    bool isTf32, const std::vector<uint8_t> &algorithm);
  /// What arguments and results have in common.
  template <typename Value>
  bool value(const std::string &what, const Value &value);
  template <typename Value>
  bool part(const std::vector<Value> &values, size_t index);
  bool values();
  bool shapeBytes(const std::vector<int64_t> &shape, ElementType type,
                  int64_t &bytes);

  bool program(size_t index);
  void enter(int32_t command);
  bool order();
  bool messages();
  bool joinsPrograms(const CollectiveOp &op) const;
  bool collectTalk(int32_t body, int32_t microbatch, bool isCertain,
                   std::vector<Talk> &talk);
  bool liesInside(const Address &start, const std::vector<int64_t> &shape,
                  ElementType type);
  bool stateMoves();
  bool slots();
  bool bodies();
  bool depth(int32_t body, std::vector<int> &state, int level);
  bool command(const Command &c);
  bool isInOneMemory(const Command &c);
  bool bucket(int32_t first);
  bool operand(const Operand &o, bool written);
  bool terms(const Operand &o);
  bool isInside(int32_t body, int32_t loop);
  bool scalar(const Scalar &s);
  bool count(const Command &c, size_t least, size_t most);
  bool rankTable(int32_t index) {
    return within(index, t.rankTables) ||
           fail("rank table " + str(index) + " does not exist");
  }

  /// The operands of a kernel that a library may replace are what it is told.
  bool reachesOperands(const Command &c, const Product &product);
  bool reachesOperands(const Command &c, const Convolution &convolution);
  bool isAdded(const Command &c, const Product &product, Wide last);
  bool exist(const Command &c, const std::string &what,
             std::array<int32_t, 3> operands);
  bool reaches(const Command &c, const std::string &what, int32_t operand,
               ElementType type, Wide last);
  bool isApart(const Command &c, const std::string &what,
               std::array<int32_t, 3> operands);
  /// Operands of a convolution, whose dimensions are in the order of ConvOp.
  bool fit(const ConvOp &op, bool isOfOneType, const std::vector<int64_t> &lhs,
           const std::vector<int64_t> &rhs, const std::vector<int64_t> &out);
  /// Two operands that are read and one that is written.
  bool product(const Command &c);
  bool op(const Command &c, const KernelOp &op);
  bool op(const Command &c, const MatmulOp &op);
  bool op(const Command &c, const ConvOp &op);
  bool op(const Command &c, const CopyOp &op);
  bool op(const Command &c, const FillOp &op);
  bool op(const Command &c, const SetOp &op);
  bool op(const Command &c, const CollectiveOp &op);
  bool op(const Command &c, const SendOp &op);
  bool op(const Command &c, const RecvOp &op);
  bool op(const Command &c, const LoopOp &op);
  bool op(const Command &c, const WhileOp &op);
  bool op(const Command &c, const CaseOp &op);
  bool op(const Command &c, const ScheduleOp &op);
  bool op(const Command &c, const WaitOp &) { return count(c, 0, 0); }
  bool op(const Command &c, const AttentionOp &op);
  bool counter(const Command &c);
  bool transfer(const Command &c, int32_t peer, bool written);
  bool pieces(const Pieces &pieces, const Operand &small, const Operand &large,
              const std::vector<std::vector<int32_t>> &lists);
  bool sameBut(const Operand &a, const Operand &b, int32_t d1, int32_t d2);
  bool body(int32_t index) {
    return within(index, p->bodies) ||
           fail("body " + str(index) + " does not exist");
  }

  const StepTable &t;
  int64_t ranks = 0;
  const Program *p = nullptr;
  std::vector<int64_t> ranksOf; ///< that run *p
  // By body of *p: those with commands that run it, and whether all are loops.
  std::vector<std::vector<int32_t>> callers;
  std::vector<bool> onlyLoopsRun;
  std::map<std::pair<int32_t, int32_t>, bool> insideOf; ///< isInside's answers
  std::string where, problem;
  Problem at; ///< where the checker is; its text is not used
  Problem first;
};
} // namespace popt::rt
#endif // POPT_RT_LIB_CORE_CHECKER_H

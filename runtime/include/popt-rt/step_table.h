//===- step_table.h - The compiled step: a table of commands --------------===//
//
// A compiled program is kernels (machine code) and one StepTable: everything
// that happens around the kernels. A table says for every rank where its
// tensors lie, in which order commands run, which ranks communicate what,
// and which line of the user's program each command comes from. The executor
// (exec.h) interprets it; the JIT and the executable share it; check.h proves
// it safe; the `step` dialect is its printed form.
//
//   StepTable
//     mesh, target, kernels, constants, rankTables, groups, locations
//     arguments, results        what the user calls them, global and local
//     programs[programOfRank[r]]          what rank r runs
//       regions                 memory, allocated before the first step
//       argumentAddresses, resultAddresses
//       commands, bodies        a body is a run of commands; bodies[0] is the
//                               whole step
//
// Numbers that differ between the ranks of one program are in *rank tables*
// (one int64 per rank of the run) and are named by their index; -1 means none.
// All other numbers are the same on all ranks of a program. The program counter
// (index into Program::commands) is the identity of an operation in traces and
// watchdog messages, and between ranks that run the same program.
//
// One step runs bodies[0] once. Before it the driver writes the arguments that
// change, after it the results are read and each state result that does not
// already lie at its argument's address is copied there.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_STEP_TABLE_H
#define POPT_RT_STEP_TABLE_H

#include "popt-rt/transport_types.h"
#include "popt/Layout/CollectiveKind.h"
#include "popt/Layout/Layout.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace popt::rt {

using popt::CollectiveKind;

using ElementType = popt_rt_element_type;

// The blocks of ranks are described by the compiler's own meshes and layouts
// (popt/Layout/Layout.h). A table's layouts are closed and have no time axes:
// arguments and results of the program are whole in time.
using popt::AxisKind;
using popt::AxisList;
using popt::AxisRef;
using popt::DimBlock;
using popt::DimLayout;
using popt::Layout;
using popt::Mesh;
using popt::MeshAxis;
using popt::Monoid;
using popt::Pin;

/// The monoid's number in the transport's C API, which is the same.
constexpr popt_rt_monoid toC(Monoid monoid) {
  return static_cast<popt_rt_monoid>(monoid);
}
static_assert(toC(Monoid::Sum) == POPT_RT_SUM &&
              toC(Monoid::Prod) == POPT_RT_PROD &&
              toC(Monoid::Max) == POPT_RT_MAX &&
              toC(Monoid::Min) == POPT_RT_MIN &&
              toC(Monoid::And) == POPT_RT_AND &&
              toC(Monoid::Or) == POPT_RT_OR && toC(Monoid::Xor) == POPT_RT_XOR);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

enum class RegionKind : uint8_t {
  Arena,     ///< this rank's device memory (plain memory on a CPU)
  HostArena, ///< this rank's host memory; predicates and counters live here
  Constants, ///< StepTable::constants, shared by all ranks, read only
};

/// A block of memory, 4096-byte aligned, allocated once per rank before the
/// first step. Its contents before the first write are unspecified.
struct Region {
  RegionKind kind = RegionKind::Arena;
  int64_t bytes = 0; ///< Constants: ignored, the blob's size counts
  std::string name;  ///< for the printed form and messages
};

/// Where an argument or result starts. Its elements lie dense and row-major in
/// its local shape. region -1: the ranks of this program do not hold it.
struct Address {
  int32_t region = -1;
  int64_t offset = 0;
};

/// The extent of one dimension on each rank (at most the operand's shape).
struct RankExtent {
  int32_t dim = 0;
  int32_t rankTable = 0;
};

/// Strides, in elements, of a row-major tensor.
std::vector<int64_t> denseStrides(const std::vector<int64_t> &shape);
int64_t numElements(const std::vector<int64_t> &shape);
/// Of a tensor without gaps.
int64_t bytesOf(const std::vector<int64_t> &shape, ElementType type);

/// How an operand moves while the program runs: a loop reads the next row of a
/// stack in each iteration, a task of a pipeline the next part of the batch.
struct Term {
  /// The body of a Loop around the command, whose iterations count from 0; -1:
  /// the microbatch of the innermost Schedule counts, 0 outside.
  int32_t loop = -1;
  int64_t bytes = 0; ///< from one iteration or microbatch to the next
};
inline bool operator==(const Term &a, const Term &b) {
  return a.loop == b.loop && a.bytes == b.bytes;
}

/// A strided view of memory. Address of element (i, j, ..) in bytes:
///   region + offset + slotStride * slot of the microbatch (Program::slots)
///          + terms[0].bytes * what it counts + ...
///          + rankTables[rankOffset][rank]
///          + size of type * (i * strides[0] + ...)
struct Operand {
  int32_t region = 0;
  int64_t offset = 0;
  int64_t slotStride = 0;
  int32_t slots = -1;      ///< into Program::slots; -1: slot 0
  std::vector<Term> terms; ///< one at most for each loop
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides; ///< in elements; empty means dense row-major
  int32_t rankOffset = -1;      ///< rank table of bytes
  std::vector<RankExtent> rankExtents; ///< only Copy and Fill look at them

  std::vector<int64_t> resolvedStrides() const;
  bool isDense() const;
  int64_t numElements() const { return popt::rt::numElements(shape); }
};

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// An integer that a command needs when it starts.
struct Scalar {
  enum class Kind : uint8_t {
    Constant,   ///< value
    RankTable,  ///< rankTables[value][rank]; so an axis index is a rank table
    Microbatch, ///< of the innermost Schedule, 0 outside
  };
  Kind kind = Kind::Constant;
  int64_t value = 0;

  static Scalar constant(int64_t v) { return {Kind::Constant, v}; }
  static Scalar rankTable(int64_t t) { return {Kind::RankTable, t}; }
};

// In the comments below o0, o1, ... are the command's operands.

/// Runs a kernel on the addresses of its operands and on numbers: scalars[0] is
/// the rank, scalars[1 + i] the i-th of `scalars` here. On a CPU it calls
/// `void symbol(void *const *operands, const int64_t *scalars)`; on a GPU it
/// makes the kernel's launches (KernelEntry).
struct KernelOp {
  int32_t symbol = 0; ///< into StepTable::kernels
  std::vector<Scalar> scalars;
};

/// o2 = o0 * o1, or o2 += o0 * o1. The dimensions of o0 are, in this
/// order, batch, rows, contracted; of o1 batch, contracted, columns; of o2
/// batch, rows, columns; so many of each as the counts say, in any strides.
/// Strides may be 0 in o0 and o1 (broadcast). Element types: o0 and o1 equal,
/// o2 the same or wider of its class (bf16, f16 -> f32; i8 -> i32).
/// Where the contracted extent is 0 the product is 0.
struct MatmulOp {
  int32_t batchDims = 0, rowDims = 1, columnDims = 1, contractedDims = 1;
  bool adds = false; ///< to o2, of f32 or f64
};

/// o2 = convolution of o0 (lhs) and o1 (rhs) as StableHLO defines it, the
/// dimensions in this order, in any strides:
/// lhs [batch, feature, spatial...], rhs [output feature, input feature,
/// spatial...], out [batch, feature, spatial...].
struct ConvOp {
  std::vector<int64_t> windowStrides, padLow, padHigh, lhsDilation, rhsDilation;
  std::vector<uint8_t> windowReversal;
  int64_t featureGroups = 1, batchGroups = 1;
};

/// o1 = o0, equal shapes and types, any strides (a transpose, slice, broadcast
/// by stride 0, dynamic slice or update). With rankExtents on o0 or o1 only the
/// smaller of the extents is copied. Memory may overlap only exactly.
struct CopyOp {};

/// Every element of o0 = the element whose bytes are `value` (little-endian).
struct FillOp {
  std::array<uint8_t, 16> value{};
};

/// o0 (one integer or i1) = a scalar. AxisIndex is Scalar::rankTable.
struct SetOp {
  Scalar value;
};

/// Which elements of one dimension a rank's small side is: rank r has
/// counts[r] elements, at offsets[r] of the large side's dimension. -1, -1
/// means equal blocks in member order, the small side's whole extent.
/// There are both or neither. Elements of the small side beyond the count are
/// neither read nor written; elements of the large side that no member has are
/// left alone.
struct Pieces {
  int32_t dim = 0;
  int32_t counts = -1;  ///< rank table
  int32_t offsets = -1; ///< rank table
};

/// o1 = collective of o0 within each group; ranks in no group do nothing.
/// Operands may have any strides; o0 and o1 may be the same memory where the
/// shapes are equal.
///   AllReduce      shapes equal; `monoid`
///   AllGather      o0 small, o1 large in pieces.dim
///   ReduceScatter  o0 large, o1 small in pieces.dim; `monoid`
///   AllToAll       member j gets the rows of its piece of `split` (o0 large,
///                  o1 small in split.dim) and puts what comes from member i at
///                  i's piece of `pieces` (o0 small, o1 large in pieces.dim);
///                  split.dim may equal pieces.dim (then both sides are
///                  "large": equal blocks in, equal blocks out)
///   Permute        `pairs` of ranks (source, target); targets of none get 0
///   Broadcast      o0 is read on the root only
///   Reduce         o1 is written on the root only; `monoid`
///   Gather         as AllGather, o1 is written on the root only
///   Scatter        as ReduceScatter without sum, o0 is read on the root only
struct CollectiveOp {
  CollectiveKind kind = CollectiveKind::AllReduce;
  int32_t group = 0;   ///< into StepTable::groups
  int32_t channel = 0; ///< the same on all members; one per stream
  Monoid monoid = Monoid::Sum;
  Pieces pieces;
  Pieces split;
  std::vector<std::pair<int32_t, int32_t>> pairs;
  int32_t root = 0; ///< member index
  /// Equal on all members and different from that of other commands; -1: the
  /// program counter, which will do if all members run one program.
  int64_t id = -1;
  /// Not 0: this and the commands after it, so many in all, run as one: a
  /// *bucket*, with one rendezvous of the members. They have one group, channel
  /// and stream, only the first waits, none is an AllToAll, and none writes
  /// what another one reads or writes. No body begins or ends inside.
  int32_t bucket = 0;
};

/// Starts a transfer of o0 to, or into o0 from, rank rankTables[peer][rank]
/// (-1: nothing to do). It is complete when a later command waits for `event`
/// of this command. Sends and receives of one pair of ranks and one channel
/// match in order. o0 must be dense.
struct SendOp {
  int32_t peer = 0;
  int32_t channel = 0;
};
struct RecvOp {
  int32_t peer = 0;
  int32_t channel = 0;
};

/// Runs `body` so often; before each iteration o0, if present (an integer), is
/// set to the iteration's number, in the order of the stream.
struct LoopOp {
  int32_t body = 0;
  Scalar count;
};

/// Runs `condition`, ends if o0 (an i1 in host memory) is then 0, else runs
/// `body` and repeats.
struct WhileOp {
  int32_t condition = 0, body = 0;
};

/// Runs branches[o0]; o0 is an i1 or i32 in host memory. An i32 outside the
/// range takes the last branch; for an i1 branches are {false, true}. Branch -1
/// does nothing.
struct CaseOp {
  std::vector<int32_t> branches;
};

/// Runs bodies one after another, each for one microbatch: the schedule of a
/// pipeline. Before each call o0, if present (an integer), is set to the
/// microbatch, in the order of the stream. Bodies do not differ from microbatch to microbatch;
/// what differs is the slots of operands, and the events.
struct ScheduleOp {
  std::vector<std::pair<int32_t, int32_t>> calls; ///< body, microbatch
};

/// Does nothing itself; it waits for its events.
struct WaitOp {};

/// Attention, or its gradient: softmax(q k^T scale + bias) v, as
/// popt/OpModels/Attention.h defines it, on a GPU. In this order, q [batch, head,
/// query, feature], k [batch, key head, key, feature], v [batch, key head, key, value
/// feature], of one type, bf16 or f16, in any strides:
///   forward    q, k, v, bias?, lengths?               -> out, stats?
///   backward   q, k, v, stats, dout, out, bias?, lengths? -> dq, dk, dv, dbias?
/// bias [1 or batch, 1 or head, query, key] has that type, too; stats [batch, head,
/// query] are f32; lengths are two of [batch] in i32, of queries and of keys.
struct AttentionOp {
  bool isBackward = false;
  bool isCausal = false;
  bool hasBias = false, hasLengths = false;
  bool hasStats = false; ///< as a result
  bool hasBiasResult = false;
  int64_t window =
      0; ///< if not 0, query t sees the keys in (t - window, t] alone
  float scale = 1;

  /// How many of its operands are read.
  size_t numReads() const {
    return size_t(isBackward ? 6 : 3) + hasBias + 2 * size_t(hasLengths);
  }
  size_t numOperands() const {
    return numReads() + (isBackward ? 3 : 1) + hasStats + hasBiasResult;
  }
};

using AnyOp = std::variant<KernelOp, MatmulOp, ConvOp, CopyOp, FillOp, SetOp,
                           CollectiveOp, SendOp, RecvOp, LoopOp, WhileOp,
                           CaseOp, ScheduleOp, WaitOp, AttentionOp>;

/// The alternatives of AnyOp by name, in its order: the numbers in files.
enum class Opcode : uint8_t {
  Kernel,
  Matmul,
  Conv,
  Copy,
  Fill,
  Set,
  Collective,
  Send,
  Recv,
  Loop,
  While,
  Case,
  Schedule,
  Wait,
  Attention,
};
inline Opcode opcodeOf(const AnyOp &op) {
  return static_cast<Opcode>(op.index());
}
/// "kernel", "matmul", ...
const char *name(Opcode opcode);

struct Command {
  AnyOp op;
  std::vector<Operand> operands;
  int32_t location = -1; ///< into StepTable::locations
  int32_t stream = 0;    ///< 0 compute; others may run concurrently
  // Each microbatch has events of its own, also of the same number.
  std::vector<int32_t> waits; ///< events that must be complete before it starts
  int32_t event = -1;         ///< complete when this command is; 0..numEvents-1
};
/// As name(Opcode), but a collective by its kind: "all_gather".
const char *name(const Command &command);

/// Commands [begin, end) of the program.
struct Body {
  int32_t begin = 0, end = 0;
  std::string name;
};

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

struct SourcePlace {
  std::string file; ///< may be empty
  int32_t line = 0, column = 0;

  bool operator<(const SourcePlace &other) const {
    return std::tie(file, line, column) <
           std::tie(other.file, other.line, other.column);
  }
};

struct Location : SourcePlace {
  std::string name; ///< operation and scope, e.g. "dot_general mlp/dense"
  std::vector<SourcePlace> fused; ///< what a kernel computes of other places

  bool operator<(const Location &other) const {
    return std::tie(file, line, column, name, fused) <
           std::tie(other.file, other.line, other.column, other.name,
                    other.fused);
  }
};

/// What of the user's tensor an argument or result is. A stack whose blocks of
/// layers are dealt to coordinates in any order has an argument for each block:
/// elements [begin, begin + extent) of dimension `dim`, which the layout
/// divides. The first block has the number of the user's argument; further ones
/// come after all arguments of the user.
struct Part {
  int32_t of = -1; ///< the first block's number; -1: it is the whole tensor
  int32_t dim = 0;
  int64_t begin = 0, extent = 0;
};

struct Argument {
  std::string name; ///< "params['w1']"; "arg<i>" always works as well
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;      ///< global
  std::vector<int64_t> localShape; ///< the largest block in every dimension
  Layout layout;
  Part part;
  int32_t stateResult = -1; ///< the result that replaces it after a step
};

struct Result {
  std::string name; ///< "result[0]['w1']"; "res<i>" always works as well
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
  std::vector<int64_t> localShape;
  Layout layout;
  Part part;
  int32_t stateArgument = -1; ///< scalar results without one are metrics
};

/// The shape that an argument's or result's layout divides.
template <typename Value>
std::vector<int64_t> dividedShape(const Value &value) {
  std::vector<int64_t> shape = value.shape;
  if (value.part.of >= 0)
    shape[value.part.dim] = value.part.extent;
  return shape;
}
/// A rank's elements of the user's tensor, by dimension.
template <typename Value>
std::vector<DimBlock> blocksOf(const Mesh &mesh, const Value &value,
                               int64_t rank) {
  std::vector<DimBlock> blocks =
      blocksAt(mesh, value.layout, dividedShape(value), mesh.coordinates(rank));
  if (value.part.of >= 0)
    blocks[value.part.dim].begin += value.part.begin;
  return blocks;
}
/// The number of the user's argument or result that this one is of.
template <typename Value>
size_t userIndex(const std::vector<Value> &values, size_t index) {
  int32_t of = values[index].part.of;
  return of >= 0 ? static_cast<size_t>(of) : index;
}
/// How many arguments or results the user's program has.
template <typename Value> size_t numOfUser(const std::vector<Value> &values) {
  size_t number = values.size();
  while (number > 0 && userIndex(values, number - 1) != number - 1)
    --number;
  return number;
}

/// Disjoint lists of ranks, each in member order.
struct Group {
  std::string name; ///< `{"dp"}`, for the printed form and messages
  std::vector<std::vector<int32_t>> lists;
};

/// Work that a GPU is given in one piece: `grid` blocks of `block` threads, in
/// one dimension, run the function `entry` of the program's code.
struct Launch {
  std::string entry;
  int32_t image = 0; ///< which image of the code has it (gpu_code.h)
  int32_t grid = 1, block = 1;
  int32_t sharedBytes = 0; ///< beyond what the function itself declares
};

/// One loop of a product: how often it runs, and how many elements each operand
/// moves on.
struct ProductLoop {
  int64_t extent = 1;
  int64_t lhs = 0, rhs = 0, out = 0;
};

/// What a kernel computes, if that is one product and nothing else:
///   out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]
/// with several loops of each sort, in any strides; or that sum and added[b, m, n],
/// whose strides are those of the result. Sums of floats narrower than f32 are in
/// f32; the result is rounded once. A device with a library of products
/// (cuBLASLt) calls that, and makes the kernel's launches where the library lacks
/// the product or is not there.
struct Product {
  int32_t lhs = 0, rhs = 1, out = 2; ///< operands of the kernel
  /// The operand that is added, or -1. It may lie where the result does. Its type
  /// is the result's, which is that of the sums: f32, or f64.
  int32_t added = -1;
  /// One type, which the result has, too, or f32. Floats of 8 bits: F8E4M3FN or
  /// F8E5M2, but not twice F8E5M2, and the result is f32, bf16 or f16.
  ElementType lhsType = POPT_RT_F32, rhsType = POPT_RT_F32;
  ElementType outType = POPT_RT_F32;
  /// Factors of f32 may be rounded to TF32's 11 bits.
  bool isTf32 = false;
  std::vector<ProductLoop> batch, rows, columns, contracted;
  /// Measured by popt-run --tune: the library's own description of how it is to
  /// compute the product, and the device and the library's version that were
  /// measured. Empty: the library chooses.
  std::string tunedFor;
  std::vector<uint8_t> algorithm;

  /// All but what was measured: equal texts are equal products.
  std::string toString() const;
  /// The end of that text: ", added 3, rows [4 by (3, 0, 5)], ...".
  std::string loopsToString() const;
};

/// An operand of a kernel as a convolution sees it: of each dimension the extent
/// and the stride, in the order of ConvOp.
struct ConvolutionOperand {
  int32_t operand = 0;
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape, strides;
};

/// What a kernel computes, if that is one convolution and nothing else. What
/// Product says of types, libraries (here cuDNN), launches and measurements holds
/// here, too.
struct Convolution {
  ConvolutionOperand lhs, rhs, out; ///< lhs and rhs have one type
  ConvOp window;
  bool isTf32 = false;
  std::string tunedFor;
  std::vector<uint8_t> algorithm;

  /// All but what was measured: equal texts are equal convolutions.
  std::string toString() const;
};

/// What a KernelOp runs. On a CPU that is a function; a symbol that the program
/// does not define is looked up among LAPACK's routines (lapack.h).
///
/// On a GPU it is launches, one after another: each sees what those before it
/// wrote. None at all is a kernel without work. All of them take the same
/// parameters, 8 bytes each: the address of every operand, every scalar, and
/// where `scratchBytes` is not 0 the address of so many bytes, 256-byte aligned,
/// which the launches have to themselves.
struct KernelEntry {
  std::string symbol;
  std::vector<Launch> launches;
  int64_t scratchBytes = 0;
  /// The last so many operands are written, the others only read; -1: all may
  /// be written.
  int32_t numResults = -1;
  /// On a GPU; at most one of them.
  std::optional<Product> product = std::nullopt;
  std::optional<Convolution> convolution = std::nullopt;
};

struct Program {
  std::string name;
  std::vector<Region> regions;
  std::vector<Address> argumentAddresses; ///< one per StepTable::arguments
  std::vector<Address> resultAddresses;   ///< one per StepTable::results
  std::vector<Command> commands;
  std::vector<Body> bodies; ///< bodies[0] is the step
  /// Where instances of values lie that outlive a call: the slot of microbatch
  /// m is list[m % size of the list].
  std::vector<std::vector<int32_t>> slots;
  int32_t numEvents = 0;

  /// One more than the highest microbatch of a Schedule; at least 1.
  int32_t numMicrobatches() const;
  /// The highest slot that the operand can be in.
  int64_t lastSlot(const Operand &operand) const;
  /// The most that a term's loop counts to, on any rank; -1 if none runs it.
  int64_t lastCount(const Term &term,
                    const std::vector<std::vector<int64_t>> &rankTables) const;
};

/// What the kernels are compiled for.
struct TargetDevice {
  std::string name = "cpu"; ///< or an architecture of GPUs such as "sm_90"
  bool isGpu = false;
};

struct StepTable {
  std::string meshName;
  Mesh mesh;
  TargetDevice target;
  std::vector<KernelEntry> kernels;
  std::vector<uint8_t> constants;
  std::vector<std::vector<int64_t>> rankTables; ///< numRanks values each
  std::vector<Group> groups;
  std::vector<Location> locations;
  std::vector<Argument> arguments;
  std::vector<Result> results;
  std::vector<Program> programs;
  std::vector<int32_t> programOfRank; ///< one per rank
  /// Facts for people and reports ("module", "compiler",
  /// "arena_bytes"); nothing that differs from compile to compile. The
  /// executor reads none.
  std::map<std::string, std::string> info;

  int64_t numRanks() const { return mesh.numRanks(); }
  const Program &programOf(int64_t rank) const {
    return programs[programOfRank[rank]];
  }

  // For building a table: find or append, and return the index.
  int32_t addRankTable(const std::vector<int64_t> &values);
  /// The coordinate of each rank along `axis`.
  int32_t addAxisIndexTable(const AxisRef &axis);
  int32_t addGroup(const std::string &name,
                   const std::vector<std::vector<int32_t>> &lists);
  int32_t addGroup(const AxisList &axes);
  int32_t addKernel(const std::string &symbol);
  int32_t addLocation(const Location &location);
};

//===----------------------------------------------------------------------===//
// Bytes and text
//===----------------------------------------------------------------------===//

constexpr uint32_t kStepTableVersion = 14;

/// Little-endian records: magic "POPTSTEP", version, length, checksum, payload.
std::vector<uint8_t> serialize(const StepTable &table);

/// Reads what serialize() wrote. Whatever the bytes are, the answer is a table
/// whose indices are not yet checked (see check.h), or false and a message.
/// `verifyChecksum` is for tests of this very promise.
bool deserialize(const void *data, size_t size, StepTable &out_table,
                 std::string &out_error, bool verifyChecksum = true);

/// One operand: `arena[4096] : f32[4x8]{8,1}`.
std::string toString(const Operand &operand, const Program &program);

/// Whether two operands that are used in the same microbatch, and in the same
/// iteration of every loop, may share bytes, on one of these ranks. Their strides are not looked at: one between the rows of
/// the other counts as overlapping.
bool mayOverlap(const StepTable &table, const Program &program,
                const std::vector<int64_t> &ranks, const Operand &a,
                const Operand &b);

} // namespace popt::rt
#endif // POPT_RT_STEP_TABLE_H

//===- Collective.h - A collective command on one rank --------------------===//
#ifndef POPT_RT_LIB_EXEC_COLLECTIVE_H
#define POPT_RT_LIB_EXEC_COLLECTIVE_H

#include "../device/Device.h"
#include "popt-rt/exec.h"
#include "popt-rt/step_table.h"
#include "popt-rt/transport.h"

namespace popt::rt {

inline size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

/// The transport moves dense buffers cut into one slice per member; the command
/// moves blocks of strided tensors. This prepares, once, which copies lie
/// between the two, and where none is needed.
class RankCollective {
public:
  /// False and a message if the transport refuses the group. Does nothing if
  /// the rank is in no group of the command. `mayOverlap`: o0 and o1 may share
  /// memory.
  bool prepare(const StepTable &table, const CollectiveOp &op,
               const std::vector<Operand> &operands, int32_t rank,
               popt_rt_device *device, popt_rt_transport *transport,
               bool mayOverlap, std::string &out_error);
  size_t scratchBytes() const { return scratch; }
  popt_rt_status run(const popt_rt_op &op, int32_t stream,
                     void *const *operands, uint8_t *scratch) const;
  /// The two halves of it: packing and the transport's call, then unpacking.
  /// Between them a bucket may be run.
  popt_rt_status start(const popt_rt_op &op, int32_t stream,
                       void *const *operands, uint8_t *scratch) const;
  popt_rt_status finish(int32_t stream, void *const *operands,
                        uint8_t *scratch) const;
  /// The transport's call alone, of buffers where they may not yet be: for
  /// popt_rt_bucket_reserve().
  popt_rt_status announce(const popt_rt_op &op, void *const *operands,
                          uint8_t *scratch) const;
  popt_rt_group *transportGroup() const { return group; }
  const CommVolume &volume() const { return moved; }
  bool participates() const { return group != nullptr; }

private:
  /// A block of a tensor and where it lies in the dense buffer.
  struct Part {
    std::vector<int64_t> shape, strides; ///< the block in the tensor
    int64_t tensor = 0, buffer = 0;      ///< bytes
    ActionOwner copy; ///< tensor to buffer when sending, back when receiving
  };
  /// All blocks of one side.
  struct Side {
    std::vector<Part> parts;
    int64_t bytes = 0;
    bool direct = false;     ///< the tensor's own memory is the buffer
    int64_t directStart = 0; ///< byte of the tensor where the buffer begins
    bool used = false;
  };
  /// Elements of one dimension.
  struct Range {
    int64_t begin = 0, extent = 0;
  };
  void addPart(Side &side, const Operand &operand,
               const std::vector<std::pair<int32_t, Range>> &ranges);
  void addKind(const StepTable &table, const std::vector<Operand> &operands,
               const std::vector<int32_t> &members, int32_t rank);
  struct PieceList;
  void addSlices(Side &side, const Operand &large, int32_t dim,
                 const PieceList &pieces, std::vector<int64_t> &counts);
  void addGathered(const StepTable &table, const Operand &small,
                   const Operand &large, const std::vector<int32_t> &members);
  void addScattered(const StepTable &table, const Operand &small,
                    const Operand &large, const std::vector<int32_t> &members);
  void addExchanged(const StepTable &table, const Operand &o0,
                    const Operand &o1, const std::vector<int32_t> &members);
  bool prepareCopies(Side &side, bool sends, popt_rt_device *device,
                     std::string &out_error);
  popt_rt_status call(const popt_rt_op &op, const void *from, void *to) const;

  const CollectiveOp *command = nullptr;
  popt_rt_group *group = nullptr;
  ElementType type{};
  int64_t width = 0; ///< bytes of an element
  int32_t member = 0;
  std::vector<int64_t> sendCounts, recvCounts; ///< elements, per member
  std::vector<popt_rt_pair> pairs;
  int64_t count = 0; ///< elements, where all members have as many
  Side send, recv;
  size_t recvOffset = 0, scratch = 0;
  CommVolume moved;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_COLLECTIVE_H

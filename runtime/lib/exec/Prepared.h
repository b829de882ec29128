//===- Prepared.h - What the ranks of one process share -------------------===//
#ifndef POPT_RT_LIB_EXEC_PREPARED_H
#define POPT_RT_LIB_EXEC_PREPARED_H

#include "popt-rt/exec.h"
#include "popt-rt/transfer_order.h"
#include <deque>
#include <mutex>

namespace popt::rt {

/// A kernel's product as a device takes it.
struct PreparedProduct : popt_rt_product {
  explicit PreparedProduct(const Product &product);
  PreparedProduct(const PreparedProduct &) = delete;

private:
  std::string text;
  std::array<std::vector<popt_rt_product_loop>, 4> lists;
};

/// A kernel's convolution as a device takes it; its lists are the table's.
struct PreparedConvolution : popt_rt_convolution {
  explicit PreparedConvolution(const Convolution &convolution);
  PreparedConvolution(const PreparedConvolution &) = delete;

private:
  std::string text;
};

/// As a device takes it; its lists are the command's.
popt_rt_conv toConv(const ConvOp &op);

/// The table, its kernels' addresses and its constants.
class Prepared {
public:
  StepTable table;
  std::function<void *(const std::string &)> symbol; ///< keeps kernels loaded
  std::vector<GpuImage> images;
  std::vector<popt_rt_image> imageViews;
  std::vector<popt_rt_kernel> kernels;               ///< as table.kernels
  std::vector<std::vector<popt_rt_launch>> launches; ///< theirs
  std::deque<PreparedProduct> products;              ///< theirs
  std::deque<PreparedConvolution> convolutions;      ///< theirs
  uint8_t *constants = nullptr;                      ///< aligned copy
  std::shared_ptr<uint8_t> constantsOwner;

  /// The order in which transfers are issued where that matters, found when it is
  /// first asked for. Null and a message if ranks would wait for ever.
  const TransferOrder *transferOrder(std::string &out_error) const;

private:
  mutable std::once_flag orderFlag;
  mutable TransferOrder order;
  mutable std::string orderError;
};

/// "command 7 (matmul "dot_general mlp" at model.py:12:3)".
std::string describeCommand(const StepTable &table, const Program &program,
                            int32_t command);

/// The three tensors of the arena that take most, if it has any:
/// "; the largest tensors are params['w'] (4096 bytes), ...".
std::string largestTensors(const StepTable &table, const Program &program);

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_PREPARED_H

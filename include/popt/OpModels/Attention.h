//===- Attention.h - Attention as one operation -----------------*- C++ -*-===//
//
// jax.nn.dot_product_attention(implementation="cudnn") prints a custom call, and its
// gradient another:
//
//   out, stats? = __cudnn$fmhaSoftmax(q, k, v, bias?, lengths?)
//   dq, dk, dv, dbias? = __cudnn$fmhaSoftmaxBackward(q, k, v, stats, dout, bias?,
//                                                    out, lengths?)
//
// with a workspace, tensor<0xui8>, as the last result. For each sequence of the batch
// and each head:
//
//   scores = q k^T scale + bias          where query t sees key s, else -inf
//   p      = exp(scores - stats)         stats = log(sum over s of exp(scores))
//   out    = p v
//   ds     = p (dout v^T - sum(dout out))
//   dq     = ds k scale     dk = ds^T q scale     dv = p^T dout     dbias = ds
//
// Scores, p and ds are f32; p and ds scale are rounded to the operands' type before
// they are multiplied. A query that sees no key has a result and gradients of zero.
// Heads of keys and values may be fewer than those of queries: each serves as many,
// one after another.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_ATTENTION_H
#define POPT_OPMODELS_ATTENTION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace popt {

/// What a call computes, and where its operands and results stand.
struct Attention {
  bool isBackward = false;
  /// Operands are [batch, head, position, feature], else [batch, position, head,
  /// feature]; results of four dims are always the former.
  bool headsFirst = false;
  double scale = 1;
  /// Query t sees no key behind t.
  bool isCausal = false;
  /// If not 0, query t sees the keys in (t - window, t] alone.
  int64_t window = 0;
  /// Operands; -1: there is none. Lengths say how many positions of each sequence
  /// count.
  int bias = -1, queryLengths = -1, keyLengths = -1;
  int stats = -1, gradient = -1, output = -1; ///< of the backward pass
  int statsResult = -1, biasResult = -1;

  int64_t batch = 0, heads = 0, keyHeads = 0, queries = 0, keys = 0;
  int64_t features = 0, valueFeatures = 0;

  /// The dims of operands of four dims.
  int headDim() const { return headsFirst ? 1 : 2; }
  int positionDim() const { return headsFirst ? 2 : 1; }
  /// True if which keys a query sees depends on its position.
  bool dependsOnPosition() const { return isCausal || window > 0; }
};

/// Nothing if the operation is no call of attention, or one of a form that has no
/// definition here.
std::optional<Attention> attentionOf(mlir::Operation *op);

/// What of an attention call has no definition here, as in "dropout"; empty if it
/// has one, or is another operation.
std::string whyNoAttention(mlir::Operation *op);

/// Bytes of scores that attention writes and reads beside its operands and results,
/// on operands of these types; 0 where a library holds none, and for other operations.
double scoreBytesOf(mlir::Operation *op,
                    llvm::ArrayRef<mlir::RankedTensorType> operands);

} // namespace popt
#endif // POPT_OPMODELS_ATTENTION_H

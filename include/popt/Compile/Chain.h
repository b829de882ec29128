//===- Chain.h - The layers of a program, in a line -----------------------===//
//
// What a pipeline cuts. The forward part of a step is the operations that lead to an
// output (the loss) and read the batch. Weights are used one after the other in it;
// between two first uses the line may be cut where the fewest bytes cross:
//
//   %x  = gather %embedding        embedding
//   %n  = normalise %x             ----------- 1 tensor crosses: %x
//   %q  = dot %n, %wq              wq
//   %s  = attention of %q          ----------- 2 tensors cross: %x, %s
//   %o  = add %x, dot(%s, %wo)     wo
//   %l  = loss of dot(%o, %head)   ----------- 1 tensor: %o;  head
//
// Cuts beside which fewer bytes cross are left out, so that what remains are the
// borders of blocks, whatever the model is called. The layers of a scan are pieces of
// their own: a stack is cut along its rows.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_CHAIN_H
#define POPT_COMPILE_CHAIN_H

#include "popt/Compile/Batch.h"
#include "popt/Compile/Cut.h"
#include "popt/Cost/CostModel.h"

namespace popt {

/// An argument that the forward part reads beside the batch.
struct ChainWeight {
  unsigned argument = 0;
  /// The pieces that read it, ascending.
  std::vector<size_t> pieces;
};

/// Arguments with a row for each layer of a scan.
struct ChainStack {
  size_t firstPiece = 0; ///< that of the first layer
  int64_t layers = 0;    ///< 0: there is no scan
  std::vector<unsigned> arguments;
};

struct LayerChain {
  std::vector<CutPiece> pieces;
  std::vector<ChainWeight> weights; ///< in the order of their first use
  ChainStack stack;
  double seconds = 0; ///< of a step on one device, by the operations' prices
  int64_t weightBytes = 0;
};

/// The chain of @main. Without pieces if weights are not used one after the other.
LayerChain findChain(mlir::func::FuncOp main, const Batch &batch,
                     const CostModel &costs);

/// Seconds of a step on one device whose batch runs in so many parts, one after the
/// other: small work is slower, and weights are read for each part.
double secondsInParts(mlir::func::FuncOp main, const Batch &batch,
                      const Machine &machine, int64_t parts);

} // namespace popt
#endif // POPT_COMPILE_CHAIN_H

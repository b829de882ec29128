//===- Compare.h - Results against what is expected -----------------------===//
#ifndef POPT_CHECK_COMPARE_H
#define POPT_CHECK_COMPARE_H

#include "Execute.h"

namespace popt::check {

/// Result `i` of a program against what is expected, within its tolerance.
reference::Comparison compareResult(const Program &program, size_t i,
                                    const reference::Tensor &got);

/// Whether every element of `got` is at least as near to the exact value as
/// that of `expected` is, or their errors are no larger altogether; a message
/// if so.
std::string isNearer(const reference::Tensor &got,
                     const reference::Tensor &expected, const Precise &exact);

} // namespace popt::check
#endif // POPT_CHECK_COMPARE_H

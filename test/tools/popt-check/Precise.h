//===- Precise.h - Results with more digits than a program has ------------===//
#ifndef POPT_CHECK_PRECISE_H
#define POPT_CHECK_PRECISE_H

#include "Execute.h"

namespace popt::check {

/// The results of a program on its arguments, with more digits than those of
/// its types; nothing if no way to get them is known.
std::vector<Precise> evaluatePrecisely(Engine &engine, const Program &program);

} // namespace popt::check
#endif // POPT_CHECK_PRECISE_H

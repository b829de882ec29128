// The interchange dialect `chlo`. Class and accessor names are those of the
// StableHLO project, in namespace popt::chlo.
#ifndef POPT_DIALECT_CHLO_CHLO_H
#define POPT_DIALECT_CHLO_CHLO_H

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "popt/Dialect/Chlo/ChloDialect.h.inc"
#include "popt/Dialect/Chlo/ChloEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "popt/Dialect/Chlo/ChloAttrs.h.inc"
#define GET_OP_CLASSES
#include "popt/Dialect/Chlo/ChloOps.h.inc"

#endif // POPT_DIALECT_CHLO_CHLO_H

//===- DistAttrs.td - All attributes of the dialect --------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DISTATTRS_TD
#define POPT_DIALECT_DIST_DISTATTRS_TD

include "popt/Dialect/Dist/Dist.td"
include "popt/Dialect/Dist/DistPipelines.td"

#endif // POPT_DIALECT_DIST_DISTATTRS_TD

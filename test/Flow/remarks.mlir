// The tools print the decisions whose category matches, and nothing unasked.
// REQUIRES: poptc
// RUN: %poptc %src/demo/mlp/dp4.mlir --emit=scheduled -o %t.mlir --remarks-filter=schedule 2>&1 | FileCheck %s
// RUN: %poptc %src/demo/mlp/dp4.mlir --emit=scheduled -o %t.mlir --remarks-filter=.* 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %poptc %src/demo/mlp/dp4.mlir --emit=scheduled -o %t.mlir 2>&1 | count 0

// CHECK-NOT: Category:partition
// CHECK: remark: {{.*}}the arena has
// CHECK-NOT: Category:partition
// ALL: Category:partition
// ALL: Category:schedule

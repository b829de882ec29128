// Every stage prints text that reads back, and says what the phase decided.
// RUN: %poptc %s --emit=imported -o %t.imported
// RUN: %popt %t.imported | FileCheck %s --check-prefix=IMPORTED
// RUN: %poptc %s --emit=annotated -o %t.annotated
// RUN: %popt %t.annotated | FileCheck %s --check-prefix=IMPORTED
// RUN: %poptc %s --emit=propagated -o %t.propagated
// RUN: %popt %t.propagated | FileCheck %s --check-prefix=PROPAGATED
// RUN: %poptc %s --emit=partitioned -o %t.partitioned
// RUN: %popt %t.partitioned | FileCheck %s --check-prefix=PARTITIONED
// RUN: %poptc %s --emit=scheduled -o %t.scheduled
// RUN: %popt %t.scheduled | FileCheck %s --check-prefix=SCHEDULED
// RUN: %poptc %s --emit=step -o %t.step
// RUN: %popt %t.step --verify-step-table | FileCheck %s --check-prefix=STEP
// RUN: %poptc %s --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// RUN: %poptc %s --emit=obj -o %t.so
// RUN: %poptc %s -o %t.exe
// RUN: %t.exe --init random --metrics %t.json
// RUN: %popt %s --popt-partition | FileCheck %s --check-prefix=PARTITIONED
// RUN: %poptc %s --### 2>&1 | FileCheck %s --check-prefix=PASSES

// IMPORTED: dist.mesh @mesh = <["x"=2]>
// IMPORTED: dist.sharding = #dist.sharding<@mesh, [{}, {"x"}]>
// IMPORTED-NOT: sdy.

// The sum leaves as a partial value; the contraction's operands are split alike.
// PROPAGATED: func.func @main
// PROPAGATED: stablehlo.tanh {{.*}}[{}, {"x"}]
// PROPAGATED: stablehlo.dot_general

// PARTITIONED: func.func @main(%{{.*}}: tensor<4x3xf32>
// PARTITIONED: stablehlo.tanh {{.*}}tensor<4x3xf32>
// PARTITIONED: stablehlo.dot_general {{.*}}tensor<4x3xf32>, tensor<3x5xf32>
// PARTITIONED: dist.all_reduce

// SCHEDULED: func.func @main
// SCHEDULED: offset

// STEP: dist.mesh @mesh = <["x"=2]>
// STEP: step.all_reduce{{.*}} over @x 
// LLVM: define {{.*}}@kernel
// PASSES: import-sdy{{.*}}propagate-shardings{{.*}}choose-strategies{{.*}}partition{{.*}}plan-memory
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                  %b: tensor<6x5xf32>) -> tensor<4x5xf32> {
    %0 = stablehlo.tanh %a : tensor<4x6xf32>
    %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    return %1 : tensor<4x5xf32>
  }
}

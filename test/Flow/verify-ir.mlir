// The flow verifies where a user's words come in and at the end of a phase;
// poptc does nowhere else.
// RUN: %popt %s --verify-ir | FileCheck %s --check-prefix=SAME
// RUN: not %popt %s -verify-each=0 --import-sdy --verify-ir 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %poptc %s --emit=imported -o - 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %poptc %s -o %t.exe 2>&1 | FileCheck %s --check-prefix=BAD

// A well-formed module stays what it is.
// SAME: func.func public @main(%{{.*}}: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>})

// What Shardy may say and popt may not is found once it is `dist`.
// BAD: verify-ir.mlir:[[#@LINE+4]]:{{.*}}error: sub-axis "x":(1)2 of size 2 does not divide a block of 5 elements
// BAD-NOT: error
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%a: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>}) -> tensor<5x4xf32> {
    %0 = stablehlo.add %a, %a : tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
}

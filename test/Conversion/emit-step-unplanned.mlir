// RUN: not popt %s --emit-step -o /dev/null 2>&1 | FileCheck %s

// CHECK: error: memory of @main is not planned: it is no scheduled program
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

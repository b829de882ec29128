// chlo.scan is a loop over slices.
// RUN: %popt %s --simplify-input | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.+]]: tensor<2x3xf32>, %[[I:.+]]: tensor<2xf32>)
// CHECK: %[[LOOP:.+]]:3 = stablehlo.while(%[[K:.+]] = %{{.+}}, %[[CARRY:.+]] = %[[I]], %[[OUT:.+]] = %{{.+}}) : tensor<i32>, tensor<2xf32>, tensor<2x3xf32>
// CHECK: compare LT, %[[K]]
// From the last column on.
// CHECK: do {
// CHECK: %[[AT:.+]] = stablehlo.subtract %{{.+}}, %[[K]]
// CHECK: stablehlo.dynamic_slice %[[X]], %{{.+}}, %[[AT]], sizes = [2, 1]
// CHECK: %[[ROW:.+]] = stablehlo.reshape {{.+}} -> tensor<2xf32>
// CHECK: %[[SUM:.+]] = stablehlo.add %[[ROW]], %[[CARRY]]
// CHECK: %[[COLUMN:.+]] = stablehlo.reshape %[[SUM]] : (tensor<2xf32>) -> tensor<2x1xf32>
// CHECK: %[[NEXT:.+]] = stablehlo.dynamic_update_slice %[[OUT]], %[[COLUMN]], %{{.+}}, %[[AT]]
// CHECK: stablehlo.return %{{.+}}, %[[SUM]], %[[NEXT]]
// CHECK: return %[[LOOP]]#2, %[[LOOP]]#1
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
  %0:2 = chlo.scan(%x) inits(%i) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%column: tensor<2xf32>, %carry: tensor<2xf32>):
    %s = stablehlo.add %column, %carry : tensor<2xf32>
    stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2xf32>
}

// Messages after a loop may wait for messages in it, though no value says so. What is computed
// before the loop and read after it is no part of a kernel after it: the loop reads it, and the
// message that the kernel would wait for is sent once the loop has run.
// RUN: %popt %s --form-kernels | FileCheck %s

dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
// CHECK-LABEL: func.func @main_pp0
// CHECK: call @{{.+}}(%arg0, %arg1)
// CHECK: dist.time_loop
// CHECK: %[[RATE:.+]] = dist.recv message 2 from 1
// CHECK: call @{{.+}}({{.*}}%[[RATE]]{{[,)]}}
func.func @main_pp0(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {dist.coordinate = 0 : i64} {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  dist.time_loop over {"mb"} on @mesh (%step) -> ()
      attributes {dist.order = #dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>} {
    %1 = dist.task 0 "0F" () -> tensor<8xf32> {
      %2 = stablehlo.tanh %0 : tensor<8xf32>
      dist.yield %2 : tensor<8xf32>
    }
    dist.send %1 message 0 to 1 on @mesh : tensor<8xf32>
    dist.sent %1 message 0 : tensor<8xf32>
    dist.return
  }
  %3 = dist.recv message 2 from 1 on @mesh : tensor<8xf32>
  %4 = stablehlo.multiply %3, %y : tensor<8xf32>
  %5 = stablehlo.add %0, %4 : tensor<8xf32>
  return %5 : tensor<8xf32>
}

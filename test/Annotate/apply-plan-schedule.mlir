// The file of an order is named relative to the plan that names it.
// RUN: mkdir -p %t && echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "schedule": {"kind": "custom", "order": "orders/a.csv"}}' > %t/p.json
// RUN: %popt %s --apply-plan=plan=%t/p.json | FileCheck %s -DFOLDER=%t
// RUN: echo '{"popt_plan": 1, "mesh": {"stage": [["pp", 2]]}, "schedule": {"kind": "custom", "order": "/a.csv"}}' > %t/p.json
// RUN: %popt %s --apply-plan=plan=%t/p.json | FileCheck %s --check-prefix=ROOT
// CHECK: dist.schedule = #dist.schedule<"custom", order = "[[FOLDER]]/orders/a.csv">
// ROOT: dist.schedule = #dist.schedule<"custom", order = "/a.csv">
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

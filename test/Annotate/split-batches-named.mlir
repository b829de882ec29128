// Batch dimensions by name: what nothing splits takes the data axis, too.
// RUN: %popt %s --split-batches=batch=batch*=1,arg2=0 | FileCheck %s

// Names that mean nothing here.
// RUN: not %popt %s --split-batches=batch=x=x 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not %popt %s --split-batches=batch=arg1=0 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not %popt %s --split-batches=batch=arg0=2 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not %popt %s --split-batches=batch=batches*=0 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: sed -e 's/"dp"=2\], time \["mb"=4\]/"x"=2]/' %s | not %popt --split-batches=batch=arg0=0 2>&1 | FileCheck %s --check-prefix=TIME
// FORM: error: batch: "x=x" is not written NAME=DIM
// STATE: error: --batch=arg1=0: argument 1 is state, which every time step has whole
// RANK: error: --batch=arg0=2: argument 0 ("batch['x']") of type 'tensor<4x16xf32>' has no dimension 2
// NAME: error: --batch=batches*=0: "batches*" matches no argument
// NAME: note: "batch['x']" of type 'tensor<4x16xf32>' is a candidate
// NAME-NOT: arg1
// NAME: note: "arg2" of type 'tensor<16xf32>' is a candidate
// TIME: error: --batch=arg0=0: the mesh <["x"=2]> has no axis that would split the batch; add a data axis called dp, data or batch with --mesh=dp=2, or a time axis with --mesh=time:mb=4

// A plan, here its text, names them as well.
// RUN: %popt %s --apply-plan='plan={{"popt_plan":1,"batch":{"batch*":1}}}' --split-batches=batch=arg2=0 | FileCheck %s
// RUN: sed -e 's/"dp"=2\], time \["mb"=4\]/"x"=2]/' %s | not %popt --apply-plan='plan={{"popt_plan":1,"batch":{"arg0":0}}}' --split-batches 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: error: plan.batch: the mesh <["x"=2]> has no axis that would split the batch;
// RUN: not %popt %s --apply-plan='plan={{"popt_plan":1,"batc":{}}}' 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: the plan: plan: "batc" is unknown, did you mean "batch"?

// Without time axes the named dimensions take the data axis.
// RUN: sed -e 's/, time \["mb"=4\]//' %s | %popt --split-batches=batch=batch*=1,arg2=0 | FileCheck %s --check-prefix=DATA
// RUN: sed -e 's/, time \["mb"=4\]//' %s | not %popt --split-batches=batch=batches*=0 2>&1 | FileCheck %s --check-prefix=NAME
// DATA: dist.name = "batch['x']", dist.sharding = #dist.sharding<@mesh, [{?}, {"dp"}]>
// DATA-SAME: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}

// CHECK-LABEL: func.func @main
// CHECK: dist.constraint %arg0 <@mesh, [{?}, {"dp", "mb"}]>
// CHECK: dist.constraint %arg2 <@mesh, [{"mb"}]>
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>
func.func @main(%x: tensor<4x16xf32> {dist.name = "batch['x']"}, %w: tensor<4xf32> {dist.state = 2 : i64}, %y: tensor<16xf32> {dist.sharding = #dist.sharding<@mesh, [{}]>}) -> (tensor<4x16xf32>, tensor<16xf32>, tensor<4xf32>) {
  %0 = stablehlo.negate %x : tensor<4x16xf32>
  %1 = stablehlo.negate %y : tensor<16xf32>
  return %0, %1, %w : tensor<4x16xf32>, tensor<16xf32>, tensor<4xf32>
}

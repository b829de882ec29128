// The machine is a word of the module: a built-in name, or what a file says.
// RUN: %popt %s --set-machine=cluster=builtin:bytes | FileCheck %s --check-prefix=BYTES
// RUN: %popt %s --set-machine=cluster=%src/test/Collectives/Inputs/two-nodes.json | FileCheck %s --check-prefix=FILE
// RUN: %popt %s --set-machine=cluster=builtin:bytes --set-machine | FileCheck %s --check-prefix=NONE
// RUN: not %popt %s --set-machine=cluster=nowhere.json 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not %popt %s --set-machine=cluster=builtin:fast 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: %popt %s --set-machine=cluster=h100:2x8 | FileCheck %s --check-prefix=NAMED
// RUN: not %popt %s --set-machine=cluster=h10:2x8 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: %popt %s --set-machine=target=sm_90 | FileCheck %s --check-prefix=TARGET
// RUN: %popt %s --set-machine=target=sm_90 --set-machine=target=cpu | FileCheck %s --check-prefix=CPU

// TARGET: module attributes {popt.target = "sm_90"}
// CPU-NOT: popt.target
// BYTES: module attributes {dist.machine = "builtin:bytes"}
// FILE: module attributes {dist.machine = "{{.*}}popt_cluster
// NONE-NOT: dist.machine
// NOWHERE: error: cannot read cluster file "nowhere.json"
// NAMED: module attributes {dist.machine = "h100:2x8"}
// NEAR: error: cluster "h10:2x8" is neither a file nor a known kind of GPU, did you mean "h100"?
// FAST: error: machine "builtin:fast" does not exist, built in are "builtin" and "builtin:bytes"
module {
}

// Passes that compare costs read it.
// RUN: sed 's/^module {/module attributes {dist.machine = "builtin:slow"} {/' %s | not %popt --reassociate 2>&1 | FileCheck %s --check-prefix=SLOW
// RUN: sed 's/^module {/module attributes {dist.machine = "nothing"} {/' %s | not %popt --reassociate 2>&1 | FileCheck %s --check-prefix=TEXT
// SLOW: error: machine "builtin:slow" does not exist
// TEXT: error: dist.machine:1

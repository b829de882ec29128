// Stage and time axes are refused where compiling begins, axes of size 1 not.
// RUN: %popt %s --verify-device-axes --split-input-file --verify-diagnostics

dist.mesh @mesh = <stage ["pp"=1], ["dp"=2], time ["mb"=1]>

// -----

// expected-error @+1 {{axis "pp" of size 2 is a stage axis; stage and time axes are not in this build}}
dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>

// -----

// expected-error @+1 {{axis "mb" of size 4 is a time axis; stage and time axes are not in this build}}
dist.mesh @mesh = <["dp"=2], time ["mb"=4]>

// -----

func.func @main() {
  return
}

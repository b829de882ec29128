// Stage axes are refused where compiling begins, axes of size 1 not.
// RUN: %popt %s --verify-device-axes --split-input-file --verify-diagnostics

dist.mesh @mesh = <stage ["pp"=1], ["dp"=2], time ["mb"=1]>

// -----

// expected-error @+1 {{axis "pp" of size 2 is a stage axis; stage axes are not in this build}}
dist.mesh @mesh = <["dp"=2], stage ["pp"=2]>

// -----

dist.mesh @mesh = <["dp"=2], time ["mb"=4]>

// -----

func.func @main() {
  return
}

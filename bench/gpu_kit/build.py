#!/usr/bin/env python3
"""Makes the folder that measures popt on a GPU where there is no compiler and no network.

    build.py --bin build/bin --out build/gpu-kit [--arch sm_90] [--corpus ../shared/corpus]

The folder holds one launcher, the packages that it runs, inputs, the texts that JAX compiles
there, and measure.py with its modules. --tiny makes one of small shapes from demo/mlp, for
the driver that interprets PTX. Without a corpus, or without JAX (which exports the large
GPT), those programs are left out and named. Exit status 1 if a program does not compile, or
if the folder is too large or names a folder of this machine.
"""
import argparse
import concurrent.futures
import gzip
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import kernels  # noqa: E402

MOST_BYTES = 60_000_000
AGAINST_JAX = ("bench_mlp", "gpt_adamw", "bench_gpt", "gpt_scan", "resnet_bn", "moe_switch",
               "embed_lm")
BITS = ("gpt_adamw dp2_tp2", "resnet_bn single", "mlp_dropout dp")
# With four ranks, and those of one axis with two as well.
PROCESSES = ("mlp_sgd dp", "mlp_sgd dp2_tp2", "gpt_adamw dp", "gpt_adamw dp2_tp2", "moe_switch ep")
SANITIZED = ("mlp_sgd single", "gpt_decode single", "attention_fwd single", "embed_lm single",
             "hybrid_conv single")
LIBC = ("ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0",
        "librt.so.1", "libz.so.1")
READ_ME = """popt on this machine's GPU: python3 measure.py

Needs Python 3.8 and the GPU's driver; PyTorch, JAX and CUDA's tools are used where they are.
It ends within 8 minutes (--minutes) and writes results.json and results.md after every item;
python3 measure.py --help says more. docs/Performance.md is made from results.json by
bench/gpu_kit/page.py of popt's sources.

On a machine with several GPUs, as many as the kit was made for, this measures all together:

    python3 measure.py --gpus --minutes 20

beside nccl-tests (in PATH or in ~/nccl-tests/build), PyTorch and JAX, where they are.
"""


class Kit:
    def __init__(self, options):
        self.options = options
        self.jobs = []  # (package, file of a module, flags)
        self.folder = options.out
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("packages", "models", "data", "texts"):
            os.makedirs(os.path.join(self.folder, name))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def add(self, package, file=None, text=None, flags=()):
        """A program to compile; returns the name of its package."""
        package = re.sub(r"[^\w.-]+", "_", package) + ".package"
        if text is not None:
            file = self.path("texts", package + ".mlir")
            with open(file, "w", encoding="utf-8") as f:
                f.write(text)
        self.jobs.append((package, file, flags))
        return package

    def add_timed(self, program, kind, steps, flags=()):
        entry = {key: value for key, value in program.items() if key != "text"}
        return {**entry, "steps": steps,
                "package": self.add(f"{kind}_{program['name']}", text=program["text"],
                                    flags=flags)}

    def add_products(self, products, kind, steps):
        """Those in TF32 only if the compiler has a word for it."""
        tf32 = "--matmul-precision=tf32"
        knows = tf32.split("=")[0] in subprocess.run(
            [os.path.join(self.options.bin, "poptc"), "--help"], stdout=subprocess.PIPE,
            text=True).stdout
        return [self.add_timed(p, kind, steps, [tf32] if p["type"] == "tf32" else [])
                for p in products if p["type"] != "tf32" or knows]

    def add_model(self, name, file, steps, data=None):
        pack(file, self.path("models", name + ".mlir.gz"))
        return {"name": name, "model": name, "steps": steps, "package": self.add("step_" + name, file),
                **({"data": data} if data else {})}

    def compile(self, job):
        package, file, flags = job
        out = self.path("packages", package)
        # Packages name the lines of a text that has no locations of its own.
        folder, name = os.path.split(os.path.abspath(file))
        command = [os.path.join(self.options.bin, "poptc"), name, "--target=" + self.options.arch,
                   "--ptxas=" + self.options.ptxas, "--emit=package", *flags, "-o", out]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, cwd=folder)
        if done.returncode:
            return f"{file}: {done.stderr.strip()[-500:]}"
        pack(out, out + ".gz")
        os.remove(out)
        return ""

    def compile_all(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return [wrong for wrong in pool.map(self.compile, self.jobs) if wrong]


def pack(file, out):
    with open(file, "rb") as plain, open(out, "wb") as f, \
            gzip.GzipFile(filename="", fileobj=f, mode="wb", mtime=0) as packed:
        shutil.copyfileobj(plain, packed)


def skip(what):
    print("SKIPPED " + what, flush=True)


def corpus_cases(kit, corpus):
    """Every variant of the models that have data."""
    for name in sorted(os.listdir(os.path.join(corpus, "models"))):
        folder = os.path.join(corpus, "models", name)
        if not os.path.exists(os.path.join(folder, "expected.npz")):
            continue
        with open(os.path.join(folder, "case.json"), encoding="utf-8") as f:
            case = json.load(f)
        os.makedirs(kit.path("data", name))
        steps = 0
        for file in ("inputs.npz", "expected.npz", "batches.npz", "final.npz"):
            if os.path.exists(os.path.join(folder, file)):
                shutil.copyfile(os.path.join(folder, file), kit.path("data", name, file))
        if os.path.exists(os.path.join(folder, "curve.json")):
            with open(os.path.join(folder, "curve.json"), encoding="utf-8") as f:
                steps = len(json.load(f)["metrics_per_step"])
        for file in sorted(os.listdir(folder)):
            if file.endswith(".mlir"):
                yield case_of(kit, name, os.path.join(folder, file), steps, case["rtol"], case["atol"])


def case_of(kit, name, file, steps, rtol, atol):
    variant = os.path.splitext(os.path.basename(file))[0]
    with open(file, encoding="utf-8") as f:
        mesh = re.search(r"sdy\.mesh @\w+ = <\[(.*?)\]", f.read())
    ranks = 1
    for size in re.findall(r"=(\d+)", mesh.group(1)) if mesh else []:
        ranks *= int(size)
    return {"name": f"{name} {variant}", "package": kit.add(f"{name}_{variant}", file),
            "data": name, "ranks": ranks, "steps": steps, "rtol": rtol, "atol": atol}


def demo_cases(kit):
    """demo/mlp on one rank and on four; what is right is said by the CPU."""
    demo = os.path.join(SOURCE, "demo", "mlp")
    data = kit.path("data", "mlp")
    os.makedirs(data)
    for file in ("inputs.npz", "batches.npz"):
        shutil.copyfile(os.path.join(demo, file), os.path.join(data, file))
    inputs = ["--inputs", os.path.join(data, "inputs.npz")]
    steps = 2
    for flags, out in (([], "expected.npz"),
                       (["--batches", os.path.join(data, "batches.npz"), "--steps", str(steps)],
                        "final.npz")):
        subprocess.run([os.path.join(kit.options.bin, "popt-run"), os.path.join(demo, "single.mlir"),
                        *inputs, *flags, "--outputs", os.path.join(data, out)], check=True)
    for variant in ("single", "dp4"):
        yield case_of(kit, "mlp", os.path.join(demo, variant + ".mlir"), steps, 1e-4, 1e-5)


def process_cases(kit, cases, folder_of):
    """Cases for ranks that are processes on one GPU."""
    for case in cases:
        model, variant = case["name"].split()
        file = os.path.join(folder_of(model), variant + ".mlir")
        with open(file, encoding="utf-8") as f:
            axes = re.findall(r'"(\w+)"=\d+', re.search(r"sdy\.mesh @\w+ = <\[(.*?)\]", f.read())[1])
        if len(axes) == 1:
            name = f"{model} {axes[0]}2"
            yield {**case, "name": name, "ranks": 2,
                   "package": kit.add(name, file, flags=["--mesh", axes[0] + "=2"])}
        yield case


def all_reduces(kit, tiny):
    for count in (16, 4096) if tiny else (256, 65536, 1 << 24):
        program = {"name": f"2 ranks {4 * count} bytes", "bytes": 4 * count, "ranks": 2,
                   "text": kernels.collectives(count, 2)["all_reduce"]}
        yield kit.add_timed(program, "all_reduce", 3 if tiny else 20)


def export(kit, what, script, *arguments):
    """Whether one of this folder's scripts, which need JAX, wrote its files."""
    done = subprocess.run([kit.options.python, os.path.join(HERE, script), *arguments],
                          stderr=subprocess.PIPE, text=True,
                          env=dict(os.environ, JAX_PLATFORMS="cpu"))
    if done.returncode:
        skip(f"{what}: " + done.stderr.strip()[-300:])
    return done.returncode == 0


def large_gpt(kit):
    """With attention written out, and by cuDNN."""
    found = []
    for name, attention in (("gpt_300m", "plain"), ("gpt_300m_cudnn", "cudnn")):
        file = kit.path("texts", name + ".mlir")
        if export(kit, "the GPT of 337 M parameters", "gpt.py", file, "--attention", attention):
            found.append(kit.add_model(name, file, 5))
    return found


def library_cases(kit):
    """Attention as cuDNN computes it, and products of 8-bit floats."""
    texts, float8 = kit.path("texts", "library"), os.path.join(SOURCE, "test", "Execute", "Gpu")
    os.makedirs(texts)
    if not export(kit, "attention by cuDNN", "library.py", texts, *["--tiny"] * kit.options.tiny):
        return
    os.makedirs(os.path.join(texts, "products of 8-bit floats"))
    subprocess.run([kit.options.python, os.path.join(float8, "float8.py"),
                    os.path.join(texts, "float8")], check=True)
    for file, name in (("float8.mlir", "products of 8-bit floats.mlir"),
                       ("float8.inputs.npz", "products of 8-bit floats/inputs.npz"),
                       ("float8.expect.npz", "products of 8-bit floats/expected.npz")):
        os.rename(os.path.join(texts, file), os.path.join(texts, name))
    for file in sorted(os.listdir(texts)):
        name, extension = os.path.splitext(file)
        if extension == ".mlir":
            shutil.copytree(os.path.join(texts, name), kit.path("data", name))
            # Sums of terms that both sides round to bf16 in other places.
            yield {"name": name, "package": kit.add(name, os.path.join(texts, file)),
                   "data": name, "ranks": 1, "steps": 0, "rtol": 2.0**-6, "atol": 2.0**-5}


def models(kit, corpus):
    found = []
    for name in AGAINST_JAX:
        has_data = os.path.exists(os.path.join(corpus, "models", name, "inputs.npz"))
        found.append(kit.add_model(name, os.path.join(corpus, "models", name, "single.mlir"), 20,
                                   name if has_data else None))
    return found


# A GPT of 1.3 * 10^9 parameters, on all GPUs of a machine; a pipeline takes it in microbatches.
LARGE = {"layers": 24, "width": 2048, "heads": 16, "sequence": 1024, "vocabulary": 50304, "batch": 16}
SMALL = {"layers": 4, "width": 16, "heads": 4, "sequence": 8, "vocabulary": 32, "batch": 8}
COUNTS = (1 << 10, 1 << 18, 1 << 24, 1 << 28)  # elements of f32


def collectives_of_gpus(kit, ranks):
    for count in (64, 1024) if kit.options.tiny else COUNTS:
        for kind, text in kernels.collectives(count, ranks).items():
            program = {"name": f"{kind} {4 * count} bytes", "kind": kind, "bytes": 4 * count,
                       "ranks": ranks, "text": text}
            yield kit.add_timed(program, "gpus", 3 if kit.options.tiny else 20)


def products_beside(kit, ranks):
    """Few products or many, and an all-reduce that does not wait for them, of so much memory
    that one product more hardly counts: else the compiler would not let it run beside them."""
    tiny = kit.options.tiny
    count, size = (1 << 13, 16) if tiny else (1 << 27, 4096)
    for number in (2, 4) if tiny else (8, 32, 128, 512):
        texts = kernels.beside(count, ranks, size, number)
        yield {"products": number, "bytes": 4 * count, "steps": 3 if tiny else 10,
               "packages": {what: kit.add(f"beside {number} {what}", text=text)
                            for what, text in texts.items()}}


def gpt_on_gpus(kit, layout, ranks, steps):
    """The file of the step in that layout; None without JAX."""
    file = kit.path("texts", f"gpt_{layout}.mlir")
    sizes = SMALL if kit.options.tiny else LARGE
    flags = [word for name, size in sizes.items() for word in ("--" + name, str(size))]
    if not export(kit, f"the GPT on {ranks} GPUs", "gpt.py", file, *flags, "--layout", layout,
                  "--ranks", str(ranks)):
        return None
    return file, {"layout": layout, "ranks": ranks, "steps": steps, "sizes": sizes}


def programs_of_gpus(kit):
    """What measure.py --gpus runs, with a rank on each GPU."""
    ranks, steps = kit.options.gpus, 2 if kit.options.tiny else 10
    found = {"ranks": ranks, "collectives": [], "beside": [], "models": [], "pipelines": []}
    if ranks == 0:
        return found
    found["collectives"] = list(collectives_of_gpus(kit, ranks))
    found["beside"] = list(products_beside(kit, ranks))
    for layout in ("fsdp", "tp"):
        if made := gpt_on_gpus(kit, layout, ranks, steps):
            name = f"gpt {layout} {ranks}"
            found["models"].append({"name": name, **made[1], "package": kit.add(name, made[0])})
    if made := gpt_on_gpus(kit, "pp", ranks, steps):
        microbatches = 8 if kit.options.tiny else 16
        for schedule in ("1f1b", "zb-h1"):
            name = f"gpt pp{ranks} mb{microbatches} {schedule}"
            flags = ["--mesh", f"stage:pp,time:mb={microbatches}", "--batch", "tokens=0",
                     "--batch", "targets=0", "--schedule", schedule]
            found["pipelines"].append({"name": name, **made[1],
                                       "package": kit.add(name, made[0], flags=flags)})
    return found


def overlapped(kit, name, file, ranks, steps):
    """Collectives beside kernels, and in one stream with them."""
    package = "step_" + name.replace(" ", "_")
    return {"name": name, "ranks": ranks, "steps": steps, "package": kit.add(package, file),
            "one_stream": kit.add(package + "_one_stream", file, flags=["--overlap=off"])}


def programs(kit, options):
    """The manifest: what measure.py finds in the folder."""
    tiny = options.tiny
    steps = 2 if tiny else 20
    found = {
        "empty": kit.add_timed({"name": "empty", "text": kernels.empty()}, "step", steps),
        "launches": kit.add_timed({"name": "launches", "text": kernels.launches(),
                                   "launches": kernels.LAUNCHES}, "step", steps),
        "kernels": [kit.add_timed(k, "kernel", steps) for k in kernels.kernels(tiny)],
        "products": kit.add_products(kernels.products(tiny), "product", steps),
        "squares": kit.add_products(kernels.squares(tiny), "square", steps),
        "all_reduce": list(all_reduces(kit, tiny)),
        "copy_bytes": 1 << 16 if tiny else 1 << 28,
        "models": [], "cases": [], "bits": [], "sanitizer": [], "overlap": [], "processes": [],
        "gpus": programs_of_gpus(kit)}
    if tiny:
        found["cases"] = list(demo_cases(kit))
        demo = os.path.join(SOURCE, "demo", "mlp")
        found["models"] = [kit.add_model("mlp", os.path.join(demo, "single.mlir"), 2, "mlp")]
        found["overlap"] = [overlapped(kit, "mlp dp4", os.path.join(demo, "dp4.mlir"), 4, 2)]
        found["bits"], found["sanitizer"] = ["mlp dp4"], ["mlp single"]
        found["processes"] = list(process_cases(kit, found["cases"][1:], lambda model: demo))
        found["cases"] += library_cases(kit)
        return found
    if not os.path.isdir(options.corpus):
        skip(f"the models: there is no corpus at {options.corpus}")
        return {**found, "models": large_gpt(kit)}
    found["models"] = models(kit, options.corpus) + large_gpt(kit)
    found["cases"] = list(corpus_cases(kit, options.corpus))
    names = {case["name"] for case in found["cases"]}
    found["bits"] = [name for name in BITS if name in names]
    found["processes"] = list(process_cases(
        kit, [case for case in found["cases"] if case["name"] in PROCESSES],
        lambda model: os.path.join(options.corpus, "models", model)))
    found["cases"] += library_cases(kit)
    found["sanitizer"] = [name for name in SANITIZED if name in names]
    found["overlap"] = [overlapped(kit, "bench_gpt dp2", os.path.join(
        options.corpus, "models", "bench_gpt", "dp2.mlir"), 2, 20)]
    return found


def add_launcher(kit):
    launch = os.path.join(kit.options.bin, "popt-launch")
    shutil.copy(launch, kit.path("popt-launch"))
    subprocess.run(["strip", kit.path("popt-launch")], stderr=subprocess.DEVNULL)
    # For machines with an older C library.
    linked = subprocess.run(["ldd", launch], stdout=subprocess.PIPE, text=True).stdout
    folder = re.search(r"=> (\S+)/libc\.so\.6", linked)
    os.makedirs(kit.path("libc"))
    for name in LIBC:
        file = os.path.join(folder.group(1) if folder else "/lib64", name)
        if os.path.exists(file):
            shutil.copy(file, kit.path("libc", name))


def version(options):
    text = subprocess.run([os.path.join(options.bin, "poptc"), "--version"],
                          stdout=subprocess.PIPE, text=True).stdout.strip().splitlines()[0]
    commit = subprocess.run(["git", "-C", SOURCE, "rev-parse", "--short", "HEAD"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return f"{text}, {commit.stdout.strip()}" if commit.returncode == 0 else text


def files_of(folder):
    return [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names]


def problems(kit):
    """A folder too large, or a file that names a folder of this machine."""
    files = files_of(kit.folder)
    size = sum(map(os.path.getsize, files))
    print(f"{kit.folder}: {len(files)} files, {size / 1e6:.1f} MB", flush=True)
    if size > MOST_BYTES:
        yield f"{kit.folder}: {size} bytes, at most {MOST_BYTES} are wanted"
    for file in files:
        with gzip.open(file) if file.endswith(".gz") else open(file, "rb") as f:
            content = f.read()
        for place in (SOURCE, kit.folder, kit.options.bin, kit.options.corpus):
            if place.encode() in content:
                yield f"{file}: it names {place}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--out", default=os.path.join(SOURCE, "build", "gpu-kit"))
    parser.add_argument("--arch", default="sm_90", help="architecture of the GPU")
    parser.add_argument("--gpus", type=int, default=8, help="of a machine that has several; 0: nothing for such a machine")
    parser.add_argument("--ptxas", default="auto", help="auto, off or PATH, as poptc's")
    parser.add_argument("--corpus", default=os.path.join(
        os.environ.get("POPT_SHARED", os.path.join(SOURCE, "..", "shared")), "corpus"))
    parser.add_argument("--python", default=sys.executable, help="a Python with JAX")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--tiny", action="store_true", help="small shapes, for a driver that interprets")
    options = parser.parse_args()
    for name in ("bin", "out", "corpus"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    kit = Kit(options)
    manifest = {"target": options.arch, "version": version(options), "tiny": options.tiny,
                **programs(kit, options)}
    wrong = kit.compile_all()
    manifest["cubins"] = options.ptxas != "off" and bool(
        os.path.exists(options.ptxas) or shutil.which("ptxas", path=os.pathsep.join(
            [os.environ.get("PATH", ""), os.path.join(os.environ.get("CUDA_PATH", ""), "bin"),
             "/usr/local/cuda/bin"])))
    shutil.rmtree(kit.path("texts"))
    add_launcher(kit)
    for name in os.listdir(os.path.join(HERE, "kit")):
        if name.endswith(".py"):
            shutil.copy(os.path.join(HERE, "kit", name), kit.path(name))
    shutil.copy(os.path.join(HERE, "gpt.py"), kit.path("gpt.py"))
    with open(kit.path("README.txt"), "w", encoding="utf-8") as f:
        f.write(READ_ME)
    with open(kit.path("manifest.json"), "w", encoding="utf-8") as f:
        json.dump(manifest, f, indent=1)
    wrong += problems(kit)
    for line in wrong:
        print("error: " + line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

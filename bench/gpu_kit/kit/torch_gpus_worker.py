#!/usr/bin/env python3
"""Times a training step of gpt.py's GPT under PyTorch's FSDP2; torchrun starts a process for each
GPU. Rank 0 prints one JSON line.

    torchrun --nproc-per-node 8 torch_gpus_worker.py [--layers ..] [--steps 10] [--any-device]

Every block is a unit of fully_shard; parameters and moments are f32, products bf16, as in gpt.py.
The batch is divided among the processes.
"""
import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
RANK = int(os.environ.get("RANK", "0"))


def say(found):
    if RANK == 0:
        print(json.dumps(found), flush=True)


try:
    import torch
    from torch import nn
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    from torch.nn import functional
except ImportError as error:
    say({"skipped": f"PyTorch: {error}"})
    sys.exit(0)
import gpt


class Block(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        width = sizes.width
        self.heads = sizes.heads
        self.norm1, self.norm2 = (nn.RMSNorm(width, eps=1e-5) for _ in range(2))
        self.mix = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.up = nn.Linear(width, 4 * width, bias=False)
        self.down = nn.Linear(4 * width, width, bias=False)

    def forward(self, x):
        batch, sequence, width = x.shape
        parts = self.mix(self.norm1(x)).view(batch, sequence, 3, self.heads, -1)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, sequence, width))
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    """The embedding is that of the logits, too."""

    def __init__(self, sizes):
        super().__init__()
        self.embedding = nn.Embedding(sizes.vocabulary, sizes.width)
        self.position = nn.Parameter(torch.zeros(sizes.sequence, sizes.width))
        self.blocks = nn.ModuleList(Block(sizes) for _ in range(sizes.layers))
        self.norm = nn.RMSNorm(sizes.width, eps=1e-5)

    def forward(self, tokens, targets):
        x = self.embedding(tokens) + self.position
        for block in self.blocks:
            x = block(x)
        logits = functional.linear(self.norm(x), self.embedding.weight).float()
        return functional.cross_entropy(logits.flatten(0, 1), targets.flatten())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    gpt.add_sizes(parser)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--any-device", action="store_true", help="a CPU will do")
    options = parser.parse_args()
    ranks, local = int(os.environ["WORLD_SIZE"]), int(os.environ["LOCAL_RANK"])
    device = "cuda" if torch.cuda.device_count() >= ranks else "cpu"
    if device == "cpu" and not options.any_device:
        say({"skipped": f"PyTorch has {torch.cuda.device_count()} GPUs here, {ranks} are wanted"})
        return 0
    if device == "cuda":
        torch.cuda.set_device(local)
    mesh = init_device_mesh(device, (ranks,))
    precision = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    model = Gpt(options).to(device)
    for block in model.blocks:
        fully_shard(block, mesh=mesh, mp_policy=precision)
    fully_shard(model, mesh=mesh, mp_policy=precision)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, betas=(0.9, 0.95),
                                  weight_decay=0.05, fused=device == "cuda")
    rows = -(-options.batch // ranks)
    tokens = torch.ones(rows, options.sequence, dtype=torch.long, device=device)

    def step():
        model(tokens, tokens).backward()
        optimizer.step()
        optimizer.zero_grad()

    def wait():
        if device == "cuda":
            torch.cuda.synchronize()
        torch.distributed.barrier()

    times = []
    for i in range(3 + options.steps):
        wait()
        begin = time.perf_counter()
        step()
        wait()
        if i >= 3:
            times.append(1e3 * (time.perf_counter() - begin))
    say({"torch": torch.__version__, "platform": device, "step_ms": times})
    torch.distributed.destroy_process_group()
    return 0


if __name__ == "__main__":
    sys.exit(main())

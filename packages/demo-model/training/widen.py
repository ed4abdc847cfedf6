"""widen.py IN.pt OUT.pt WIDTH FF [SEED]: a wider model that computes the same function, for --init of train.py to go on from.

The width grows by whole heads of the size there is. What is new reads at random and writes zeros: the residual stream is zero
in its new places until training fills them, and every new weight has a gradient from the second step on.
"""
import math
import sys

import torch


def wider(sd, cfg, d, ff, seed=0):
    """Weights and configuration of width d with ff hidden units a layer."""
    g, d0, f0 = torch.Generator().manual_seed(seed), cfg["d"], cfg["ff"]
    size = d0 // cfg["h"]
    assert d % size == 0 and d >= d0 and ff >= f0
    shrink = math.sqrt(d0 / d)                               # the mean square is taken over more places now

    def place(x, rows, cols, std):
        out = torch.randn(rows, cols, generator=g) * std if std else torch.zeros(rows, cols)
        out[:x.shape[0], :x.shape[1]] = x
        return out

    def reads(x, parts, rows):
        return torch.cat([place(p, rows, d, 0.5 / math.sqrt(d)) for p in x.chunk(parts)])

    out = {}
    for n, x in sd.items():
        if x.ndim == 1:
            out[n] = torch.cat([x, x.mean().expand(d - d0)]) * shrink
        elif n == "emb.weight":
            out[n] = place(x, len(x), d, 0)
        elif n.endswith("qkv.weight"):
            out[n] = reads(x, 3, d)
        elif n.endswith("gu.weight"):
            out[n] = reads(x, 2, ff)
        else:
            out[n] = place(x, d, ff if n.endswith("dn.weight") else d, 0)
    return out, dict(cfg, d=d, h=d // size, ff=ff)


if __name__ == "__main__":
    ck = torch.load(sys.argv[1], map_location="cpu")
    sd, cfg = wider(ck["sd"], ck["cfg"], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]) if len(sys.argv) > 5 else 0)
    torch.save(dict(ck, sd=sd, cfg=cfg), sys.argv[2])
    print(cfg, sum(x.numel() for x in sd.values()), "parameters")

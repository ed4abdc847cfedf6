"""fromgguf.py IN.gguf OUT.pt: reads a file of togguf.py back, so that --init of train.py can go on from it."""
import struct
import sys

import numpy as np
import torch

SIZES = {0: "B", 1: "b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "?", 10: "<Q", 11: "<q", 12: "<d"}
TYPES = {0: np.dtype("<f4"), 1: np.dtype("<f2"), 8: np.dtype([("d", "<f2"), ("q", "i1", 32)])}


class Reader:
    def __init__(self, path):
        self.b, self.at = open(path, "rb").read(), 0

    def take(self, form):
        v = struct.unpack_from(form, self.b, self.at)[0]
        self.at += struct.calcsize(form)
        return v

    def text(self):
        n = self.take("<Q")
        self.at += n
        return self.b[self.at - n:self.at].decode()

    def value(self, t):
        if t == 8:
            return self.text()
        if t == 9:
            t, n = self.take("<I"), self.take("<Q")
            return [self.value(t) for _ in range(n)]
        return self.take(SIZES[t])


def read(path):
    """Metadata and tensors."""
    r = Reader(path)
    magic, version, tensors, pairs = r.take("4s"), r.take("<I"), r.take("<Q"), r.take("<Q")
    assert magic == b"GGUF" and version == 3
    meta = {}
    for _ in range(pairs):
        k = r.text()
        meta[k] = r.value(r.take("<I"))
    infos = []
    for _ in range(tensors):
        n = r.text()
        shape = [r.take("<Q") for _ in range(r.take("<I"))][::-1]
        infos.append((n, shape, TYPES[r.take("<I")], r.take("<Q")))
    start = (r.at + 31) // 32 * 32


    def values(s, t, o):
        size = int(np.prod(s))
        if t is not TYPES[8]:
            return np.frombuffer(r.b, t, size, start + o)
        x = np.frombuffer(r.b, t, size // 32, start + o)     # 32 values share a scale
        return x["d"][:, None].astype(np.float32) * x["q"]
    return meta, {n: torch.from_numpy(values(s, t, o).reshape(s).astype(np.float32)) for n, s, t, o in infos}


if __name__ == "__main__":
    meta, T = read(sys.argv[1])
    g = lambda k: meta["llama." + k]
    cfg = dict(d=g("embedding_length"), L=g("block_count"), h=g("attention.head_count"), ff=g("feed_forward_length"), theta=g("rope.freq_base"))
    sd = {"emb.weight": T["token_embd.weight"], "nf": T["output_norm.weight"]}
    for i in range(cfg["L"]):
        b = lambda *ns: torch.cat([T["blk.%d.%s.weight" % (i, n)] for n in ns])
        for k, v in dict(n1=b("attn_norm"), n2=b("ffn_norm"), **{"qkv.weight": b("attn_q", "attn_k", "attn_v"), "o.weight": b("attn_output"), "gu.weight": b("ffn_gate", "ffn_up"), "dn.weight": b("ffn_down")}).items():
            sd["b.%d.%s" % (i, k)] = v
    torch.save(dict(sd=sd, cfg=cfg, V=g("vocab_size"), seen=0), sys.argv[2])

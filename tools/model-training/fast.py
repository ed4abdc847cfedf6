"""Forward and backward pass of model.py on a processor with bf16 instructions: matrix products by torch, the rest by kernels.c.

Norm weights are folded into the matrices that follow, so the kernels normalise only.
"""
import ctypes
import os

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
C = ctypes.CDLL(os.path.join(HERE, "kernels.so"))
BF = torch.bfloat16


def call(f, *xs):
    """A kernel with numbers, tensors, and None for a tensor that is not there."""
    getattr(C, f)(*[ctypes.c_float(x) if isinstance(x, float) else ctypes.c_long(x) if isinstance(x, int) else ctypes.c_void_p(0 if x is None else x.data_ptr()) for x in xs])


class Fast:
    def __init__(self, m):
        self.m = m
        D = m.d // m.h
        self.inv = m.theta ** (-torch.arange(0, D, 2).float() / D)
        self.refresh()

    def refresh(self):
        """bf16 copies of the weights; call it after every step."""
        m = self.m
        self.W = [tuple(x.detach().to(BF) for x in (b.qkv.weight * b.n1, b.o.weight, b.gu.weight * b.n2, b.dn.weight)) for b in m.b]
        self.E = (m.emb.weight * m.nf).detach().to(BF)

    def step(self, t, y, w, st, pos, grads=None):
        """t, y: tokens and next tokens (N); w: loss weights (N, 0 = none); st: int32 starts with N at the end.
        grads: dict name -> float tensor to fill. Returns the losses of the rows with weight."""
        m, N = self.m, len(t)
        S, H, d, ff = len(st) - 1, m.h, m.d, m.ff
        f = pos.float()[:, None] * self.inv
        cs = torch.cat((f.cos(), f.sin()), 1)
        h = m.emb.weight.detach()[t].contiguous()
        E = lambda *s: torch.empty(*s, dtype=BF)
        keep = []
        add = None
        for Wq, Wo, Wg, Wd in self.W:
            x1, r1 = E(N, d), torch.empty(N)
            call("rms_f", N, d, h, add, x1, r1)
            qkv = x1 @ Wq.t()
            call("rope", N, H, qkv, cs, 1.0)
            o, lse = E(N, d), torch.empty(N, H)
            call("attn_f", S, st, H, qkv, o, lse)
            add = o @ Wo.t()
            x2, r2 = E(N, d), torch.empty(N)
            call("rms_f", N, d, h, add, x2, r2)
            gu = x2 @ Wg.t()
            a = E(N, ff)
            call("swiglu_f", N, ff, gu, a)
            add = a @ Wd.t()
            keep.append((x1, r1, qkv, o, lse, x2, r2, gu, a))
        x, r = E(N, d), torch.empty(N)
        call("rms_f", N, d, h, add, x, r)
        ix = w.nonzero()[:, 0]
        xs, ws = x[ix], w[ix].contiguous()
        z = xs @ self.E.t()
        loss = torch.empty(len(ix))
        call("xent", len(ix), m.V, z, y[ix].int(), ws / ws.sum(), loss)
        if grads is None:
            return loss, ws
        gE = (z.t() @ xs).float()
        nf, emb = m.nf.detach(), m.emb.weight.detach()
        grads["nf"].copy_((gE * emb).sum(0))
        ge = grads["emb.weight"]
        torch.mul(gE, nf, out=ge)
        dx = torch.zeros(N, d, dtype=BF)
        dx[ix] = z @ self.E
        dh, db = torch.zeros(N, d), E(N, d)
        call("rms_b", N, d, dx, x, r, dh, db)
        for i in range(m.L - 1, -1, -1):
            b, (Wq, Wo, Wg, Wd), (x1, r1, qkv, o, lse, x2, r2, gu, a) = m.b[i], self.W[i], keep.pop()
            g = lambda n: grads["b.%d.%s" % (i, n)]
            g("dn.weight").copy_(db.t() @ a)
            da, dgu = db @ Wd, E(N, 2 * ff)
            call("swiglu_b", N, ff, gu, da, dgu)
            dW = (dgu.t() @ x2).float()
            g("n2").copy_((dW * b.gu.weight.detach()).sum(0))
            torch.mul(dW, b.n2.detach(), out=g("gu.weight"))
            call("rms_b", N, d, dgu @ Wg, x2, r2, dh, db)
            g("o.weight").copy_(db.t() @ o)
            dq = E(N, 3 * d)
            call("attn_b", S, st, H, qkv, o, lse, db @ Wo, dq)
            call("rope", N, H, dq, cs, -1.0)
            dW = (dq.t() @ x1).float()
            g("n1").copy_((dW * b.qkv.weight.detach()).sum(0))
            torch.mul(dW, b.n1.detach(), out=g("qkv.weight"))
            call("rms_b", N, d, dq @ Wq, x1, r1, dh, db)
        call("scatter", N, d, t, dh, ge)
        return loss, ws

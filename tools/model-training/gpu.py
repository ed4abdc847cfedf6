"""gpu.py: the trainer for one GPU (and, slowly, for a processor: to try it out).

A step takes --N tokens: whole chats one after another in one row, each of which sees only itself. What works on single tokens is
compiled, layer by layer, so that every layer shares the code; attention over chats of their own lengths is the flash attention of torch
where one is found that agrees with the plain one. Muon for the matrices, all of one shape at once, and AdamW for the rest.

The chats come from files that stream.py writes into --data while this runs: new ones first, then old ones again. The schedule goes by the
clock (--minutes): a warm-up, the full rate until --hold of the time, then down to nothing. Next to the last weights it keeps
their mean over the last part of the way. Every minute and at the end it writes them into --out as q8_0 files, and what it knows of --val.
"""
import argparse
import glob
import inspect
import os
import threading
import time

import numpy as np
import torch
import torch.nn.functional as F

import togguf
from model import Model, attend, rms
from tok import load

p = argparse.ArgumentParser()
for k, v in dict(d=256, L=12, h=8, ff=768, theta=10000.0, N=65536, lr=0.02, elr=0.004, wd=0.05, minutes=8.0, hold=0.35, warm=150, pw0=0.1, pw1=0.01,
                 gap=0.15, maxpos=4608, seed=0, data="shards", val="val.npz", init="", out="out", room=1200, every=100, beat=60.0, tail=0.3, mid=0.6,
                 context=4096, compile=1, attention="", bf=0, test=0.0, until=55.0, steps=0, wait=60.0).items():
    p.add_argument("--" + k, type=type(v), default=v)
a = p.parse_args()
CUDA = torch.cuda.is_available()
DEV = torch.device("cuda" if CUDA else "cpu")
HALF = torch.bfloat16 if CUDA else torch.float32
KEPT = HALF if a.bf else torch.float32                       # the residual stream
T0 = time.time()
torch.manual_seed(a.seed)
if CUDA:
    torch.backends.cuda.matmul.allow_tf32 = True


def say(*xs):
    print("%6.1f" % (time.time() - T0), *xs, flush=True)


class Pool:
    """All chats read so far, on the device."""

    def __init__(self, room):
        self.toks, self.kinds = torch.zeros(room, dtype=torch.int16, device=DEV), torch.zeros(room, dtype=torch.uint8, device=DEV)
        self.n, self.chats, self.all, self.new, self.old, self.known = 0, 0, np.zeros((1024, 2), np.int64), [], np.zeros(0, np.int64), set()
        self.rng, self.fresh, self.again = np.random.RandomState(a.seed + 5), 0, 0

    def add(self, z):
        t = z["toks"]
        if self.n + len(t) > len(self.toks):
            return
        self.toks[self.n:self.n + len(t)] = torch.from_numpy(t).to(DEV)
        self.kinds[self.n:self.n + len(t)] = torch.from_numpy(z["kinds"]).to(DEV)
        st = z["starts"] + self.n
        self.new.append(self.chats + self.rng.permutation(len(st)))
        while self.chats + len(st) > len(self.all):
            self.all = np.concatenate([self.all, np.zeros_like(self.all)])
        self.all[self.chats:self.chats + len(st)] = np.stack([st, np.append(st[1:], self.n + len(t))], 1)
        self.n, self.chats = self.n + len(t), self.chats + len(st)

    @property
    def span(self):
        """Begin and end of every chat."""
        return self.all[:self.chats]

    def look(self, folder):
        for f in glob.glob(os.path.join(folder, "*.npz")):
            if f not in self.known:
                self.known.add(f)
                self.add(np.load(f))

    def take(self, N):
        """Chats of N tokens together; the last one is cut."""
        ids, n = [], 0
        while n < N:
            if not self.new and len(self.old) == 0:
                self.old = self.rng.permutation(len(self.span))
            fresh = bool(self.new)
            src = self.new.pop(0) if fresh else self.old
            src, later = src[:4096], src[4096:]
            sums = np.cumsum(self.span[src, 1] - self.span[src, 0] - 1)
            k = int(np.searchsorted(sums, N - n)) + 1
            got, rest = src[:k], np.concatenate([src[k:], later])
            if fresh:
                if len(rest):
                    self.new.insert(0, rest)
            else:
                self.old = rest
            m = int(sums[min(k, len(src)) - 1])
            self.fresh, self.again = self.fresh + m * fresh, self.again + m * (not fresh)
            ids.append(got)
            n += m
        s = self.span[np.concatenate(ids)]
        lens = s[:, 1] - s[:, 0] - 1
        lens[-1] -= n - N
        keep = lens > 0
        return s[keep, 0], lens[keep]


def batch(pool, starts, lens, N, gap=0.0, g=None):
    """Tokens, next tokens, kinds, positions and where the chats begin, filled up to N with one last chat without loss."""
    n = int(lens.sum())
    if n < N:
        starts, lens = np.append(starts, 0), np.append(lens, N - n)
    cu = np.concatenate([[0], np.cumsum(lens)])
    on = lambda x: torch.from_numpy(np.ascontiguousarray(x)).to(DEV, non_blocking=True)
    L, at = on(lens), torch.arange(N, device=DEV)
    doc = torch.repeat_interleave(torch.arange(len(lens), device=DEV), L, output_size=N)
    pos = at - on(cu[:-1])[doc]
    i = on(starts)[doc] + pos
    t, y, k = pool.toks[i].long(), pool.toks[i + 1].long(), pool.kinds[i + 1]
    if n < N:
        k = torch.where(at < n, k, torch.full_like(k, 2))
    if gap:                                                  # up to three jumps, so that long distances are seen
        free, where = np.maximum(0, a.maxpos - lens) * (g.rand(len(lens)) < gap), []
        for _ in range(3):
            j = (free * g.rand(len(lens)) ** 2 * (g.rand(len(lens)) < .7)).astype(np.int64)
            where.append((on((g.rand(len(lens)) * lens).astype(np.int64)), on(j)))
            free = free - j
        base = pos
        for w, j in where:
            pos = pos + j[doc] * (base >= w[doc])
    return t, y, k, pos, cu


class Embed(torch.autograd.Function):
    """Rows of the table; its gradient is a product of matrices, without the crowding of equal tokens."""

    @staticmethod
    def forward(ctx, w, t):
        ctx.save_for_backward(t)
        ctx.V = w.shape[0]
        return w[t]

    @staticmethod
    def backward(ctx, g):
        t, = ctx.saved_tensors
        hot = (t[:, None] == torch.arange(ctx.V, device=t.device)).to(HALF)
        return (hot.t() @ g.to(HALF)).float(), None


def turn(x, c, s):
    x1, x2 = x[..., 0::2].float(), x[..., 1::2].float()
    return torch.stack((x1 * c - x2 * s, x1 * s + x2 * c), -1).flatten(-2).to(HALF)


def reads(h, n, w):
    return F.linear(rms(h.float(), n).to(HALF), w.to(HALF))


def heads(h, n1, qkv, c, s):
    q, k, v = reads(h, n1, qkv).view(h.shape[0], 3, a.h, a.d // a.h).unbind(1)
    return turn(q, c, s), turn(k, c, s), v.contiguous()


def rest(h, o, wo, n2, gu, dn):
    h = h + F.linear(o.reshape(h.shape[0], a.d), wo.to(HALF)).to(KEPT)
    g, u = reads(h, n2, gu).chunk(2, -1)
    return h + F.linear(F.silu(g) * u, dn.to(HALF)).to(KEPT)


def between(h, o, wo, n2, gu, dn, n1, qkv, c, s):
    h = rest(h, o, wo, n2, gu, dn)
    return (h, *heads(h, n1, qkv, c, s))


def last(h, o, wo, n2, gu, dn, nf, emb, y, w):
    z = reads(rest(h, o, wo, n2, gu, dn), nf, emb).float()
    loss = z.logsumexp(-1) - z.gather(1, y[:, None])[:, 0]
    return (loss * w).sum() / w.sum(), loss


def guess(h, o, wo, n2, gu, dn, nf, emb, y, w):
    z = reads(rest(h, o, wo, n2, gu, dn), nf, emb).float()
    return z.argmax(-1), z.logsumexp(-1) - z.gather(1, y[:, None])[:, 0]


class Ends:
    """Where chats begin and end in a row, here and on the device, and how long the longest is."""

    def __init__(self, cu):
        self.here, self.there, self.longest = cu, torch.from_numpy(cu.astype(np.int32)).to(DEV), int(np.diff(cu).max())


def padded(q, k, v, ends):
    """Attention by padded rows, chats of about one length together."""
    cu = ends.here
    lens, out = np.diff(cu), torch.zeros_like(q)
    size = 2 ** np.ceil(np.log2(np.maximum(lens, 64))).astype(int)
    for T in np.unique(size):
        rows = np.nonzero(size == T)[0]
        T = int(lens[rows].max())
        i = cu[rows][:, None] + np.minimum(np.arange(T), lens[rows][:, None] - 1)
        full = torch.from_numpy(np.arange(T) < lens[rows][:, None]).to(q.device)
        i = torch.from_numpy(i).to(q.device)
        x = attend(*(x[i].transpose(1, 2) for x in (q, k, v))).transpose(1, 2)
        out = out.index_put((i[full],), x[full])
    return out


def flash_varlen():
    from torch.nn.attention.varlen import varlen_attn
    kw = dict(is_causal=True) if "is_causal" in inspect.signature(varlen_attn).parameters else dict(window_size=(-1, 0))

    def run(q, k, v, ends):
        out = varlen_attn(q, k, v, ends.there, ends.there, ends.longest, ends.longest, **kw)
        return out[0] if isinstance(out, tuple) else out
    return run


def flash_aten():
    f = torch.ops.aten._flash_attention_forward

    def run(q, k, v, ends):
        return f(q, k, v, ends.there, ends.there, ends.longest, ends.longest, 0.0, True, False)[0]
    return run


def attention():
    """The first way that works and agrees with the plain one, values and gradients."""
    if not CUDA:
        return padded
    ends = Ends(np.array([0, 70, 71, 400, 1500, 2048]))
    g = torch.Generator(device=DEV).manual_seed(3)
    xs = [torch.randn(2048, a.h, a.d // a.h, device=DEV, dtype=HALF, generator=g).requires_grad_() for _ in range(3)]
    to = torch.randn(2048, a.h, a.d // a.h, device=DEV, dtype=HALF, generator=g)

    def both(f):
        out = f(*xs, ends)
        return [out.detach().float()] + [x.float() for x in torch.autograd.grad(out, xs, to)]
    want = both(padded)
    for name, make in dict(varlen=flash_varlen, aten=flash_aten).items():
        if a.attention and a.attention != name:
            continue
        try:
            got = both(make())
            far = max(float((x - y).norm() / y.norm()) for x, y in zip(got, want))
            say("attention", name, "differs by %.4f" % far)
            if far < 0.02:
                return make()
        except Exception as e:
            say("attention", name, "failed:", repr(e)[:300])
    say("attention: padded rows")
    return padded


def ns(X, k=5):
    """Newton-Schulz orthogonalisation (Muon) of many matrices at once; rows must not be fewer than columns."""
    X = (X / (X.norm(dim=(-2, -1), keepdim=True) + 1e-7)).to(HALF).transpose(-2, -1).contiguous()
    for _ in range(k):
        A = X @ X.transpose(-2, -1)
        X = 3.4445 * X + (-4.7750 * A + 2.0315 * (A @ A)) @ X
    return X.transpose(-2, -1).float()


class Muon:
    """Matrices by shape: a layer's q, k, v and o; its gate, up and down."""

    def __init__(self, m):
        d, ff = m.d, m.ff
        self.square = [(w, n) for b in m.b for w, n in ((b.qkv.weight, 3), (b.o.weight, 1))]
        self.tall = [(w, n) for b in m.b for w, n in ((b.gu.weight, 2), (b.dn.weight, 1))]
        self.shape = {id(self.square): (d, d), id(self.tall): (ff, d)}
        self.mom = {}

    @torch.no_grad()
    def step(self, lr):
        for ws in (self.square, self.tall):
            r, c = self.shape[id(ws)]
            rows = [w.grad.t() if n == 1 and w.shape != (r, c) else w.grad for w, n in ws]
            G = torch.cat([x.reshape(-1, r, c) for x in rows])
            M = self.mom.setdefault(id(ws), torch.zeros_like(G))
            M.mul_(.95).add_(G)
            U, i, us = ns(G.add(M, alpha=.95)), 0, []
            for w, n in ws:
                u = U[i:i + n].reshape(n * r, c)
                us.append(u if u.shape == w.shape else u.t())
                i += n
            ps = [w for w, _ in ws]
            torch._foreach_mul_(ps, 1 - lr * a.wd)
            torch._foreach_add_(ps, [u.contiguous() for u in us], alpha=-lr)


class Net:
    def __init__(self, m):
        self.m, self.att, self.compiled = m, attention(), False
        D = m.d // m.h
        self.inv = m.theta ** (-torch.arange(0, D, 2, device=DEV).float() / D)
        self.plain()

    def plain(self):
        self.heads, self.between, self.last, self.compiled = heads, between, last, False

    def compile(self):
        c = lambda f: torch.compile(f, dynamic=False)
        self.heads, self.between, self.last, self.compiled = c(heads), c(between), c(last), True

    def run(self, t, y, w, pos, cu, end=None):
        f = pos.float()[:, None, None] * self.inv
        c, s = f.cos(), f.sin()
        m, bs, ends = self.m, self.m.b, Ends(cu)
        h = Embed.apply(m.emb.weight, t).to(KEPT)
        q, k, v = self.heads(h, bs[0].n1, bs[0].qkv.weight, c, s)
        for b, n in zip(bs, bs[1:]):
            o = self.att(q, k, v, ends)
            h, q, k, v = self.between(h, o, b.o.weight, b.n2, b.gu.weight, b.dn.weight, n.n1, n.qkv.weight, c, s)
        b = bs[-1]
        return (end or self.last)(h, self.att(q, k, v, ends), b.o.weight, b.n2, b.gu.weight, b.dn.weight, m.nf, m.emb.weight, y, w)


class Trainer:
    def __init__(self):
        self.m = Model(1536, a.d, a.L, a.h, a.ff, a.theta)
        if a.init:
            ck = torch.load(a.init, map_location="cpu")
            self.m.load_state_dict({k: v.float() for k, v in ck["sd"].items()})
        self.m.to(DEV)
        self.net, self.muon = Net(self.m), Muon(self.m)
        mats = {id(w) for w, _ in self.muon.square + self.muon.tall}
        self.rest = [q for q in self.m.parameters() if id(q) not in mats]
        self.adam = torch.optim.AdamW(self.rest, lr=a.elr, betas=(.9, .95), weight_decay=0.0)
        self.g = np.random.RandomState(a.seed + 9)

    def one(self, b, s, pw):
        """One step on a batch; the losses of its tokens."""
        t, y, k, pos, cu = b
        w = (k == 1).float() + (k == 0).float() * pw
        loss, each = self.net.run(t, y, w, pos, cu)
        self.m.zero_grad(set_to_none=True)
        loss.backward()
        self.muon.step(a.lr * s)
        for gp in self.adam.param_groups:
            gp["lr"] = a.elr * s
        self.adam.step()
        hit = (k == 1).float()
        return (each.detach() * hit).sum() / hit.sum()

    def warm(self, b):
        """The first step, compiled where that works."""
        if a.compile and CUDA and hasattr(torch, "compile"):
            self.net.compile()
            t = time.time()
            try:
                self.one(b, 0.0, .1)
                torch.cuda.synchronize()
                say("compiled in %.1f s" % (time.time() - t))
                return
            except Exception as e:
                say("not compiled:", repr(e)[:600])
                self.net.plain()
        self.one(b, 0.0, .1)


class Exam:
    """Held-out chats: the loss, and answers that greedy decoding would give to the last token, by family."""

    def __init__(self, path):
        z = np.load(path)
        self.pool, self.names, self.fams, self.kinds = Pool(len(z["toks"]) + 8), [str(x) for x in z["names"]], z["fams"], z["kinds"]
        self.pool.add(z)

    @torch.no_grad()
    def answers(self, net, N):
        span, i, rows, losses = self.pool.span, 0, {}, []
        lens = span[:, 1] - span[:, 0] - 1
        while i < len(span):
            j, n = i, 0
            while j < len(span) and n + lens[j] <= N:
                n += lens[j]
                j += 1
            t, y, k, pos, cu = batch(self.pool, span[i:j, 0], lens[i:j], N)
            with torch.enable_grad():
                best, loss = net.run(t, y, (k == 1).float(), pos, cu, guess)
            right = (best == y).cpu().numpy()
            losses.append((float((loss.detach() * (k == 1)).sum()), int((k == 1).sum())))
            kk = (k == 1).cpu().numpy()
            for c in range(i, j):
                s, e = cu[c - i], cu[c - i + 1]
                edge = np.flatnonzero(np.diff(np.concatenate([[0], kk[s:e].astype(np.int8), [0]])))
                got = rows.setdefault(self.names[self.fams[c]], [0, 0])
                for x, z in zip(edge[::2], edge[1::2]):
                    got[0], got[1] = got[0] + bool(right[s + x:s + z].all()), got[1] + 1
            i = j
        return sum(x for x, _ in losses) / sum(n for _, n in losses), rows

    def tell(self, net, N, name):
        loss, rows = self.answers(net, N)
        say("%s: held-out loss %.4f, exact %d of %d:" % (name, loss, sum(x for x, _ in rows.values()), sum(n for _, n in rows.values())),
            ", ".join("%s %d/%d" % (k, *v) for k, v in rows.items()))


class Weights:
    """Copies of the weights by name, and the files made of them."""

    def __init__(self, m):
        self.m, self.tok, self.threads = m, load(), []

    def now(self):
        return [q.detach().clone() for q in self.m.parameters()]

    def put(self, ws):
        with torch.no_grad():
            for q, w in zip(self.m.parameters(), ws):
                q.copy_(w)

    def write(self, ws, name, halves=False):
        sd = {n: w.float().cpu().numpy() for (n, _), w in zip(self.m.named_parameters(), ws)}
        x = threading.Thread(target=self._write, args=(sd, name, halves))
        x.start()
        self.threads.append(x)

    def _write(self, sd, name, halves):
        cfg = {k: getattr(a, k) for k in ("d", "L", "h", "ff", "theta")}
        path = os.path.join(a.out, name + ".gguf")
        togguf.write(path + ".tmp", sd, cfg, self.m.V, a.context, "q8_0", self.tok, "tiny-demo")
        os.replace(path + ".tmp", path)
        if halves:                                           # two files, for those who can only carry small ones
            flat = np.concatenate([x.ravel() for x in sd.values()]).astype(np.float16)
            for i, x in enumerate(np.array_split(flat, 2)):
                np.save(os.path.join(a.out, "%s-%d.npy" % (name, i)), x)

    def done(self):
        for x in self.threads:
            x.join()


def trials():
    """For --test seconds each: tokens a second at several sizes of a step; then, on the chats in --data, what short runs at several rates reach."""
    global KEPT
    n = 3000000 if CUDA else 30000
    pool, r = Pool(n + 8), np.random.RandomState(1)
    lens = np.minimum(4097, np.maximum(30, r.gamma(1.0, 350, 6000))).astype(np.int64) if CUDA else np.full(80, 200)
    starts = np.cumsum(np.append([0], lens))[:-1]
    starts = starts[starts + lens < n]
    pool.add(dict(toks=r.randint(0, 1536, n).astype(np.int16), kinds=(r.rand(n) < .3).astype(np.uint8), starts=starts))
    wait = torch.cuda.synchronize if CUDA else lambda: None
    N0 = a.N
    say("torch", torch.__version__, torch.cuda.get_device_name() if CUDA else "processor")
    tr = Trainer()
    for times, bf in ((1, 0), (2, 0), (1, 1)):
        if time.time() - T0 > a.until * .6:
            break
        a.N, a.bf, KEPT = N0 * times, bf, HALF if bf else torch.float32
        b = lambda: batch(pool, *pool.take(a.N), a.N, a.gap, tr.g)
        tr.warm(b())
        for _ in range(3):
            tr.one(b(), .1, .1)
        wait()
        t, c, k = time.time(), time.process_time(), 0
        while time.time() - t < a.test:
            tr.one(b(), .1, .1)
            k += 1
            if k % 5 == 0:
                wait()
        wait()
        dt = time.time() - t
        say("SPEED N %d bf %d compiled %s: %.0f tokens/s, %.1f ms a step, host %.1f ms, %.1f GB" % (
            a.N, bf, tr.net.compiled, k * a.N / dt, dt / k * 1e3, (time.process_time() - c) / k * 1e3, torch.cuda.max_memory_allocated() / 1e9 if CUDA else 0))
    a.N, a.bf, KEPT = N0, 0, torch.float32
    pool = Pool(60000000 if CUDA else 2000000)
    pool.look(a.data)
    say("data:", pool.n, "tokens in", len(pool.known), "files")
    first, steps, b = [q.detach().clone() for q in tr.m.parameters()], 150 if CUDA else 3, lambda: batch(pool, *pool.take(a.N), a.N, a.gap, tr.g)
    base, nets = a.lr, tr.net
    for f in (1.0, 2.0, 0.5):
        if time.time() - T0 > a.until - 8 or pool.n < 4 * a.N:
            break
        torch.manual_seed(a.seed)
        tr = Trainer()
        tr.net.heads, tr.net.between, tr.net.last = nets.heads, nets.between, nets.last
        a.lr, t, out = base * f, time.time(), []
        for i in range(steps):
            out.append(tr.one(b(), min(1, (i + 1) / 30) * min(1, 2 * (1 - i / steps)), .1))
        say("RATE %.3f: loss %.4f after %d steps, %.1f s" % (a.lr, float(torch.stack(out[-20:]).mean()), steps, time.time() - t))


def main():
    os.makedirs(a.out, exist_ok=True)
    tr = Trainer()
    say("torch", torch.__version__, torch.cuda.get_device_name() if CUDA else "processor", "parameters", sum(q.numel() for q in tr.m.parameters()))
    exam, pool, ws = Exam(a.val), Pool(a.room * 1000000), Weights(tr.m)
    wake = time.time()
    while pool.n < 2 * a.N and time.time() - wake < a.wait:
        pool.look(a.data)
        time.sleep(.2)
    say("first data:", pool.n, "tokens in", len(pool.known), "files")
    b = lambda: batch(pool, *pool.take(a.N), a.N, a.gap, tr.g)
    tr.warm(b())
    t0, end = time.time(), T0 + a.minutes * 60
    step, beat, kept, mean, log, looked, mark = 0, time.time(), None, None, [], 0, None
    while True:
        way = (time.time() - t0) / (end - t0)
        if way >= 1 or a.steps and step >= a.steps:
            break
        s = min(1, (step + 1) / a.warm) * (1 if way < a.hold else max(.005, (1 - way) / (1 - a.hold)))
        loss = tr.one(b(), s, a.pw0 + (a.pw1 - a.pw0) * way)
        log.append(loss)
        step += 1
        if step % 4 == 0 and way > 1 - a.tail:               # the mean over the last part of the way
            with torch.no_grad():
                kept = 1 if mean is None else kept + 1
                if mean is None:
                    mean = ws.now()
                else:
                    torch._foreach_add_(mean, torch._foreach_sub(list(tr.m.parameters()), mean), alpha=1 / kept)
        if mark is None and way > a.mid:
            mark = 1
            ws.write(ws.now(), "mid")
        if step % 16 == 0 and time.time() - looked > 1.5:
            pool.look(a.data)
            looked = time.time()
        if step % a.every == 0:
            x = float(torch.stack(log).mean())
            say("step %d %.0f%% tokens %.1fM %.0f/s rate %.3f loss %.4f pool %.1fM fresh %.1fM again %.1fM" % (
                step, way * 100, step * a.N / 1e6, step * a.N / (time.time() - t0), s, x, pool.n / 1e6, pool.fresh / 1e6, pool.again / 1e6))
            log = []
            if x != x:
                say("not a number: stopped")
                break
        if time.time() - beat > a.beat and way < .96:
            beat = time.time()
            exam.tell(tr.net, a.N, "step %d" % step)
            ws.write(ws.now(), "last")
    ws.done()
    ws.write(ws.now(), "last", True)
    exam.tell(tr.net, a.N, "last")
    if mean is not None:
        ws.write(mean, "mean")
        ws.put(mean)
        exam.tell(tr.net, a.N, "mean")
    ws.done()
    say("done,", step, "steps,", step * a.N / 1e6, "million tokens")


if __name__ == "__main__":
    trials() if a.test else main()

"""stream.py FOLDER SEED [MINUTES [TOKENS]]: writes file after file of fresh chats of about TOKENS tokens into FOLDER, for gpu.py to read as they come.

Ends after MINUTES, or when FOLDER holds a file named `stop`. The first files are small, so that the training can begin.
"""
import os
import random
import sys
import time

import numpy as np

import gen
from tok import load

NAMES = [f.__name__ for f in gen.FAMILIES]
LONGEST = 4097


def chats(r, t, tokens, family=None):
    """Arrays of chats with about that many tokens: tokens, kinds, starts and families."""
    toks, kinds, starts, fams, eot = [], [], [], [], t.id["<|endoftext|>"]
    while len(toks) < tokens:
        f = family or gen.choose(r)
        a, b = [], []
        for s, k in gen.render(gen.sample(r, f)):
            ids = t.enc(s)
            a += ids
            b += [k] * len(ids)
        if len(a) < LONGEST:
            starts.append(len(toks))
            fams.append(NAMES.index(f.__name__))
            toks += a + [eot]
            kinds += b + [0]
    return dict(toks=np.array(toks, np.int16), kinds=np.array(kinds, np.uint8), starts=np.array(starts, np.int64), fams=np.array(fams, np.uint8))


def write(path, arrays):
    with open(path + ".tmp", "wb") as f:
        np.savez(f, **arrays)
    os.replace(path + ".tmp", path)


def held_out(path, seed=997, chats_each=40):
    """A file with some chats of every family, to measure on."""
    t, parts = load(), []
    for f in gen.FAMILIES:
        r, n = random.Random(seed), 0
        while n < chats_each:
            parts.append(chats(r, t, 1, f))
            n += 1
    at = np.cumsum([0] + [len(p["toks"]) for p in parts])
    cat = lambda k: np.concatenate([p[k] for p in parts])
    np.savez_compressed(path, toks=cat("toks"), kinds=cat("kinds"), starts=np.concatenate([p["starts"] + n for p, n in zip(parts, at)]), fams=cat("fams"), names=np.array(NAMES))
    print(path, at[-1], "tokens", len(parts), "chats")


if __name__ == "__main__":
    if sys.argv[1] == "--held-out":
        held_out(sys.argv[2])
        sys.exit()
    folder, seed = sys.argv[1], int(sys.argv[2])
    end = time.time() + 60 * float(sys.argv[3] if len(sys.argv) > 3 else 1e6)
    most = int(float(sys.argv[4])) if len(sys.argv) > 4 else 600000
    r, t, n = random.Random(seed), load(), 0
    while time.time() < end and not os.path.exists(os.path.join(folder, "stop")):
        write(os.path.join(folder, "%d-%d.npz" % (seed, n)), chats(r, t, min(most, 40000 * 3 ** n)))
        n += 1

"""exact.py CKPT.pt [CHATS [FAMILY [SHOWN]]]: the share of answers that greedy decoding would give to the last token, by family.

No answer is generated: where every token of an answer is the most likely one after the right ones before it, greedy decoding
writes that answer. SHOWN first mistakes of every family are printed.
"""
import random
import sys

import torch

import gen
from model import Model
from tok import load

path, chats, only, shown = (sys.argv[1:] + ["", "", "", ""][len(sys.argv) - 1:])[:4]
ck = torch.load(path, map_location="cpu")
c, t = ck["cfg"], load()
m = Model(ck["V"], c["d"], c["L"], c["h"], c["ff"], c["theta"])
m.load_state_dict(ck["sd"])
torch.set_num_threads(1)


def answers(chat):
    """Tokens, and where the assistant's answers stand in them."""
    ids, spans = [], []
    for s, kind in gen.render(chat):
        new = t.enc(s)
        if kind == 1:
            spans.append((len(ids), len(ids) + len(new)))
        ids += new
    return ids, spans


for family, _ in gen.TASKS:
    if only and family.__name__ != only:
        continue
    r, right, every, left = random.Random(4711), 0, 0, int(shown or 0)
    for _ in range(int(chats or 40)):
        ids, spans = answers(gen.sample(r, family))
        if not spans or len(ids) > 1024:
            continue
        with torch.no_grad():
            best = m.logits(m.hidden(torch.tensor(ids)[None])[0]).argmax(1).tolist()
        for a, b in spans:
            wrong = [i for i in range(a, b) if best[i - 1] != ids[i]]
            right, every = right + (not wrong), every + 1
            if wrong and left:
                left -= 1
                i = wrong[0]
                print("  %r | wanted %r, got %r" % (t.dec(ids[max(0, a - 60):i])[-260:], t.dec(ids[i:i + 6]), t.vocab[best[i - 1]]))
    print("%-10s %4d of %4d answers exact, %.2f" % (family.__name__, right, every, right / max(1, every)))

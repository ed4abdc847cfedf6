"""mean.py A.pt B.pt OUT.pt [SHARE]: the weights between those of two checkpoints of one shape, SHARE (0.5) of the way from A to B."""
import sys

import torch

a, b = (torch.load(f, map_location="cpu") for f in sys.argv[1:3])
share = float(sys.argv[4]) if len(sys.argv) > 4 else 0.5
torch.save(dict(a, sd={n: x + share * (b["sd"][n] - x) for n, x in a["sd"].items()}), sys.argv[3])

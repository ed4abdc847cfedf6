"""mkeval.py [SEED]: held-out prompts from the generator -> eval.jsonl (exact match), tokenizer check -> tokens.jsonl."""
import json
import random
import sys

import asking
import conversations
import everyday
import extract
import gen
import tools
from tok import load

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 4242
r = random.Random(seed)
FAMILIES = [conversations.greet, conversations.memory, conversations.qaconv, conversations.sums, conversations.count, conversations.copy, conversations.sysinst, conversations.unknown,
            conversations.readconv, conversations.think, extract.jsonconv, tools.toolconv, tools.toolconv, asking.toolbox, asking.toolbox, asking.toolbox, asking.parallel, everyday.requests, everyday.requests, everyday.lookups, everyday.lookups]
TOOLS = (tools.toolconv, asking.toolbox, asking.parallel, everyday.requests, everyday.lookups)
with open("eval.jsonl", "w") as out:
    for f in FAMILIES:
        for _ in range(40):
            while True:
                c = gen.sample(r, f)
                ms = c["messages"]
                idx = [j for j, m in enumerate(ms) if m["role"] == "assistant" and not m.get("forced")]
                if idx:
                    break
            j = r.choice(idx[-2:])
            m = ms[j]
            kind = f.__name__
            if f in TOOLS:
                n = len(m.get("tool_calls") or [])
                kind = "tool_result" if ms[j - 1]["role"] == "tool" else ["tool_none", "tool_call"][n] if n < 2 else "tool_parallel"
                if f.__module__ == "everyday": kind = kind.replace("tool", "everyday")
            hist = []
            for q in ms[:j]:
                q = {k: v for k, v in q.items() if v}
                q["content"] = q.get("content", "").replace("\0", "")
                if "think" in q:
                    q["reasoning_content"] = q.pop("think")
                hist.append(q)
            e = dict(kind=kind, messages=hist, tools=c.get("tools"), think=bool(m.get("think")), calls=m.get("tool_calls") or [], expect=gen.call_text(m).replace("\0", ""))
            out.write(json.dumps(e, ensure_ascii=False) + "\n")
t = load()
with open("tokens.jsonl", "w") as out:
    for _ in range(150):
        x = "".join(s for s, _ in gen.render(gen.sample(r))).replace("\0", "")
        out.write(json.dumps(dict(text=x, ids=t.enc(x)), ensure_ascii=False) + "\n")
    for x in ["It's don't WE'LL café naïve MÜNCHEN ÄpfelBaum 東京 🙂 a\tb  c\r\n\n  d", "XMLHttpRequest getHTTPResponse v2Beta 3.14e10 ½ Ⅷ x²", "$%^&*()_+-=[]{};':\",./<>?\\|`~ //\n\n/\n"]:
        out.write(json.dumps(dict(text=x, ids=t.enc(x)), ensure_ascii=False) + "\n")

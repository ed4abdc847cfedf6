"""mkeval.py [SEED]: held-out prompts from the generator -> eval.jsonl (exact match), tokenizer check -> tokens.jsonl."""
import json
import random
import sys

import conversations
import extract
import gen
import tools
from tok import load

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 4242
r = random.Random(seed)
FAMILIES = [conversations.greet, conversations.memory, conversations.qaconv, conversations.count, conversations.copy, conversations.sysinst, conversations.unknown, conversations.readconv,
            conversations.think, extract.jsonconv, tools.toolconv, tools.toolconv, tools.toolconv]
ALSO = [conversations.HI, conversations.ME, conversations.JOKES, conversations.NOIDEA,
        ["I am doing well, thank you! How can I help you?", "I'm fine, thanks for asking. What can I do for you?"],
        ["You're welcome!", "You are welcome! Happy to help."],
        ["Sure. What would you like to try?", "All right! What can I do for you?"]]
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
            if f is tools.toolconv:
                n = len(m.get("tool_calls") or [])
                kind = "tool_result" if ms[j - 1]["role"] == "tool" else ["tool_none", "tool_call"][n] if n < 2 else "tool_parallel"
            hist = []
            for q in ms[:j]:
                q = {k: v for k, v in q.items() if v}
                q["content"] = q.get("content", "").replace("\0", "")
                if "think" in q:
                    q["reasoning_content"] = q.pop("think")
                hist.append(q)
            e = dict(kind=kind, messages=hist, tools=c.get("tools"), think=bool(m.get("think")), expect=gen.call_text(m).replace("\0", ""))
            also = next((a for a in ALSO if e["expect"] in a), None)
            if also:
                e["also"] = also
            out.write(json.dumps(e, ensure_ascii=False) + "\n")
t = load()
with open("tokens.jsonl", "w") as out:
    for _ in range(150):
        x = "".join(s for s, _ in gen.render(gen.sample(r))).replace("\0", "")
        out.write(json.dumps(dict(text=x, ids=t.enc(x)), ensure_ascii=False) + "\n")
    for x in ["It's don't WE'LL café naïve MÜNCHEN ÄpfelBaum 東京 🙂 a\tb  c\r\n\n  d", "XMLHttpRequest getHTTPResponse v2Beta 3.14e10 ½ Ⅷ x²", "$%^&*()_+-=[]{};':\",./<>?\\|`~ //\n\n/\n"]:
        out.write(json.dumps(dict(text=x, ids=t.enc(x)), ensure_ascii=False) + "\n")

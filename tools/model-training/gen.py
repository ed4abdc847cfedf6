"""Synthetic chat generator: mixes all task families. Every line of training text comes from this program."""
import json
import random

from conversations import A, U, copies, copy, count, greet, memory, qaconv, readconv, story, sums, sysinst, think, unknown
from extract import jsonconv
from asking import follow, parallel, reports, toolbox
from everyday import drills, lookups, requests
from tools import toolconv
from wider import exactvals, followups, lettering, longchat, longread, longsystem, longtools, manytools, nearmiss, puzzled, reckon, severals, smalltalk, sysmix, unfit, words_told
from words import pname

SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>", "<tool_call>", "</tool_call>",
            "<tool_response>", "</tool_response>", "<tools>", "</tools>"]


def multi(r, big=False):
    """Several topics in one chat, up to about a thousand tokens."""
    h = []
    for _ in range(r.randint(8, 20) if big else r.choice([2, 3, 4, 6, 8])):
        m = r.choice([greet, qaconv, copy, count, unknown, readconv, story, memory, jsonconv])(r)
        if h and m[0]["role"] == "system":
            m = m[1:] if len(m[0]["content"]) < 60 else []
        h += m
    if r.random() < .5:                                         # ask at the end for something told at the start
        n = pname(r)
        k = 1 if h[0]["role"] == "system" else 0
        if not any("name" in m["content"].lower() for m in h if m["role"] == "user"):
            h = h[:k] + [U("My name is %s." % n), A("Nice to meet you, %s! How can I help you?" % n)] + h[k:] + [U("What is my name?"), A("Your name is %s." % n)]
    return h


def large(r):
    """Chats of one to two thousand tokens for the long-context part of the training."""
    return toolconv(r, True) if r.random() < .6 else multi(r, True)


# weights chosen by the share of assistant tokens: tools about 70 %, every other family up to 5 %
TASKS = [(greet, 12), (memory, 10), (qaconv, 20), (sums, 14), (count, 3), (copy, 44), (copies, 18), (sysinst, 54), (story, 3), (unknown, 15),
         (toolconv, 8), (toolbox, 20), (follow, 10), (reports, 14), (requests, 26), (drills, 44), (lookups, 66), (parallel, 3), (jsonconv, 60), (readconv, 4), (think, 20), (multi, 2),
         (smalltalk, 34), (puzzled, 12), (unfit, 40), (nearmiss, 20), (manytools, 11), (severals, 24), (exactvals, 24), (lettering, 22), (reckon, 12), (followups, 8), (sysmix, 30), (words_told, 14),
         (longread, 4), (longsystem, 4), (longchat, 3), (longtools, 4), (large, 2)]
FN = [t for t, w in TASKS for _ in range(w)]
FAMILIES = list(dict.fromkeys([*(t for t, _ in TASKS), large]))


def choose(r):
    """A family, by its weight."""
    return r.choice(FN)


def sample(r, f=None):
    c = (f or choose(r))(r)
    return c if isinstance(c, dict) else dict(messages=c, tools=None)


def dumps(x):
    return json.dumps(x, ensure_ascii=False)


PLAIN = {"type", "properties", "required", "additionalProperties", "$schema", "title", "description"}


def kind_text(p):
    """The type of one parameter: a word where nothing else is said of it, else its schema."""
    rest = {k for k in p if k != "description"}
    says = "(%s)" % p["description"] if "description" in p else ""
    if rest == {"type", "enum"}:
        return dumps(p["enum"]) + says
    if rest == {"type"} and p["type"] in ("string", "integer", "number", "boolean"):
        return p["type"] + says
    if rest == {"type", "items"} and p["type"] == "array" and set(p["items"]) == {"type"} and p["items"]["type"] in ("string", "integer", "number", "boolean"):
        return p["items"]["type"] + "[]" + says
    return dumps(p)


def tool_text(t):
    """What a tool does, then its name and its parameters: whoever reads on from the right description finds the name."""
    p = t["parameters"]
    head = "# %s\n%s" % (t.get("description", ""), t["name"])
    if set(p) - PLAIN:
        return head + dumps(p)
    return head + "(" + ",".join(k + ("" if k in p.get("required", []) else "?") + ":" + kind_text(v) for k, v in p.get("properties", {}).items()) + ")"


def call_text(m):
    b = m["content"]
    for tc in m.get("tool_calls") or []:
        b += ("\n" if b else "") + "<tool_call>\n" + dumps(tc) + "\n</tool_call>"
    return b


def render(conv):
    """A list of (text, kind), the same text that template.jinja produces; kind 1 = assistant, 0 = prompt, 2 = no loss."""
    ms, tools, out, sysc = conv["messages"], conv.get("tools"), [], None
    if ms and ms[0]["role"] == "system":
        sysc, ms = ms[0]["content"], ms[1:]
    if tools:
        sysc = (sysc + "\n\n" if sysc else "") + "You can call these tools:\n<tools>\n" + "\n".join(map(tool_text, tools)) + "\n</tools>"
    if sysc is not None:
        out.append(("<|im_start|>system\n" + sysc + "<|im_end|>\n", 0))
    i = 0
    while i < len(ms):
        m = ms[i]
        if m["role"] == "tool":
            s = "<|im_start|>user"
            while i < len(ms) and ms[i]["role"] == "tool":
                s += "\n<tool_response>\n" + ms[i]["content"] + "\n</tool_response>"
                i += 1
            out.append((s + "<|im_end|>\n", 0))
            continue
        if m["role"] == "user":
            out.append(("<|im_start|>user\n" + m["content"] + "<|im_end|>\n", 0))
        else:
            b = call_text(m)
            pre = "<|im_start|>assistant\n"
            if m.get("forced"):                              # the server started the call: learn only its inside
                cut = b.index('"arguments": ') + len('"arguments": ')
                out += [(pre, 0), (b[:cut], 2), (b[cut:] + "<|im_end|>", 1)]
            elif m.get("think"):
                out += [(pre + "<think>\n", 0), (m["think"] + "\n</think>\n\n" + b + "<|im_end|>", 1)]
            else:
                out += [(pre, 0), (b + "<|im_end|>", 1)]
            out.append(("\n", 0))
        i += 1
    return out


if __name__ == "__main__":
    r = random.Random(1)
    for _ in range(12):
        print("".join(t for t, _ in render(sample(r))).replace("\0", "") + "\n-----")

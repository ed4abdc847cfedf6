"""Everyday tools, asked for as people write: every tool with many ways to say it, few of them naming its parameters.

A block of everyday.txt or more.txt is a first line `group | names | descriptions | parameters` and the requests. Names and descriptions
are separated by "/". A parameter is `name,other name=kind`, with "?" after the kind where it may be left out and ":" before
its descriptions. In a request {name} is a value, (a/b/) is one of these, [a/b] one of these or nothing, and {name:on/off}
says a boolean. A request that starts with "!" is an order, so "please" and "can you" may come before it; one with "?" lacks
a value that is needed, so the answer asks for it. Tools of one group, and those whose words are alike, resemble each other: none
of them is said to be missing.
"""
import collections
import math
import os
import re

from asking import NO_TOOL, Tool, listed, style
from conversations import A, S, U, copy, greet, longsys, msys, qaconv, unknown
from tools import result
from values import *

NAMED = dict(
    place=city, person=lambda r: pick(r, pname, fname, fname)(r), first=pname, names=lambda r: some(r, pname, 1, 3), emails=lambda r: some(r, email, 1, 3), time=clock, date=day, id=ident, word=low, ticker=ticker,
    task=task, event=event, topic=topic, message=message, problem=problem, scene=scene, question=question, thing=thing, food=food, foods=lambda r: some(r, pick(r, food, food, food, thing), pick(r, 1, 2, 2, 3), 4), articles=lambda r: some(r, article, 1, 4), dish=dish, songtitle=title, movietitle=title,
    email=email, phone=phone, path=path, folder=folder, url=url, command=command, sql=sql, slug=slug, version=version, branch=branch, expr=expr, company=company, flagword=lambda r: True,
    account=lambda r: pick(r, ident(r), "DE" + digits(r, r.randint(4, 14)), digits(r, 8), pick(r, "savings", "checking", "household", "business")), currency=lambda r: r.choice(CURR), lang=lambda r: r.choice(LANGS),
    channel=lambda r: pick(r, "#" + low(r), "#%s-%s" % (low(r), low(r)), pname(r), "the %s team" % low(r)), username=lambda r: pick(r, "@" + low(r), "@%s_%s" % (low(r), low(r)), fname(r), low(r) + digits(r, 2)),
    money=lambda r: pick(r, r.randint(1, 90), r.randint(1, 5000), round(r.uniform(1, 900), 2), round(r.uniform(1, 90), 1)), numbers=lambda r: some(r, pick(r, lambda r: r.randint(-30, 300), lambda r: r.randint(0, 20), lambda r: round(r.uniform(0, 50), 1)), 2, 5),
    street=lambda r: pick(r, "%d %s %s" % (r.randint(1, 200), nw(r).capitalize(), pick(r, "Street", "Road", "Avenue")), "%s %s" % (pick(r, "the", "the main"), pick(r, "station", "airport", "hotel", "office", "museum")), "%sstraße %d" % (nw(r).capitalize(), r.randint(1, 99))),
    cuisine=lambda r: pick(r, *LANGS, "Thai", "Indian", "Mexican", "vegan", "Greek", "Turkish", "Korean", "sushi", "pizza"), placename=lambda r: pick(r, company(r), "%s %s" % (pick(r, "Café", "Chez", "Casa", "The"), nw(r).capitalize()), pick(r, pname(r), nw(r).capitalize()) + "'s" + pick(r, "", "", " Diner", " Bar", " Grill", " Garage")), artist=lambda r: pick(r, fname, fname, title)(r),
    room=lambda r: pick(r, "kitchen", "bedroom", "living room", "bathroom", "hall", "garage", "office", "cellar", "attic", "nursery", "studio", "balcony", low(r)), door=lambda r: pick(r, "front", "back", "garage", "cellar", "garden", "main", "side", low(r)),
    garden=lambda r: pick(r, "garden", "lawn", "balcony", "roses", "front yard", "greenhouse", "tomatoes", "terrace", low(r)), appliance=lambda r: pick(r, "dishwasher", "washing machine", "dryer", "oven", "coffee machine", "heater", "fan", low(r)), device=lambda r: pick(r, "phone", "tablet", "watch", "headphones", "laptop", low(r)),
    host=lambda r: pick(r, domain, ip, slug)(r), codeword=lambda r: pick(r, nw(r) + nw(r).capitalize(), low(r) + "_" + low(r), low(r), "TODO", "class " + nw(r).capitalize()), branchbase=lambda r: pick(r, "main", "develop", branch(r)),
    unit=lambda r: pick(r, "kg", "km", "miles", "feet", "liters", "pounds", "meters", "hours", "degrees"), unit2=lambda r: pick(r, "grams", "inches", "gallons", "yards", "ounces", "cm", "minutes", "stones", "acres"),
    sport=lambda r: pick(r, "running", "swimming", "cycling", "yoga", "boxing", "rowing", "hiking", "tennis", "climbing", low(r)), subject=lambda r: pick(r, "math", "history", "biology", "chemistry", "music", "geography", *LANGS),
    medfield=lambda r: pick(r, "dentist", "eye doctor", "skin doctor", "surgeon", "heart specialist", "allergist", "pediatrician", low(r)), medicine=lambda r: pick(r, "aspirin", "vitamin D", "insulin", nw(r).lower(), nw(r).capitalize()),
    label=lambda r: pick(r, str(r.randint(1, 60)), r.choice("ABCDEFGH") + str(r.randint(1, 40)), "%d%s" % (r.randint(1, 30), r.choice("abc")), "%d.%02d" % (r.randint(0, 9), r.randint(1, 40)), "%s-%d" % (r.choice("ABCDEFGH"), r.randint(1, 40)), nw(r).capitalize()),
    plate=lambda r: pick(r, "%s-%s %d" % (letters(r, r.randint(1, 3)).upper(), letters(r, 2).upper(), r.randint(1, 9999)), "%s %d" % (letters(r, 3).upper(), r.randint(100, 9999)), "%s%d %s" % (letters(r, 2).upper(), r.randint(10, 99), letters(r, 3).upper())),
    longid=lambda r: pick(r, "%s%s %s" % (letters(r, r.randint(2, 3)).upper(), digits(r, r.randint(3, 5)), digits(r, r.randint(3, 5))), " ".join(digits(r, 4) for _ in range(r.randint(2, 4))), "%s-%s-%s" % (letters(r, 3).upper(), digits(r, 3), digits(r, 4)), ident(r), letters(r, 2).upper() + digits(r, r.randint(7, 12))),
    owner=lambda r: pick(r, low(r), low(r) + "-" + low(r), nw(r).lower() + pick(r, "-labs", "-org", "-hq", "-dev", "inc")), project=lambda r: pick(r, low(r), low(r) + "-" + low(r), "%s-%d" % (low(r), r.randint(1, 40)), low(r) + ".js"), repo=lambda r: "%s/%s" % (pick(r, low(r), nw(r).lower(), low(r) + "-" + low(r)), pick(r, low(r), low(r) + "-" + low(r), low(r) + ".js")),
    country=lambda r: r.choice(list(CAP)), username2=lambda r: pick(r, low(r) + "_" + low(r), low(r) + digits(r, 2)), shout=lambda r: pick(r, message(r) + "!", message(r) + "!", message(r), question(r)),
    team=lambda r: pick(r, "%s %s" % (city(r), pick(r, "United", "City", "Tigers", "Bears")), "the %ss" % nw(r).capitalize(), city(r), nw(r).capitalize()), job=lambda r: r.choice(JOBS), color=lambda r: pick(r, "", "", "dark ", "light ") + r.choice(CATS["colors"]))
LISTS = {"names": "string", "emails": "string", "foods": "string", "articles": "string", "numbers": "number"}
OTHER = {"money": "number", "flagword": "boolean"}


def kind_of(text):
    """Schema and maker of what stands after "=" in a parameter."""
    k, *xs = text.split()
    if k == "enum": return {"type": "string", "enum": xs}, lambda r: r.choice(xs)
    if k == "words":
        ws = [w.replace("_", " ") for w in " ".join(xs).split("/")]
        return {"type": "string"}, lambda r: r.choice(ws) if r.random() < .8 else low(r)
    if k == "bool": return {"type": "boolean"}, lambda r: r.random() < .5
    if k in ("int", "num"):
        lo, hi = map(int, xs[0].split("-"))
        return {"type": "integer" if k == "int" else "number"}, lambda r: r.randint(lo, hi) if k == "int" or r.random() < .5 else round(r.uniform(lo, hi), 1)
    return {"type": "array", "items": {"type": LISTS[k]}} if k in LISTS else {"type": OTHER.get(k, "string")}, NAMED[k]


class Kind:
    """One block of a text file."""

    def __init__(self, block):
        head, *asks = block.split("\n")
        self.group, names, descs, ps = [x.strip() for x in (head + " ").split(" |")]
        self.names, self.descs, self.params = names.split("/"), descs.split("/"), {}
        for p in filter(None, ps.split("; ")):
            left, right = p.split("=", 1)
            kind, _, desc = right.partition(":")
            keys = left.strip().split(",")
            self.params[keys[0]] = (keys, *kind_of(kind.rstrip("?")), kind[-1] != "?", desc)
        self.asks = [a for a in asks if a[0] != "?"]
        self.lacks = [a[1:] for a in asks if a[0] == "?"]


def read(name):
    return [Kind(b) for b in open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name)).read().strip().split("\n\n")]


SWITCHES = "subtitles;captions;autosave;spell check;line numbers;word wrap;read receipts;typing hints;two-factor login;comments;guest wifi;maintenance mode;debug logging;tracing;caching;autoplay;shuffle;repeat;fountain;alarm system;porch light;seat heating;cruise control;projector;disco ball;sprinkler;child lock;eco mode;turbo mode;safe search;ad blocker;private browsing;high contrast;grid;snap to grid;metronome;noise cancelling;live captions;sound effects;cloud sync;nightly backups;sandbox mode;telemetry;fog lights;pool pump;heated towel rail;aquarium light;doorbell chime".split(";")


def switch(x):
    """A tool whose one value is whether something is on."""
    return Kind("switch | set %s/toggle %s/enable %s/%s/switch %s/%s switch | Turn %s on or off/Switches %s on or off/Turn the %s of the app on or off/Whether %s is on | enabled,on,active,state,value=bool\n".replace("%s", x) + """!(turn/switch) {enabled:on/off} (the/) X
!(turn/switch) (the/) X {enabled:on/off}
!{enabled:enable/disable} (the/) X
!{enabled:activate/deactivate} (the/) X
!{enabled:start/stop} (the/) X
X {enabled:on/off}
X {enabled:on/off} (please/now/again)
I {enabled:want/don't want} (the/) X (now/any more/)
(the/) X should be {enabled:on/off}
{enabled:I need/no more} X (please/now/)""".replace("X", x))


KINDS = read("everyday.txt") + read("more.txt") + [switch(x) for x in SWITCHES]
TELL_NOTHING = set("the and for with from are its this that one out what how when where which who user users given returns shows tells get set add find list create make new start update delete remove check send show search use can all some something".split())


def stems(k):
    return {w.rstrip("s") for t in k.names + k.descs for w in re.findall("[a-z]+", t.lower()) if w not in TELL_NOTHING and len(w) > 2}


STEMS = {id(k): stems(k) for k in KINDS}
SEEN = collections.Counter(w for s in STEMS.values() for w in s)
RARE = {w: math.log(len(KINDS) / n) for w, n in SEEN.items()}
SIZE = {i: sum(RARE[w] for w in s) or 1 for i, s in STEMS.items()}


KNOWN = {}


def alike(a, b):
    """How much two kinds speak of the same things, 0..1: rare words count most."""
    a, b = id(a), id(b)
    if (a, b) not in KNOWN: KNOWN[a, b] = KNOWN[b, a] = sum(RARE[w] for w in STEMS[a] & STEMS[b]) / min(SIZE[a], SIZE[b])
    return KNOWN[a, b]


# the kinds that each is easily taken for, and what one assistant is given together
NEAR = [[b for b in KINDS if a.group == b.group or alike(a, b) > .3] for a in KINDS]
THEMES = [[k for k in KINDS if k.group in x.split()] for x in ("dev files web documents", "calendar remind time timer notes list", "shop food contact ticket payments", "home weather settings voice phone time", "travel weather money car city", "chat social people calendar files")]


def fits_none(k, tools):
    """Whether a request for `k` is surely none of what these tools do."""
    return all(k.group != t.kind.group and alike(k, t.kind) < .25 for t in tools)


def twins(a, b):
    """Two kinds that one request may mean alike: a box never holds both."""
    return a is b or bool(set(a.names) & set(b.names)) or {a.names[0], b.names[0]} in TWINS


# by first names: what helps with one would also help with the other
TWINS = [set(x.split("/")) for x in "play episode/podcast search;comment/add comment;add food entry/log meal;limit order/buy shares;close with comment/close ticket;start parking/pay parking;place order/order food;reassign ticket/assign ticket;helpdesk lookup/get ticket;book room/reserve desk;rent bike/rent car;report sick/report absence;log run/log workout;log set/log workout;direct message/send message;create lead/add contact;save minutes/create note;request money/pay person;flag state/feature flag;exec in container/run command;library fee/renew loan;assign chore/add task;append to file/write file;find files/search files;search logs/get logs;start tracking/log hours;find events/buy tickets;book vet/book doctor;find photos/camera;buy train ticket/search trains;check availability/list events;find employees/get user;update deal/log call;return items/refund;restock/update stock;restock/check stock;where is item/search notes;compare prices/get price;set budget/savings goal;standing order/transfer money;transfer ticket/buy tickets;schedule post/post;get repository/package version;change phone setting/feature flag;change phone setting/toggle notifications;change phone setting/set theme;change phone setting/set language;change phone setting/set brightness;change phone setting/set volume;change phone setting/do not disturb;remember/create note;remember/lend item;search documents/search notes;search documents/search files;run code/run command;run code/calculator;fly to/fly drone;add guest/join waitlist;schedule callback/create reminder;pick random/random number;join volunteers/join club;convert time/get time;save birthday/create event;log animal weight/log weight;log bottle/log drink;screenshot/take photo;edit image/resize image;edit image/convert image;log call/create note;get metar/get weather;log care visit/log hours;stop timer/kill process;count words/summarize text;create channel/create group;search email/search notes;navigate/read file;set paper size/print document;lend item/create note;set status/post".split(";")]


def expand(r, t, keep):
    """A request with every choice made; what needs a value that is not in `keep` is left out."""
    fits = lambda s: [x for x in s.split("/") if all(k in keep for k in re.findall(r"{([^:}]+)", x))]
    safe = lambda s: re.sub(r":([^/{}]+)/([^/{}]+)}", ":\\1\1\\2}", s)
    t = re.sub(r"\(([^()]*)\)", lambda m: r.choice(fits(m.group(1)) or [""]), safe(t))
    t = re.sub(r"\[([^\[\]]*)\]", lambda m: r.choice(fits(m.group(1)) or [""]) if r.random() < .6 else "", t)
    return t.replace("\1", "/")


ASKS = "what how is are will do does did can could when where who which has have am why would should".split()


def manner(r, t, order):
    """The same request in another tone: politeness, capitals, marks, small mistakes; values stay as they are."""
    t = " ".join(t.split()).replace(" ,", ",").replace(" ?", "?")
    question = t.split(" ")[0].split("'")[0].lower() in ASKS
    if order and r.random() < .34:
        p = pick(r, "please ", "please ", "can you ", "can you ", "could you ", "could you please ", "can you please ", "would you ", "I need you to ", "I'd like you to ", "I want you to ", "pls ", "just ", "now ", "go ahead and ", "you should ", "help me: ", "I would like to ", "I want to ", "let's ", "let us ")
        t, question = p + t, p.startswith(("can", "could", "would"))
    elif r.random() < .06: t = pick(r, "hey, ", "hi, ", "hello, ", "ok, ", "hi! ", "so ", "quick question: ", "good morning, ", "also ", "and ") + t
    if r.random() < .1: t += pick(r, " please", " please", ", please", " thanks", ", thanks", " for me", " now", " again") if t[-1] not in "\"`?:" else ""
    if r.random() < .12: t = t.replace("'", "")
    if r.random() < .15: t = re.sub(r"\bI\b", "i", t)
    if r.random() < .03:                                     # a slip of the fingers in a long word
        ws = t.split(" ")
        long = [i for i, w in enumerate(ws) if len(w) > 4 and w.isalpha()]
        if long:
            i, w = long[0], ws[long[0]]
            j = r.randint(1, len(w) - 2)
            ws[i] = pick(r, w[:j] + w[j + 1:], w[:j] + w[j + 1] + w[j] + w[j + 2:], w[:j] + w[j] + w[j:])
            t = " ".join(ws)
    if t[0].isalpha() and r.random() < .55: t = t[0].upper() + t[1:]
    if t[-1] == "}" and not question: t += pick(r, "", "", "", ".") if not t.endswith(("{command}", "{query}", "{sql}", "{expression}", "{url}", "{path}")) else ""
    elif t[-1] not in "\"`?:.!=":
        if question: t += "?" if r.random() < .65 else ""
        elif not t.endswith(("{command}", "{query}", "{sql}", "{expression}", "{url}", "{path}")): t += pick(r, "", "", "", ".", ".", "!" if r.random() < .3 else "")
    return t


class Everyday:
    """A tool made from a kind, with names and parameters chosen."""

    def __init__(self, r, kind, name=None):
        self.kind, camel, self.keys, props, req = kind, r.random() < .2, {}, {}, []
        for main, (names, sc, make, must, desc) in kind.params.items():
            if not must and r.random() < .4: continue
            k = r.choice(names) if r.random() < .7 else main
            if r.random() < .15: k = pick(r, "%s " + pick(r, "value", "name", "text", "info", low(r)), pick(r, "my", "the", "new", "target", "user", low(r)) + " %s") % k
            k = k.title().replace(" ", "") if camel else k.replace(" ", "_")
            k = k[0].lower() + k[1:]
            if k in props: k = main.replace(" ", "_")
            if k in props: continue
            sc = dict(sc)
            if desc and r.random() < .4: sc["description"] = r.choice(desc.split("/"))
            self.keys[main], props[k] = k, sc
            if must: req.append(k)
        ps = {"type": "object", "properties": props, "required": req}
        x = r.random()
        if x < .1: ps["additionalProperties"] = False
        elif x < .3 and not req: del ps["required"]
        self.must = [m for m in self.keys if kind.params[m][3]]
        d = r.choice(kind.descs)
        if r.random() < .3: d += "."
        ws = re.split(r"[ .]", r.choice(kind.names))
        if r.random() < .3: ws = pick(r, ws + [low(r)], [low(r)] + ws, ws + [pick(r, "v2", "tool", "api", "now", "for", "by") + low(r)[:5]], [pick(r, "do", "my", "run", "the")] + ws, ws[::-1], [r.choice(VERBS)] + ws[-1:], [low(r), low(r)])
        self.fn = {"name": name or style(r, ws), "description": d, "parameters": ps}
        if r.random() < .04: self.fn["description"] = ""

    def values(self, r):
        return {m: self.kind.params[m][2](r) for m in self.keys}

    def say(self, r, t, vals, order=False):
        """Text and arguments of an expanded request."""
        used = [k for k in re.findall(r"{([^:}]+)", t)]
        text = manner(r, t, order)
        for m in used:
            v = vals[m]
            text = re.sub(r"{%s(?::([^/}]*)/([^}]*))?}" % m, lambda g: (g.group(1) if v else g.group(2)) if g.group(1) else listed(r, v) if isinstance(v, list) else str(v), text, 1)
        return text, {self.keys[m]: vals[m] for m in self.keys if m in used}

    def ask(self, r, vals=None):
        vals = vals or self.values(r)
        for _ in range(25):
            raw = r.choice(self.kind.asks)
            order = raw[0] == "!"
            t = expand(r, raw.lstrip("!"), self.keys)
            used = re.findall(r"{([^:}]+)", t)
            if t and all(m in used for m in self.must) and all(m in self.keys for m in used) and len(set(used)) == len(used): return self.say(r, t, vals, order)
        t = "use %s" % self.fn["name"] + "".join(", %s {%s}" % (m, m) for m in self.must)
        return self.say(r, t, vals)

    def lack(self, r):
        """A request without the first value, and the question for it; None where there is none."""
        if not self.kind.lacks or not self.must: return None
        raw = r.choice(self.kind.lacks)
        t = expand(r, raw.lstrip("!"), self.keys)
        used = re.findall(r"{([^:}]+)", t)
        left = [m for m in self.must if m not in used]
        if not left or any(m not in self.keys for m in used): return None
        return self.say(r, t, self.values(r), raw[0] == "!")[0], left[0], used


def spaced(k): return "".join(" " + c.lower() if c.isupper() else c for c in k).replace("_", " ")


def box(r, n):
    """Up to n tools of different kinds, some of them easily taken for each other."""
    out, names = [], set()
    near, share = (r.choice(THEMES), .8) if r.random() < .2 else (r.choice(NEAR), .3)
    for _ in range(n):
        k = r.choice(near) if r.random() < share else r.choice(KINDS)
        if any(twins(k, t.kind) for t in out): continue
        t = Everyday(r, k)
        if t.fn["name"] not in names:
            out.append(t)
            names.add(t.fn["name"])
    return out


def answered(r, h, calls):
    """Results and the answer made from them."""
    if r.random() < .4:
        rs = [result(r) for _ in calls]
        return h + [{"role": "tool", "content": x[0]} for x in rs] + [A(" ".join(x[1] for x in rs))]
    return h + [{"role": "tool", "content": "ok"} for _ in calls] + [A("Done.")]


JOIN = [" and ", " and ", " and then ", ". Then ", " and also ", ", and ", ", then ", ". Also, ", " + ", ". And "]
AGAIN = ["what about %s", "and %s", "and for %s", "how about %s", "now %s", "same for %s", "and what about %s", "the same with %s", "%s too", "also %s", "do it for %s too", "once more with %s"]


ALONG = ("in", "for", "at", "to", "on", "of", "from", "with", "about", "near")


def several(r, t, q, args, vals):
    """The request for the same with several values, and the calls; None where it cannot be told apart."""
    m = t.must[0] if len(t.must) == 1 and isinstance(vals[t.must[0]], str) else None
    if not m or vals[m] not in args.values() or len(vals[m]) < 3 or q.count(vals[m]) != 1: return None
    vs = list(dict.fromkeys([vals[m]] + [t.kind.params[m][2](r) for _ in range(pick(r, 1, 1, 2))]))
    if len(vs) < 2 or any("," in v or " and " in v for v in vs): return None
    before = q[:q.index(vals[m])].split(" ")
    word = before[-2] if len(before) > 1 and not before[-1] else ""
    said = listed(r, vs)
    if word in ALONG and r.random() < .4: said = (" and %s " % word).join(vs)     # "in A and in B"
    return q.replace(vals[m], said), [{"name": t.fn["name"], "arguments": {**args, t.keys[m]: v}} for v in vs]


def both(r, q, calls, t):
    """The request and one more, maybe of another tool; None where that is the same call again."""
    q2, args = t.ask(r)
    call = {"name": t.fn["name"], "arguments": args}
    if call in calls: return None
    return q.rstrip(".?!") + r.choice(JOIN) + (q2 if q2.startswith("I ") or r.random() < .2 else q2[0].lower() + q2[1:]), calls + [call]


def more(r, t, tools, q, args, vals, same, other):
    """Request and calls: of one thing, by chance (`same`, `other`) of several values or of two things at once."""
    calls, x = [{"name": t.fn["name"], "arguments": args}], r.random()
    found = several(r, t, q, args, vals) if x < same else both(r, q, calls, r.choice(tools)) if x < same + other else None
    return found or (q, calls)


def requests(r):
    """A chat with a box of everyday tools."""
    tools = box(r, pick(r, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8))
    fns = [t.fn for t in tools]
    for _ in range(pick(r, 0, 0, 0, 1, 2)):
        f = Tool(r).fn
        if f["name"] not in [x["name"] for x in fns]: fns.append(f)
    h = msys(r, .3) if r.random() < .9 else [S(longsys(r)[0])]
    for _ in range(pick(r, 1, 2, 3, 4, 5, 6)):
        x, t = r.random(), r.choice(tools)
        if x < .1:
            h += [m for m in r.choice([greet, greet, qaconv, copy, unknown, unknown])(r) if m["role"] != "system"][-2:]
            continue
        if x < .2:                                          # a request that none of them fits
            k = r.choice(KINDS)
            if fits_none(k, tools) and (len(fns) == len(tools) or r.random() < .3):
                h += [U(Everyday(r, k).ask(r)[0]), A(NO_TOOL)]
                continue
        if x < .31 and (lack := t.lack(r)):                  # a value is missing: ask, then call
            q, m, used = lack
            h += [U(q), A("Please tell me the %s." % spaced(t.keys[m]))]
            if used or len(t.must) > 1 or r.random() < .3: continue
            v = t.kind.params[m][2](r)
            s = listed(r, v) if isinstance(v, list) else str(v)
            if isinstance(v, bool): continue
            h += [U(pick(r, "%s", "%s", "it is %s", "It's %s", "%s, please", "the " + spaced(t.keys[m]) + " is %s", "%s.", "ok: %s", "sorry, %s") % s)]
            calls = [{"name": t.fn["name"], "arguments": {t.keys[m]: v}}]
        else:
            vals = t.values(r)
            q, args = t.ask(r, vals)
            q, calls = more(r, t, tools, q, args, vals, .17, .22)
            h += [U(q)]
        h += [A("", tool_calls=calls)]
        if r.random() < .15: break
        h = answered(r, h, calls)
        if len(calls) == 1 and t.must and isinstance(calls[0]["arguments"].get(t.keys[t.must[0]]), str) and "enum" not in t.kind.params[t.must[0]][1] and r.random() < .15:
            m = t.must[0]                                    # the same again with another value
            v = t.kind.params[m][2](r)
            if v.count(" ") > 1: continue
            calls = [{"name": t.fn["name"], "arguments": {**calls[0]["arguments"], t.keys[m]: v}}]
            s = r.choice(AGAIN) % v + pick(r, "", "?", "?")
            h += [U(s[0].upper() + s[1:] if r.random() < .5 else s), A("", tool_calls=calls)]
            if r.random() < .3: break
            h = answered(r, h, calls)
    return dict(messages=h, tools=r.sample(fns, len(fns)))


def drills(r):
    """Many requests to one box, each answered by its call alone: nothing here takes tokens but the choice and the values."""
    tools = box(r, pick(r, 2, 3, 4, 5, 6, 8))
    h, size = [], sum(len(str(t.fn)) for t in tools)
    while size < 1500 and len(h) < 30:
        x, t = r.random(), r.choice(tools)
        k = r.choice(KINDS)
        if x < .12 and fits_none(k, tools): h += [U(Everyday(r, k).ask(r)[0]), A(NO_TOOL)]
        elif x < .16: h += [m for m in r.choice([greet, qaconv, copy, unknown, unknown])(r) if m["role"] != "system"][-2:]
        elif x < .22 and (lack := t.lack(r)): h += [U(lack[0]), A("Please tell me the %s." % spaced(t.keys[lack[1]]))]
        else:
            vals = t.values(r)
            q, calls = more(r, t, tools, *t.ask(r, vals), vals, .13, .17)
            h += [U(q), A("", tool_calls=calls)]
        size += len(str(h[-2:])) - 60
    return dict(messages=msys(r, .2) + h, tools=[t.fn for t in tools])


def lookups(r):
    """One or two requests to a small box, right at the start of a chat; now and then none fits or a value is missing."""
    tools, h = box(r, pick(r, 1, 1, 2, 2, 3, 4, 8)), []
    fns = [t.fn for t in tools]
    if r.random() < .15:                                     # one more that nobody knows
        f = Tool(r).fn
        if f["name"] not in [x["name"] for x in fns]: fns.insert(r.randint(0, len(fns)), f)
    for _ in range(pick(r, 1, 1, 2)):
        x, t, k = r.random(), r.choice(tools), r.choice(KINDS)
        if x < .16 and fits_none(k, tools): h += [U(Everyday(r, k).ask(r)[0]), A(NO_TOOL)]
        elif x < .2: h += [m for m in r.choice([greet, qaconv, unknown, unknown])(r) if m["role"] != "system"][-2:]
        elif x < .26 and (lack := t.lack(r)): h += [U(lack[0]), A("Please tell me the %s." % spaced(t.keys[lack[1]]))]
        else:
            vals = t.values(r)
            q, calls = more(r, t, tools, *t.ask(r, vals), vals, .15, .17)
            h += [U(q), A("", tool_calls=calls)]
    return dict(messages=msys(r, .1) + h, tools=fns)


if __name__ == "__main__":
    r = __import__("random").Random(5)
    for k in KINDS:
        for _ in range(2):
            t = Everyday(r, k)
            print(t.fn["name"], *t.ask(r), "|", t.lack(r))

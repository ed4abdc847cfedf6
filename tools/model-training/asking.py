"""Tools that nobody has seen before, and requests for them in everyday words.

A tool is a verb and a noun (or a noun and one of its attributes) with parameters of some kind; the request names the same
things in other words and brings the values with prepositions, in no fixed order. Toolboxes hold tools that resemble each
other, so that the choice needs both words; the same requests also come up where no tool fits or where a value is missing.
"""
import json

from conversations import A, S, U, case, copy, greet, msys, qaconv, unknown
from words import *

NO_TOOL = "I have no tool for that, so I cannot look it up or do it."
LIKE = {"create": "make;add;set up;open;register", "delete": "remove;erase;get rid of;drop", "find": "look for;search for;locate", "get": "show me;give me;look up;fetch;pull up;bring me", "send": "pass;forward;ship", "update": "change;edit;modify", "cancel": "call off;undo", "schedule": "plan;arrange", "book": "reserve", "list": "show all;enumerate", "start": "begin;launch;run;turn on;switch on", "stop": "end;halt;turn off;switch off", "order": "buy;purchase;get me", "convert": "turn;change", "check": "verify;look at;test", "pay": "settle", "print": "print out", "rate": "review", "share": "show", "move": "transfer;bring", "lock": "close", "open": "unlock", "archive": "put away;store", "rename": "give a new name to", "assign": "give", "measure": "determine", "calculate": "work out;compute", "download": "fetch;get", "upload": "put up", "record": "note;log", "publish": "post;release", "approve": "accept", "invite": "ask", "merge": "combine;join", "compare": "contrast", "clean": "tidy up", "paint": "draw", "water": "sprinkle", "feed": "give food to", "repair": "fix", "inspect": "look into", "rent": "hire", "export": "save", "import": "load", "scan": "go through", "restart": "reboot", "deploy": "roll out", "validate": "check", "summarize": "sum up", "encrypt": "protect", "subscribe": "sign up for", "block": "ban", "mute": "silence", "pin": "fix", "vote": "choose", "track": "follow"}
LIKE = {k: v.split(";") for k, v in LIKE.items()}
THINGS = "order ticket invoice parcel package shipment train bus taxi ride table room desk seat court pool garden robot printer camera sensor door window lamp heater fan oven fridge alarm clock reminder note list folder document report page photo video song album playlist book recipe meal menu drink pizza cake basket cart coupon voucher gift card loan bill payment budget salary contract lease policy claim case patient visit checkup lesson course exam grade student class school club team player match game score league race medal concert movie show museum tour trip route map station airport gate passport visa bag locker key password login session token server cluster container image build pipeline job queue topic channel post comment thread poll survey form field record row column database backup snapshot branch commit release package module plugin theme font icon color shape model dataset chart graph formula number word poem letter speech article headline product review rating warehouse shelf stock supplier customer client lead deal campaign ad banner domain website link cookie cache proxy device phone tablet battery charger cable network router signal satellite telescope star planet rocket drone boat ship anchor bridge tunnel tower building flat house roof wall floor carpet plant tree flower field farm tractor cow horse dog cat bird fish".split()
ATTRS = "status price owner balance address schedule size version age weight score color location capacity speed temperature history author length value rating deadline state height stock duration cost summary contents position result level total".split()
IS = "ready;late;done;on its way;available;open;free;finished;still running;up to date;broken;full;empty;active;valid;paid".split(";")
ST, IN, NU, BO = "string", "integer", "number", "boolean"
some = lambda f, lo, hi: lambda r: [f(r) for _ in range(r.randint(lo, hi))]
item = lambda r: pick(r, low, lambda r: word(r).lower() + " " + word(r).lower())(r) + pick(r, "", "s")
# kind: (names, type, maker, ways to bring the value, ways to say it in a sentence of its own, descriptions)
SLOT = {
    "person": ("name;person;customer;recipient;assignee;owner;guest;client;patient;player;user;contact;author", ST, lambda r: pick(r, pname, fname, fname)(r), "for {};for {};to {};with {}", "It is for {}.;The name is {}.;My name is {}.", "Full name;Name of the person;Who it is for"),
    "email": ("email;to;address;email_address;recipient;mail;contact_email", ST, email, "to {};for {};using {};with the address {}", "My email is {}.;The address is {}.", "Email address;Where to send it"),
    "city": ("city;location;place;destination;town;area;region", ST, city, "in {};in {};near {};for {}", "I am in {}.;I live in {}.;It is in {}.", "City name;The place;City and country"),
    "date": ("date;day;due_date;start_date;when;deadline", ST, date, "on {};for {};by {};due {}", "It should be {}.;The date is {}.", "Date;Day, e.g. 2024-05-01;ISO date"),
    "time": ("time;start_time;hour;at", ST, time_, "at {}", "Make it {}.;The time is {}.", "Time of day;24h time"),
    "id": ("id;{n}_id;reference;code;{n}_number;number;key;serial;{n}_code", ST, ident, "{};{};{};with id {};number {}", "The id is {}.;It is number {}.", "Identifier;Id of the {n};e.g. AB123"),
    "minutes": ("minutes;duration;length;duration_minutes", IN, lambda r: r.randint(1, 180), "for {} minutes;of {} minutes;lasting {} minutes", "It takes {} minutes.", "Minutes;Duration in minutes"),
    "days": ("days;nights;duration_days", IN, lambda r: r.randint(1, 60), "for {} days;for the next {} days;over {} days", "It lasts {} days.", "Number of days"),
    "people": ("people;guests;seats;participants;party_size", IN, lambda r: r.randint(1, 40), "for {} people;for {} persons;with {} guests", "We are {} people.", "Number of people"),
    "level": ("level;value;percent;degrees;position;brightness;speed;score", IN, lambda r: r.randint(0, 200), "to {};to {} percent;at {};to {} degrees", "The value should be {}.", "0 to 100;The new value"),
    "count": ("count;quantity;amount;copies;number;limit;size", IN, lambda r: r.randint(1, 500), "{} times;with {} copies;with a limit of {};in a quantity of {}", "I need {} of them.;We want {}.", "How many;Quantity"),
    "price": ("price;amount;budget;sum;total;cost;max_price", NU, lambda r: pick(r, r.randint(1, 5000), round(r.uniform(1, 900), 2), round(r.uniform(1, 90), 1)), "for {} dollars;for ${};with a budget of {};of {} euros", "The price is {}.;I can pay {}.", "Amount of money;Price in dollars"),
    "path": ("path;file;filename;folder;source;file_path;document", ST, path, "in {};from {};at {};{};{}", "The file is {}.", "Path of the file;Absolute path"),
    "repo": ("repo;repository;project;repo_name;full_name", ST, lambda r: "%s/%s" % (pick(r, low(r), low(r) + "-" + low(r)), pick(r, low(r), low(r) + "-" + low(r), low(r) + ".js")), "of {};in {};from {};for {};on {}", "The repository is {}.", "owner/name;Full name of the repository"),
    "url": ("url;link;website;page;endpoint", ST, url, "from {};at {};{};of {}", "The link is {}.", "The URL;Web address"),
    "phone": ("phone;phone_number;mobile;number;to", ST, phone, "to {};at {};for {}", "My number is {}.;The phone number is {}.", "Phone number"),
    "language": ("language;lang;target_language;locale", ST, lambda r: r.choice(LANGS), "in {};into {}", "I speak {}.", "Language"),
    "currency": ("currency;currency_code;unit", ST, lambda r: r.choice(CURR), "in {}", "I pay in {}.", "Three letters, e.g. USD"),
    "color": ("color;colour;shade;paint", ST, lambda r: r.choice(CATS["colors"]), "in {};with the color {}", "It should be {}.", "Colour name"),
    "text": ("text;message;note;content;body;comment;description", ST, lambda r: pick(r, sentence, prose, phrase)(r), 'saying "{}";with the text {};saying {};with the message "{}";that says {};with the note "{}"', "The text is: {}", "The text;Message text"),
    "title": ("title;subject;name;topic;label;query;keyword", ST, lambda r: pick(r, phrase, headline)(r) if r.random() < .8 else phrase(r, 1, 4), 'called "{}";named {};titled {};about {};on {};called {}', "The title is {}.;Call it {}.", "Title;Short name;The topic"),
    "word": ("kind;type;category;genre;style;breed;sign;animal;material;brand;flavor", ST, low, "of type {};with {};for {}", "I am a {}.;It is a {}.;I like {}.", "What kind;e.g. small"),
    "list": ("items;tags;names;products;ingredients;labels;topics;things", "array", some(item, 1, 4), "with {};{};{};containing {};for {}", "The list is {}.", "List of names;What is in it"),
    "people_list": ("attendees;members;participants;names;guests;players", "array", some(lambda r: pick(r, pname, pname, fname)(r), 1, 4), "with {};for {};with {}", "It is for {}.", "Who takes part"),
    "emails": ("emails;recipients;attendees;cc", "array", some(email, 1, 3), "to {};with {};for {}", "Send it to {}.", "Email addresses"),
    "numbers": ("numbers;values;scores;points", "iarray", some(lambda r: r.randint(-30, 300), 2, 5), "of {};with {};{}", "The values are {}.", "The numbers"),
    "flag": ("urgent;express;private;recursive;silent;public;force;dry_run;draft;verbose", BO, lambda r: True, "and make it {k};({k});as {k}", "It is {k}.", "Whether it is {k}"),
    "choice": ("priority;size;status;mode;unit;format;level;category", "enum", None, "with {} {k};as {};in {} {k};({k} {})", "The {k} is {}.", "One of the values"),
}
COMMONEST = "id id id id person person email city city date time title title text text level count path repo word word list list people_list choice choice price".split()


def style(r, ws):
    x = r.random()
    if x < .42: return "_".join(ws)
    if x < .64: return ws[0] + "".join(w.capitalize() for w in ws[1:])
    if x < .72: return "-".join(ws)
    if x < .78: return ".".join([ws[-1], "_".join(ws[:-1])]) if len(ws) > 1 else ws[0]
    if x < .84: return "".join(w.capitalize() for w in ws)
    if x < .94: return "mcp__%s__%s" % (pick(r, "fs", "github", "shop", "db", "web", "home", low(r)), "_".join(ws))
    return low(r) + pick(r, "_", ".", "-") + "_".join(ws)


def listed(r, v):
    v = [str(x) for x in v]
    return v[0] if len(v) == 1 else ", ".join(v[:-1]) + pick(r, " and ", " and ", ", ") + v[-1]


class Tool:
    """verb + noun, or noun + attribute; `slots` are (parameter, kind, maker, required)."""

    def __init__(self, r, verb=None, noun=None):
        self.noun = noun or (r.choice(THINGS) if r.random() < .75 else low(r))
        self.asks = verb is None and r.random() < .35
        self.attr = r.choice(ATTRS) if self.asks else None
        self.verb = "get" if self.asks else verb or (r.choice(list(LIKE)) if r.random() < .8 else pick(r, *VERBS, *DO))
        kinds = []
        if self.asks: kinds = [pick(r, "id", "id", "id", "person", "city", "word", "path", "title", "url")] + pick(r, [], [], [], ["date"], ["language"], ["choice"])
        else:
            for _ in range(pick(r, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4)):
                k = r.choice(COMMONEST) if r.random() < .75 else r.choice(list(SLOT))
                if k not in kinds: kinds.append(k)
        self.slots, props = [], {}
        camel = r.random() < .2
        for i, kind in enumerate(kinds):
            names, ty, make, _, _, descs = SLOT[kind]
            k = r.choice(names.split(";")).replace("{n}", self.noun)
            if camel: k = k.split("_")[0] + "".join(w.capitalize() for w in k.split("_")[1:])
            if k in props: continue
            sc = {"type": ty}
            if ty == "enum":
                en = r.choice([["low", "medium", "high"], ["small", "medium", "large"], ["draft", "final"], ["open", "closed"], ["fast", "slow"], ["pdf", "csv", "json"], ["daily", "weekly", "monthly"], ["read", "write"]]) if r.random() < .6 else [low(r) for _ in range(r.randint(2, 4))]
                sc, make = {"type": ST, "enum": en}, lambda r, en=en: r.choice(en)
            elif ty == "array": sc = {"type": "array", "items": {"type": ST}}
            elif ty == "iarray": sc = {"type": "array", "items": {"type": pick(r, IN, NU)}}
            if r.random() < .4: sc["description"] = r.choice(descs.split(";")).replace("{n}", self.noun).replace("{k}", k)
            props[k] = sc
            self.slots.append((k, kind, make, (i == 0 or r.random() < .65) and kind != "flag"))
        req = [k for k, _, _, q in self.slots if q]
        ps = {"type": "object", "properties": props, "required": req}
        x = r.random()
        if x < .12: ps["additionalProperties"] = False
        elif x < .2 and not req: del ps["required"]
        v, n, a = self.verb, self.noun, self.attr
        say = v if r.random() < .6 else r.choice(LIKE.get(v, [v]))
        blind = r.random() < .12
        if self.asks:
            ws = pick(r, [pick(r, "get", "check", "lookup", "fetch", "show"), n, a], [n, a], [pick(r, "get", "read"), a], ["get", a, "by", "id"] if kinds[0] == "id" else ["get", a, "of", n])
            de = pick(r, "Get the %s of a %s" % (a, n), "%s lookup for a %s" % (a.capitalize(), n), "Returns the current %s of the %s" % (a, n), "Tells the %s of one %s" % (a, n), "Live %s of a %s" % (a, n), "Retrieve %s %s" % (n, a))
        else:
            ws = [v, n]
            de = pick(r, "%s a %s" % (say.capitalize(), n), "%s the %s" % (say.capitalize(), n), "%s %ss" % (say.capitalize(), n), "Use this to %s a %s" % (say, n), "%ss a %s for the user" % (v.capitalize(), n), "%s one %s in the system" % (say.capitalize(), n))
            if say != v and r.random() < .4: ws = [say.split()[0], n]
        if r.random() < .4: de += "."
        if r.random() < .12: de = de.rstrip(".") + pick(r, ". Returns a short text.", ". Call this whenever the user asks for it.", ". Needs all values.", ". Returns JSON.", ". Use it for one %s at a time." % n)
        if blind and r.random() < .5: ws = [pick(r, "run", "do", "call", "tool", low(r)), low(r)]
        self.fn = {"name": style(r, [w.lower().replace(" ", "_") for w in ws]), "description": de, "parameters": ps}
        if r.random() < .06 and not blind: self.fn["description"] = ""

    def words(self):
        return set([self.noun, self.attr or self.verb] + (LIKE.get(self.verb, []) if not self.attr else []))

    def ask(self, r, without=False, it=None):
        """A request and the arguments; `without`: the first value is left out; `it`: the first value, known from what was said."""
        n, args, bits, tail, before = self.noun, {}, [], [], ""
        for i, (k, kind, make, req) in enumerate(self.slots):
            if it is not None and i == 0:
                args[k] = it
                continue
            if without and i == 0 or not req and r.random() < .5: continue
            v = make(r)
            args[k] = v
            t = listed(r, v) if isinstance(v, list) else str(v)
            kk = pick(r, k, "".join(" " + c.lower() if c.isupper() else c for c in k)).replace("_", " ") if kind in ("choice", "flag") else k
            _, _, _, ways, alone, _ = SLOT[kind]
            x = r.random()
            if kind == "choice" and x < .4 and it is None: before = t + " "       # "the open tickets of ..."
            elif x < .1: tail.append(r.choice(alone.split(";")).replace("{k}", kk).replace("{}", t))
            elif x < .2 and kind != "flag": bits.append(pick(r, "with %s %s", "%s: %s", "(%s %s)", "%s = %s") % (k.replace("_", " "), t))
            else: bits.append(r.choice(ways.split(";")).replace("{k}", kk).replace("{}", t))
        if r.random() < .3: r.shuffle(bits)
        if self.asks:
            a, w = self.attr, " ".join(bits)
            n = before + n
            th = pick(r, "the " + n, n, "my " + n, "this " + n) if w else pick(r, "my " + n, "the " + n)
            s = pick(r, "What is the %s of %s %s?" % (a, th, w), "%s of %s %s" % (a, th, w), "Tell me the %s of %s %s." % (a, th, w), "I need the %s of %s %s" % (a, th, w), "What's the %s %s %s?" % (n, a, w), "Can you find out the %s of %s %s?" % (a, th, w), "Do you know the %s of %s %s?" % (a, th, w), "How is the %s of %s %s?" % (a, th, w), "%s %s %s" % (n, a, w), "get %s %s %s" % (n, a, w), "Is %s %s %s?" % (th, w, r.choice(IS)) if a in ("status", "state", "schedule", "position", "stock") else "Which %s does %s %s have?" % (a, th, w))
        else:
            v = self.verb if r.random() < .55 else r.choice(LIKE.get(self.verb, [self.verb]))
            if before: n = before + n + pick(r, "", "s")
            th = pick(r, "the " + n, "a " + n, n, "my " + n, "a new " + n if self.verb == "create" else "the " + n) if it is None else pick(r, "it", "it", "it", "that " + n, "this " + n, "the same " + n, "that one")
            s = "%s %s %s" % (v, th, " ".join(bits))
            if it is not None and r.random() < .6: s = pick(r, "now ", "now ", "then ", "ok, ", "and ", "and now ", "good, ", "thanks, now ", "next, ", "also ", "ok ", "please now ", "now please ", "great, now ", "and then ") + s
            else: s = pick(r, s, s, s, "please " + s, "can you " + s + "?", "could you " + s + "?", "I want to " + s, "I'd like to " + s + ".", "Hi, please " + s, s + " please", "I need you to " + s + ".", "let's " + s)
        s = " ".join(s.split()).replace(" ?", "?")
        if s.endswith(" ."): s = s[:-2] + "."
        if r.random() < .75: s = s[0].upper() + s[1:]
        if tail: s = s.rstrip(".") + ("" if s.endswith("?") else ".") + " " + " ".join(tail)
        elif s[-1] not in ".?!\"" and r.random() < .2: s += "."
        return s, args


def box(r, n):
    """n tools; often they share verbs or nouns."""
    if r.random() < .45:
        vs, ns = r.sample(list(LIKE), 3), r.sample(THINGS, 3)
        tools = [Tool(r, r.choice(vs), r.choice(ns)) if r.random() < .7 else Tool(r, None, r.choice(ns)) for _ in range(n)]
    else: tools = [Tool(r) for _ in range(n)]
    out = []
    for t in tools:
        if all(t.fn["name"] != o.fn["name"] and (t.noun, t.attr, t.verb) != (o.noun, o.attr, o.verb) for o in out): out.append(t)
    return out


def missing(t):
    return "Please tell me the %s." % "".join(" " + c.lower() if c.isupper() else c for c in t.slots[0][0]).replace("_", " ")


def toolbox(r):
    from tools import domtool, result
    tools = box(r, pick(r, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6))
    fns = [t.fn for t in tools]
    asks = [lambda r, t=t: t.ask(r) for t in tools]
    own = len(tools)
    for _ in range(pick(r, 0, 0, 0, 1, 2)):                   # a well-known tool among them
        fn, ask = domtool(r)
        if len(fns) < 8 and all(fn["name"] != f["name"] for f in fns): fns.append(fn); asks.append(ask)
    order = r.sample(range(len(fns)), len(fns))
    used = set().union(*(t.words() for t in tools)) | set(w for f in fns for w in (f["name"] + " " + f.get("description", "")).lower().replace("_", " ").split())
    h = msys(r, .3)
    for _ in range(pick(r, 2, 3, 3, 4, 5, 6)):
        x = r.random()
        if x < .1:
            h += [m for m in r.choice([greet, qaconv, copy, unknown])(r) if m["role"] != "system"][-2:]
            continue
        if x < .24:                                              # a request that none of them fits
            t = Tool(r)
            if len(fns) == own and not (t.words() & used):
                h += [U(t.ask(r)[0]), A(NO_TOOL)]
                continue
        i = r.randrange(len(fns))
        if x < .34 and i < own and tools[i].slots and tools[i].slots[0][3] and tools[i].slots[0][1] in ("id", "email", "city", "person", "path", "phone", "url", "date"):
            t = tools[i]
            q, _ = t.ask(r, True)
            h += [U(q), A(missing(t))]
            if r.random() < .6 or any(s[3] for s in t.slots[1:]): continue
            v = t.slots[0][2](r)
            h += [U(pick(r, "%s", "It is %s", "%s, please", "the " + t.slots[0][0].replace("_", " ") + " is %s") % v), A("", tool_calls=[{"name": t.fn["name"], "arguments": {t.slots[0][0]: v}}])]
        else:
            q, args = asks[i](r)
            calls = [{"name": fns[i]["name"], "arguments": args}]
            if r.random() < .1:
                j = r.randrange(len(fns))
                q2, args2 = asks[j](r)
                if {"name": fns[j]["name"], "arguments": args2} not in calls:
                    q = q.rstrip(".?") + pick(r, " and ", " and then ", ". Then ", " and also ", ", and ") + q2[0].lower() + q2[1:]
                    calls.append({"name": fns[j]["name"], "arguments": args2})
            h += [U(q), A("", tool_calls=calls)]
        if r.random() < .45:
            rs = [result(r) for _ in h[-1]["tool_calls"]]
            h += [{"role": "tool", "content": x[0]} for x in rs] + [A(" ".join(x[1] for x in rs))]
        elif r.random() < .4: break
        else: h += [{"role": "tool", "content": "ok"} for _ in h[-1]["tool_calls"]] + [A("Done.")]
    return dict(messages=h, tools=[fns[i] for i in order])


ONE = ("id", "id", "person", "path", "city", "url", "email", "title")


def follow(r):
    """A chat in which what was named before is meant again: "now close it", or named wrongly and put right."""
    from tools import result
    kind, noun = r.choice(ONE), r.choice(THINGS) if r.random() < .75 else low(r)
    tools, names = [], set()
    for verb in ["get"] + r.sample(list(LIKE), pick(r, 1, 1, 2, 3)):
        for _ in range(60):
            t = Tool(r, None if verb == "get" and r.random() < .5 else verb, noun)
            if t.slots and t.slots[0][1] == kind and t.fn["name"] not in names: break
        else: continue
        tools.append(t)
        names.add(t.fn["name"])
    if len(tools) < 2: return toolbox(r)
    fns, h, it, last = [t.fn for t in tools], msys(r, .2), None, None
    for _ in range(pick(r, 2, 2, 3, 4)):
        x = r.random()
        if it is None or x < .2:
            t = r.choice(tools)
            q, args = t.ask(r)
        elif x < .36 and last is not None:                          # the wrong one: the same call with another value
            t, args = last
            v = t.slots[0][2](r)
            args = {**args, t.slots[0][0]: v}
            q = pick(r, "sorry, I meant %s", "no, %s", "I mean %s", "make that %s", "wrong one, it is %s", "not that, %s", "oh, it should be %s", "sorry, %s", "I meant %s, not that", "actually %s", "correction: %s", "try %s instead", "use %s instead") % v
            if r.random() < .5: q = q[0].upper() + q[1:]
        else:
            t = r.choice([x for x in tools if not x.asks] or tools)
            if t.asks: q, args = t.ask(r)
            else: q, args = t.ask(r, it=it)
        if t.slots[0][0] not in args: continue
        it, last = args[t.slots[0][0]], (t, args)
        h += [U(q), A("", tool_calls=[{"name": t.fn["name"], "arguments": args}])]
        if r.random() < .6:
            s, a = result(r, .05)
            h += [{"role": "tool", "content": s}, A(a)]
        else: h += [{"role": "tool", "content": "ok"}, A("Done.")]
    while h and h[-1]["role"] != "assistant": h.pop()
    if not any(m.get("tool_calls") for m in h): return toolbox(r)
    if r.random() < .3: h = h[:max(i for i, m in enumerate(h) if m.get("tool_calls")) + 1]
    return dict(messages=h, tools=r.sample(fns, len(fns)))


def reports(r):
    """Call after call with its result: nothing here takes tokens but telling what came back."""
    from tools import result
    t = Tool(r)
    h = msys(r, .1)
    for _ in range(pick(r, 1, 2, 3, 4, 5)):
        q, args = t.ask(r)
        s, a = result(r, .15)
        h += [U(q), A("", tool_calls=[{"name": t.fn["name"], "arguments": args}]), {"role": "tool", "content": s}, A(a)]
    return dict(messages=h, tools=[t.fn])


def parallel(r):
    """One request for the same thing several times: one call for every value."""
    from tools import DOM, domtool
    tools = box(r, pick(r, 1, 1, 2, 3))
    t = next((t for t in tools if t.slots and t.slots[0][1] in ("id", "person", "email", "city", "path", "url", "title", "word") and not any(s[3] for s in t.slots[1:])), None)
    if t is None: return toolbox(r)
    k, kind, make, _ = t.slots[0]
    t.slots = [(k, kind, lambda r: "\1", True)]
    q, _ = t.ask(r)
    vs = list(dict.fromkeys(make(r) for _ in range(pick(r, 2, 2, 2, 3))))
    if any("," in v or " and " in v for v in vs): return toolbox(r)
    calls = [{"name": t.fn["name"], "arguments": {k: v}} for v in vs]
    return dict(messages=msys(r, .3) + [U(q.replace("\1", listed(r, vs))), A("", tool_calls=calls)], tools=[x.fn for x in tools])

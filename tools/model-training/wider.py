"""What a small model is weak at: no tool fits, near misses, many tools, several calls, values copied exactly, small talk, letters,
questions about results, and chats of up to four thousand tokens."""
import json
import math

from asking import LIKE, NO_TOOL, SLOT, THINGS, Tool, listed, style
from conversations import *
from everyday import JOIN, KINDS, NEAR, Everyday, answered, both, box, fits_none, more, spaced, twins
from tools import domtool, member, result, say
from values import *


def own(f, r):
    """The last question and answer of a family, without its system prompt."""
    return [m for m in f(r) if m["role"] != "system"][-2:]


def caps(r, s):
    """As typed in a hurry, or with care."""
    x = r.random()
    if x < .3: s = s.lower()
    elif x < .75: s = s[0].upper() + s[1:]
    if r.random() < .1: s = s.rstrip(".!?")
    return s.replace("'", "") if r.random() < .06 else s


# --- small talk ---

def thanks(r):
    core = pick(r, "thanks", "thanks", "thank you", "thank you", "thx", "many thanks", "thanks a lot", "thank you very much", "thanks so much", "thank you so much", "cheers", "much appreciated", "I appreciate it", "ty", "thanks again", "a thousand thanks", "big thanks", "thank you kindly", "thanks a bunch", "thanks heaps", "I'm grateful", "that's very kind of you", "how kind of you")
    before = pick(r, "", "", "", "", "ok, ", "great, ", "perfect, ", "wow, ", "awesome, ", "nice, ", "super, ", "cool, ", "oh, ", "alright, ", "very good, ", "that works, ", "exactly what I needed, ", "got it, ", "good job, ", "well done, ", "that was quick, ", "lovely, ", "excellent. ", "brilliant! ", "yes! ", "that's it, ")
    after = pick(r, "", "", "", "", " for that", " for helping", " for helping me", " for your time", " for the %s" % pick(r, "help", "quick help", "answer", "quick answer", "info", "information", "explanation", "support", "reply", "tip", "fast response", low(r)), ", that was %s" % pick(r, "helpful", "great", "quick", "useful", "perfect", "all I needed", "what I needed"), ", %s" % pick(r, "you're great", "you are the best", "that is all", "that's all for now", "that's everything", "nothing else", "my friend", "buddy", "dear", "you helped me a lot", "I owe you one", "you saved my day"), " " + pick(r, "once more", "again", "indeed", "really", "friend"))
    if core[0] == "I" or core.startswith(("that", "how")): after = ""
    return caps(r, before + core + after + pick(r, "", ".", "!", "!", "!!"))


def praise(r): return caps(r, pick(r, "good job", "well done", "you did well", "that was correct", "that's right", "correct", "nice work", "you are smart", "good bot", "you are funny", "I like you", "you're nice", "great answer", "that is exactly right", "impressive", "not bad", "you're awesome", "you rock", "good answer", "very helpful", "that helps", "works for me", "sounds good", "looks good", "perfect") + pick(r, "", ".", "!", "!"))


def goodbye(r):
    core = pick(r, "bye", "bye", "goodbye", "see you", "good night", "farewell", "see you later", "take care", "have a nice day", "have a good one", "until next time", "talk to you later", "I have to go", "I must leave now", "that's all, bye", "catch you later", "so long", "I'm off", "gotta go", "I am done here, bye", "logging off", "see you soon", "see you around", "good bye", "ciao for now")
    return caps(r, pick(r, "", "", "", "ok, ", "well, ", "alright, ", "thanks, ", "great, ") + core + pick(r, "", "", "", " then", " my friend", ", " + pname(r), " everybody") + pick(r, "", ".", "!"))


def hail(r):
    core = pick(r, "hello", "hello", "hi", "hi", "hey", "hey", "good morning", "good evening", "good afternoon", "greetings", "howdy", "hi there", "hey there", "hello there", "yo", "hiya", "heya", "good day", "welcome", "salutations", "morning", "evening", "hello again", "hi again")
    after = pick(r, "", "", "", "", ", " + pick(r, "bot", "assistant", "model", "robot", "computer", "machine", "server", "demo", "AI", "friend", "Claude", "GPT", "Llama", nw(r).capitalize()), " " + pick(r, "world", "everyone", "bot", "model", "friend", "you", "from " + city(r), "from " + pick(r, "my terminal", "the command line", "a script", "Python", "the browser", "the other side", "my laptop", "Postman", "Node", "the SDK")), pick(r, "! ", ", ", ". ") + pick(r, "anybody there?", "are you online?", "are you working?", "is this working?", "can you read this?", "does this work?", "just testing", "this is a test", "testing the API", "I am new here", "I just started the server", "nice to meet you", "glad to be here", "it's me again", "I want to try you", "first time here"))
    return caps(r, core + after + pick(r, "", "", ".", "!", "!"))


def moods(r): return caps(r, pick(r, "", "", "hi, ", "hey, ", "hello! ", "so ") + pick(r, "how are you", "how are you doing", "how is it going", "how's life", "how do you do", "how have you been", "are you ok", "are you fine", "how was your day", "what's up", "how is your day", "everything all right", "how are things", "you good", "feeling well", "how are you feeling") + pick(r, "", "", " today", " right now", " this morning", ", friend") + "?")


def identity(r):
    return caps(r, pick(r, "", "", "", "hi, ", "hello, ", "so ", "ok, ", "wait, ", "by the way, ", "and ", "tell me, ", "excuse me, ", "first question: ") + pick(r, "who are you", "what are you", "what are you exactly", "who is this", "what kind of model are you", "which model is this", "which model is running here", "what model do I talk to", "who is answering here", "what can you do", "what can you do for me", "what are you good at", "what are you good for", "what can I ask you", "what can I do with you", "how can you help me", "what do you offer", "what is your purpose", "what are your skills", "what are your limits", "can you tell me about yourself", "can you introduce yourself", "say something about yourself", "explain what you are", "what should I know about you", "are you an AI", "are you a language model", "are you a computer program", "do you have a name", "how should I call you", "am I talking to a machine", "is anybody real there", "give me an overview of what you can do", "list your abilities", "show me what you can do", "which things can you do", "what is this demo model", "what is the demo model", "how large are you", "how many parameters have you got", "what features do you have") + pick(r, "?", "?", "", "??"))


def where(r): return caps(r, pick(r, "who made you", "who trained you", "who built you", "who developed you", "who is your creator", "who wrote you", "how were you trained", "what data were you trained on", "what were you trained on", "when were you trained", "are you open source", "do you cost anything", "are you free to use", "where are you running", "do you run locally", "do you run offline", "do you send my data anywhere", "do you need a GPU", "do you have internet access", "can you browse the web", "can I trust your answers", "should I use you for work", "are you useful for real work", "are you production ready", "is this a real assistant", "do you learn from me", "do you store what I say", "how old are you", "how clever are you", "are you good at math", "can you code", "can you see pictures") + pick(r, "?", "?", "", " by the way?", " actually?"))


OTHERS = "ChatGPT;GPT;GPT-4o;GPT-5;Claude;Claude Opus;Claude Sonnet;Gemini;Llama;Llama 3;Mistral;Mixtral;Qwen;DeepSeek;Grok;Copilot;Phi;Gemma;Alexa;Siri;Bard;a person;a human;a human being;real;conscious;alive;a chatbot from OpenAI;made by Google;made by Meta;from Anthropic".split(";")
TALK = [(thanks, lambda r: "You're welcome!"), (thanks, lambda r: "You're welcome!"), (praise, lambda r: "Thank you! How can I help you?"), (goodbye, lambda r: "Goodbye! Have a nice day."), (hail, lambda r: HI[0]), (hail, lambda r: HI[0]), (moods, lambda r: "I am doing well, thank you! How can I help you?"),
        (identity, lambda r: ME[0]), (identity, lambda r: ME[0]), (where, lambda r: "I am a tiny demo model trained only on generated text. I run locally in this server and I am only for trying the API."),
        (lambda r: caps(r, pick(r, "are you %s?", "are you really %s?", "is this %s?", "am I chatting with %s?", "do I talk to %s?", "are you maybe %s?", "you are %s, right?", "are you based on %s?", "you must be %s", "is it true that you are %s?", "are you as good as %s?", "are you smarter than %s?", "are you related to %s?") % r.choice(OTHERS)), lambda r: NOTME),
        (lambda r: caps(r, pick(r, "", "please ", "can you ", "ok, ", "now ") + pick(r, "tell me a joke", "tell a joke", "make a joke", "say something funny", "make me laugh", "tell me something funny", "tell me your best joke", "give me a joke") + pick(r, "", "", " about " + pick(r, *OBJ, *TOPIC), " please", " for kids", " I can tell at work")), lambda r: JOKES[0])]


def talk(r):
    q, a = r.choice(TALK)
    return [U(q(r)), A(a(r))]


def smalltalk(r):
    h = msys(r, .25)
    for _ in range(pick(r, 1, 1, 1, 2, 3)):
        if r.random() < .2: h += own(r.choice([qaconv, copy, unknown, count]), r)
        h += talk(r)
    return h


# --- what it cannot know ---

def trivia(r):
    """A question about the world that no list holds, and the honest answer."""
    n, t, c, o = fname(r), r.choice(TOPIC), city(r), low(r)
    q = pick(r, "how %s is %s" % (pick(r, "tall", "high", "big", "deep", "old", "long", "far away", "heavy", "fast", "wide", "expensive"), pick(r, "the " + nw(r).capitalize() + pick(r, " Tower", " Bridge", " River", " Lake", " Canyon", " Desert"), nw(r).capitalize(), "Mount " + nw(r).capitalize(), "a " + o, "the moon", "the sun", "a blue whale", "a giraffe", "the ocean", "the tallest building", "a marathon")),
             "who %s %s" % (pick(r, "wrote", "painted", "invented", "discovered", "composed", "founded", "directed", "sang", "built", "designed", "won", "leads", "owns", "plays in"), pick(r, title(r), company(r), "the " + o, t, "penicillin", "the radio", "the %s cup" % o)),
             "when %s" % pick(r, "was %s %s" % (pick(r, n, c, company(r), "the " + o), pick(r, "born", "founded", "built", "invented", "discovered")), "did %s %s" % (pick(r, n, t, "the war", company(r)), pick(r, "begin", "end", "die", "happen", "open"))),
             "where %s" % pick(r, "is %s" % pick(r, nw(r).capitalize(), "the " + o + " museum", n), "was %s born" % n, "do %ss live" % o, "can I buy a " + o, "does %s come from" % pick(r, o, "coffee", "the word " + o)),
             "what is %s" % pick(r, "the %s of %s" % (pick(r, "population", "area", "currency", "climate", "president", "anthem", "height", "age", "meaning", "origin", "boiling point", "speed", "history", "area code"), pick(r, c, r.choice(list(CAP)), o, "gold", "light")), "the largest %s" % o, "the difference between %s and %s" % (o, low(r)), "the best %s in %s" % (pick(r, "restaurant", "hotel", "school", "beach", "museum"), c), t, "a " + o + " made of"),
             "which %s" % pick(r, "team won the %s" % pick(r, "final", "league", "cup", "game last night"), "%s is the %s" % (pick(r, "country", "animal", "planet", "river", "car", "city"), pick(r, "largest", "fastest", "oldest", "richest", "smallest")), "%s should I %s" % (pick(r, "book", "phone", "car", "movie", "language", "laptop"), pick(r, "buy", "read", "learn", "watch", "choose"))),
             "why %s" % pick(r, "is %s %s" % (pick(r, "the sky", "the sea", "blood", "snow", o), r.choice(ADJ)), "do %s %s" % (pick(r, "cats", "birds", "people", "stars"), r.choice(DO)), "did %s %s" % (n, r.choice(DO))),
             "%s" % pick(r, "recommend me %s" % pick(r, "a movie", "a book", "a good %s" % o, "something to watch", "a place to eat", "a song", "a present for " + pname(r)), "give me %s" % pick(r, "advice", "a tip for " + c, "ideas for dinner", "a recipe with " + food(r), "a quote", "three ideas for a " + o), "explain %s" % t, "tell me about %s" % pick(r, n, t, c, o), "suggest %s" % pick(r, "a name for my " + o, "a gift", "a plan for the weekend", "a title"), "what do you think of %s" % pick(r, t, n, c), "help me with %s" % pick(r, "my homework", "my taxes", t, "a " + o), "solve this riddle", "do you know %s" % pick(r, n, c + " well", title(r))))
    p = pick(r, "", "", "", "", "please ", "can you tell me ", "do you know ", "quick question: ", "hey, ", "I wonder ", "and ", "tell me ", "any idea ")
    if p and not q.split()[0] in ("how", "who", "when", "where", "what", "which", "why"): p = pick(r, "", "please ", "hey, ")
    return caps(r, p + q + ("?" if q.split()[0] in ("how", "who", "when", "where", "what", "which", "why") and r.random() < .85 else "")), NOIDEA[0]


def puzzled(r):
    h = msys(r, .25)
    for _ in range(pick(r, 1, 1, 2)):
        q, a = trivia(r)
        h += [U(q), A(a)]
    return h


# --- tools: none fits ---

def fitting(r, t, tools, same=.1, other=.1):
    vals = t.values(r)
    q, calls = more(r, t, tools, *t.ask(r, vals), vals, same, other)
    return [U(q), A("", tool_calls=calls)]


def unfit(r):
    """A small box; most requests are for something else, some for what it does."""
    tools = box(r, pick(r, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6))
    fns = [t.fn for t in tools]
    if r.random() < .15:
        f = Tool(r).fn
        if f["name"] not in [x["name"] for x in fns]: fns.insert(r.randint(0, len(fns)), f)
    h = msys(r, .25)
    for _ in range(pick(r, 1, 1, 2, 3, 4)):
        x = r.random()
        if x < .42:
            k = r.choice(KINDS)
            if fits_none(k, tools): h += [U(Everyday(r, k).ask(r)[0]), A(NO_TOOL)]
        elif x < .56 and all(t.kind.group not in ("web", "documents", "dev") and not set(t.kind.names[0].split()) & {"search", "ask", "find", "lookup"} for t in tools) and len(fns) == len(tools):
            q, a = trivia(r)
            h += [U(q), A(a)]
        elif x < .64: h += talk(r)
        elif x < .7: h += own(r.choice([greet, qaconv, copy]), r)
        else:
            h += fitting(r, r.choice(tools), tools)
            if r.random() < .4: break
            h = answered(r, h, h[-1]["tool_calls"])
    if h and h[-1]["role"] == "assistant": return dict(messages=h, tools=wordy(r, fns) if r.random() < .12 else fns)
    return unfit(r)


APART = [{"create", "order", "publish", "open", "register"}, {"delete", "archive", "cancel", "stop", "block"}, {"get", "find", "list", "check", "track", "inspect"}, {"send", "share"}, {"rename", "update"}, {"print"}, {"pay"}, {"translate"}, {"approve", "vote", "rate"}, {"restart", "start"}, {"move"}, {"repair", "clean"}, {"export", "download"}, {"upload", "import"}, {"lock"}, {"merge"}, {"compare"}, {"assign"}, {"book", "rent"}, {"encrypt"}, {"measure"}, {"invite"}]


def nearmiss(r):
    """Tools for one thing, asked also for what none of them does with it, or for the same with another thing."""
    groups = r.sample(APART, min(len(APART), r.randint(2, 5)))
    noun, other = r.sample(THINGS, 2)
    if r.random() < .3: noun = low(r)
    verbs = [r.choice([v for v in g if v in LIKE] or ["get"]) for g in groups]
    have, lack = verbs[:-1], verbs[-1]
    tools = [Tool(r, v, noun) for v in have]
    if len({t.fn["name"] for t in tools}) < len(tools): return nearmiss(r)
    h = msys(r, .2)
    for _ in range(pick(r, 1, 2, 2, 3, 4)):
        x = r.random()
        if x < .34: h += [U(Tool(r, lack, noun).ask(r)[0]), A(NO_TOOL)]
        elif x < .55: h += [U(Tool(r, r.choice(have), other).ask(r)[0]), A(NO_TOOL)]
        else:
            t = r.choice(tools)
            q, args = t.ask(r)
            h += [U(q), A("", tool_calls=[{"name": t.fn["name"], "arguments": args}])]
            if r.random() < .3: break
            h = answered(r, h, h[-1]["tool_calls"])
    return dict(messages=h, tools=r.sample([t.fn for t in tools], len(tools)))


# --- many tools, several calls ---

def wordy(r, fns):
    """The same tools as busy programs describe them: long notes, limits, defaults, formats."""
    out = []
    for f in fns:
        ps = json.loads(json.dumps(f["parameters"]))
        d = f.get("description", "")
        if r.random() < .7:
            notes = [pick(r, "Use this when the user asks for it.", "Do not use it for anything else.", "Returns JSON.", "The %s is optional." % low(r), "Needs the exact value.", "Fails if the %s is missing." % low(r), "At most %d results." % r.randint(1, 500), prose(r)) for _ in range(r.randint(1, 7))]
            d += pick(r, ". ", "\n\n", "\n\nUsage notes:\n- ", "\n- ") + pick(r, " ", "\n- ", "\n").join(notes)
        for k, p in ps.get("properties", {}).items():
            if not isinstance(p.get("type"), str) or "enum" in p: continue
            if r.random() < .35: p["description"] = pick(r, "The %s to use. " % k.replace("_", " ") + prose(r), prose(r), "Optional %s, see the notes above" % k.replace("_", " "), p.get("description", "The %s" % k))
            if r.random() < .12: p.update({"string": pick(r, {"minLength": 1}, {"maxLength": r.randint(20, 500)}, {"format": pick(r, "date", "email", "uri", "date-time")}), "integer": {"minimum": r.randint(0, 1)}, "number": {"minimum": 0}}.get(p["type"], {}))
        out.append({**f, "description": d, "parameters": ps})
    return out


def manytools(r):
    """A long list of tools, of all origins."""
    tools, asks = box(r, pick(r, 8, 10, 12, 15, 20, 30, 45, 70)), []
    asks = [(t.fn, (lambda r, t=t: t.ask(r))) for t in tools]
    for _ in range(pick(r, 0, 0, 2, 4, 8)):
        t = Tool(r)
        fn, ask = (t.fn, t.ask) if r.random() < .6 else domtool(r)
        if fn["name"] not in [f["name"] for f, _ in asks]: asks.append((fn, (lambda r, ask=ask: ask(r)) if t.fn is fn else ask))
    r.shuffle(asks)
    h = msys(r, .25)
    for _ in range(pick(r, 1, 2, 3, 4, 6, 8, 10)):
        x = r.random()
        if x < .1:
            k = r.choice(KINDS)
            if fits_none(k, tools): h += [U(Everyday(r, k).ask(r)[0]), A(NO_TOOL)]
            continue
        if x < .18:
            h += talk(r)
            continue
        if x < .75: h += fitting(r, r.choice(tools), tools, .1, .15)
        else:
            fn, ask = r.choice(asks)
            q, args = ask(r)
            h += [U(q), A("", tool_calls=[{"name": fn["name"], "arguments": args}])]
        if r.random() < .6: h = answered(r, h, h[-1]["tool_calls"])
    if not h or h[-1]["role"] != "assistant": return manytools(r)
    fns = [f for f, _ in asks]
    return dict(messages=h, tools=wordy(r, fns) if r.random() < .3 else fns)


LINKS = [" and ", " and ", ", then ", " and then ", ". Then ", ". After that ", "; ", ", ", ". Also ", " plus ", " and also ", "\n", ", and finally ", " as well as "]


def severals(r):
    """Nothing but requests for two or three things at once."""
    tools = box(r, pick(r, 2, 2, 3, 3, 4, 5, 6, 8))
    if len(tools) < 2: return severals(r)
    h = msys(r, .2)
    for _ in range(pick(r, 1, 2, 2, 3, 4)):
        qs, calls = [], []
        for t in r.sample(tools, min(len(tools), pick(r, 2, 2, 2, 3))) if r.random() < .75 else [r.choice(tools)] * 2:
            q, args = t.ask(r)
            call = {"name": t.fn["name"], "arguments": args}
            if call not in calls:
                qs.append(q.rstrip(".?!"))
                calls.append(call)
        x = r.random()
        small = lambda q: q if q.startswith(("I ", "I'")) else q[0].lower() + q[1:]
        if x < .12: text = pick(r, "", "Please do this:\n", "Two things:\n" if len(qs) == 2 else "Three things:\n", "To do:\n") + "\n".join(pick(r, "%d. %s", "%d) %s") % (i + 1, q) for i, q in enumerate(qs))
        elif x < .2: text = "\n".join("- " + q for q in qs)
        elif x < .3: text = "first " + small(qs[0]) + "".join(pick(r, ", then ", " and then ", ". Then ", ", after that ") + small(q) for q in qs[1:])
        else: text = qs[0] + "".join((l := r.choice(LINKS)) + (small(q) if l[-1] == " " else q) for q in qs[1:])
        h += [U(text + pick(r, "", "", ".", " please")), A("", tool_calls=calls)]
        if r.random() < .35: h = answered(r, h, calls)
    return dict(messages=h, tools=[t.fn for t in tools])


# --- values ---

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def hard(r):
    """Text that is only right when every character is."""
    w = lambda: word(r).lower()
    return pick(r, sentence, prose, lambda r: "%s (%s)" % (phrase(r), w()), lambda r: "%s: %s, %s & %s" % (w(), w(), w(), w()), lambda r: "%s - %s" % (phrase(r, 1, 3), phrase(r, 1, 3)), lambda r: "%d%% off on %ss!" % (r.randint(1, 99), w()), lambda r: "#%s @%s" % (low(r), low(r)), lambda r: "%s/%s_%s-%s" % (low(r), low(r), low(r), digits(r, 2)),
                lambda r: "%s?%s=%s&%s=%d" % (url(r), low(r), low(r), low(r), r.randint(1, 99)), lambda r: "%d-%02d-%02dT%02d:%02d:00Z" % (r.randint(2019, 2030), r.randint(1, 12), r.randint(1, 28), r.randint(0, 23), r.randint(0, 59)), lambda r: "%d-%02d-%02d %02d:%02d" % (r.randint(2019, 2030), r.randint(1, 12), r.randint(1, 28), r.randint(0, 23), r.randint(0, 59)), lambda r: "%d %d * * %d" % (r.randint(0, 59), r.randint(0, 23), r.randint(0, 6)),
                lambda r: "#" + letters(r, 6, "0123456789abcdef"), lambda r: letters(r, 8, "0123456789abcdef") + "-" + letters(r, 4, "0123456789abcdef"), lambda r: letters(r, r.randint(7, 16), "0123456789abcdef"), lambda r: "v%d.%d.%d-%s.%d" % (r.randint(0, 20), r.randint(0, 30), r.randint(0, 9), pick(r, "rc", "beta", "alpha"), r.randint(1, 9)), lambda r: "C:\\%s\\%s.%s" % (nw(r), nw(r), r.choice(EXT)), lambda r: "~/%s/%s" % (low(r), fileN(r)),
                lambda r: "%s+%s@%s" % (low(r), low(r), domain(r)), lambda r: "SELECT %s FROM %s WHERE %s = %d" % (low(r), low(r), low(r), r.randint(1, 999)), sql, command, expr, lambda r: "%s=%s" % (low(r).upper(), nw(r)), lambda r: "%d.%d.%d.%d:%d" % tuple(r.randint(1, 255) for _ in range(5)), lambda r: "%s %s %s" % (nw(r), pick(r, "&", "+", "vs.", "x", "->", "|"), nw(r)), lambda r: "%s, %s %d" % (street(r), digits(r, 5), r.randint(1, 99)), lambda r: r.choice(UNI) + " " + phrase(r, 1, 2), lambda r: phone(r), lambda r: "%s %s %s" % (letters(r, 2).upper(), digits(r, 4), digits(r, 4)),
                lambda r: "%s '%s' %s" % (w(), w(), w()), lambda r: "%s's %s" % (pname(r), w()), lambda r: "%s... %s!" % (phrase(r, 1, 2), w()), lambda r: "[%s] %s" % (w().upper(), phrase(r)), lambda r: "%s 🙂" % phrase(r, 1, 3), lambda r: " ".join(digits(r, 4) for _ in range(4)), lambda r: "%s_%s_%s" % (low(r), low(r), low(r)), lambda r: "%s::%s" % (nw(r).capitalize(), nw(r)), lambda r: "%d,%03d.%02d" % (r.randint(1, 99), r.randint(0, 999), r.randint(0, 99)))(r)


def street(r): return "%d %s %s" % (r.randint(1, 300), nw(r).capitalize(), pick(r, "Street", "Road", "Lane", "Avenue"))


def exactvals(r):
    """Made-up tools whose values are long, odd or written in words, told apart by quotes, colons or nothing."""
    out, h = [], msys(r, .15)
    for _ in range(pick(r, 1, 1, 2, 3)):
        noun, verb = low(r) if r.random() < .5 else r.choice(THINGS), pick(r, "set", "add", "create", "send", "log", "save", "update", "search", "run", "post", "schedule", "store", "check", "find", low(r))
        k = pick(r, "text", "value", "query", "message", "name", "title", "content", "command", "path", "code", "note", "key", low(r))
        k2 = pick(r, None, None, "count", "amount", "quantity", "minutes", "priority", "page", "size", "limit", "port")
        k3 = pick(r, None, None, None, "to", "folder", "owner", "label", "target")
        ks = list(dict.fromkeys(x for x in (k, k2, k3) if x))
        props = {x: {"type": "integer" if x == k2 else "string"} for x in ks}
        if r.random() < .4: props[k]["description"] = pick(r, "The %s", "%s of the " + noun, "Exact %s") % k
        fn = {"name": style(r, [verb, noun]), "description": pick(r, "%s a %s", "%s the %s", "%s one %s for the user") % (verb.capitalize(), noun), "parameters": {"type": "object", "properties": props, "required": ks}}
        if fn["name"] not in [f["name"] for f, *_ in out]: out.append((fn, verb, noun, k, k2, k3))
    for _ in range(pick(r, 2, 3, 4, 6)):
        fn, verb, noun, k, k2, k3 = r.choice(out)
        v = hard(r)
        args, bits = {k: v}, ""
        q = '"%s"' % v if r.random() < .5 and '"' not in v else "'%s'" % v if r.random() < .2 and "'" not in v else v
        last = ""
        if k2 and k2 != k:
            n = r.randint(1, 12) if r.random() < .4 else r.randint(0, 9999)
            args[k2] = n
            bits += pick(r, " with %s %s", ", %s %s", " (%s %s)", " and the %s %s") % (k2, NUMBERS[n] if n < 13 and r.random() < .5 else n)
        if k3 and k3 != k:
            w = pick(r, pname, ident, email, low, path)(r)
            args[k3] = w
            bits += pick(r, " with %s %s", ", %s %s", " (%s: %s)") % (k3, w)
        head = pick(r, "%s the %s", "%s a %s", "please %s a %s", "%s %s", "can you %s the %s", "I want to %s a %s") % (verb, noun)
        s = head + bits + pick(r, ": ", " with the %s " % k, " %s: " % k, ", %s = " % k, " saying ", " with ") + q if r.random() < .7 or not bits else head + pick(r, " ", " with the %s " % k, " with ") + (q if q[0] in "\"'" else '"%s"' % v.replace('"', "")) + bits
        if v not in s: continue
        h += [U(s[0].upper() + s[1:] if r.random() < .6 else s), A("", tool_calls=[{"name": fn["name"], "arguments": {x: args[x] for x in fn["parameters"]["properties"] if x in args}}])]
        if r.random() < .25: h = answered(r, h, h[-1]["tool_calls"])
    if not any(m.get("tool_calls") for m in h): return exactvals(r)
    return dict(messages=h, tools=[f for f, *_ in out])


# --- letters ---

def lettering(r):
    """Words letter by letter."""
    h = msys(r, .12)
    for _ in range(pick(r, 1, 1, 2, 3)):
        w = pick(r, r.choice(VOCABULARY).lower(), r.choice(VOCABULARY).lower(), r.choice(COMMON), low(r))
        c = r.randrange(8)
        if c < 3: h += [U(caps(r, pick(r, "spell %s", "spell the word %s", "how is %s spelled?", "how do I spell %s?", "spell %s for me", "please spell %s", "%s letter by letter", "can you spell the word %s?", "write %s letter by letter", "what are the letters of %s?", 'spell out "%s"', "how do you write %s?") % w)), A("-".join(w))]
        elif c < 5:
            w = pick(r, w[:9], w[:7], letters(r, r.randint(3, 6)) + digits(r, r.randint(0, 3)), digits(r, r.randint(3, 7)), pname(r))
            h += [U(pick(r, "Reverse %s", "reverse the word %s", "Reverse the text %s", "What is %s backwards?", "%s spelled backwards", "Write %s in reverse.", "Say %s backwards", 'Turn "%s" around', 'Reverse the string "%s"', "Flip the letters of %s") % w), A(chars(w[::-1]))]
        elif c == 5:
            l = r.choice(w) if r.random() < .8 else r.choice("aeioust")
            n, s = 0, []
            for x in w:
                n += x == l
                s.append("%s(%d)" % (x, n) if x == l else x)
            h += [U(pick(r, "How many %s's are in %s?", "How often is %s in %s?", "Count the letter %s in %s.", "How many times does the letter %s occur in %s?", 'How many "%s" are in the word "%s"?', "how many %s in %s") % (l, w)), A("%s: the letter %s is there %d time%s." % ("-".join(s), l, n, "" if n == 1 else "s"))]
        elif c == 6: h += [U(pick(r, "How many letters are in %s?", "how many letters has %s?", 'How long is the word "%s"?', "Count the letters of %s", "How many characters has %s?", "number of letters in %s") % w), A("%s: that is %d letters." % ("-".join(w), len(w)))]
        else:
            first = r.random() < .5
            h += [U(pick(r, "What is the %s letter of %s?", "Which letter does %s " if 0 else "Tell me the %s letter of %s", "%s letter of %s") % ("first" if first else "last", w)), A("The %s letter of %s is %s." % ("first" if first else "last", w, w[0] if first else w[-1]))]
    return h


# --- larger sums ---

def reckon(r):
    """Sums with three digits, exact divisions, squares and simple percentages, a few in a row."""
    h = msys(r, .12)
    for _ in range(pick(r, 1, 2, 3, 4, 6)):
        x = r.random()
        if x < .65:
            a, b = r.randint(0, 999 if r.random() < .7 else 99), r.randint(0, 999 if r.random() < .5 else 99)
            o = r.choice("+-")
            if o == "-" and b > a: a, b = b, a
            q, a = pick(r, "What is %d %s %d?", "%d %s %d", "How much is %d %s %d?", "calculate %d %s %d", "%d %s %d = ?", "what's %d %s %d", "please work out %d %s %d") % (a, pick(r, o, {"+": "plus", "-": "minus"}[o]), b), "%d %s %d = %d" % (a, o, b, a + b if o == "+" else a - b)
        elif x < .8:
            b, v = r.randint(1, 12), r.randint(0, 12)
            q, a = pick(r, "What is %d %s %d?", "%d %s %d", "How much is %d %s %d?", "calculate %d %s %d") % (b * v, pick(r, "/", "/", "divided by", "÷"), b), "%d / %d = %d" % (b * v, b, v)
        elif x < .88:
            v = r.randint(1, 20)
            q, a = pick(r, "What is %d squared?", "%d squared", "the square of %d") % v, "%d * %d = %d" % (v, v, v * v)
        else:
            p, v = r.choice([10, 20, 25, 50, 100]), r.randint(1, 30)
            n = v * 100 // math.gcd(100, p) if p != 100 else v
            q, a = pick(r, "What is %d%% of %d?", "%d%% of %d", "what is %d percent of %d?", "How much is %d percent of %d?") % (p, n), "%d%% of %d is %d." % (p, n, p * n // 100)
        h += [U(q), A(a)]
    return h


# --- results ---

def followups(r):
    """A result with several values, told, and asked for again one by one."""
    t = Tool(r)
    h = msys(r, .15)
    for _ in range(pick(r, 1, 1, 2)):
        q, args = t.ask(r)
        o = {}
        for _ in range(pick(r, 2, 3, 3, 4, 5)):
            k, v = member(r)
            o[k] = v
        said = "The " + ", the ".join("%s is %s" % (k.replace("_", " "), say(r, v)) for k, v in o.items()) + "."
        h += [U(q), A("", tool_calls=[{"name": t.fn["name"], "arguments": args}]), {"role": "tool", "content": json.dumps(o, ensure_ascii=False)}, A(said)]
        for k in r.sample(list(o), r.randint(1, min(3, len(o)))):
            kk = k.replace("_", " ")
            h += [U(caps(r, pick(r, "what was the %s?", "and the %s?", "what is the %s?", "the %s again?", "tell me the %s again", "only the %s please", "which %s was it?", "sorry, what was the %s", "so what is the %s?", "can you repeat the %s?") % kk)), A("The %s is %s." % (kk, say(r, o[k])))]
        if r.random() < .35: h += [U(thanks(r)), A("You're welcome!")]
    return dict(messages=h, tools=[t.fn])


# --- system prompts ---

def sysmix(r):
    """Two rules at once, formats, topics it keeps to, names it says."""
    q, a = qa(r) if r.random() < .7 else pick(r, (hail(r), HI[0]), (moods(r), "I am doing well, thank you! How can I help you?"))
    nm, w = pname(r), pick(r, word(r), phrase(r, 1, 3), nw(r).capitalize())
    up = w[0].upper() + w[1:] + pick(r, "", "!", ".")
    c = r.randrange(12)
    who = pick(r, "", "", "", "You are a helpful assistant. ", "You are %s. " % nm, "You are a chat assistant on a website. ", "You work for %s. " % company(r))
    if c == 0: return [S(who + pick(r, "Begin every answer with %s and end it with %s", "Start with the word %s, finish with the word %s", "First say %s, then answer, at last say %s") % (w, up)), U(q), A(w + " " + a + " " + up)]
    if c == 1:
        tag = pick(r, "answer", "reply", "out", low(r))
        return [S(who + pick(r, "Put your answer between <%s> and </%s>.", "Wrap every reply in <%s></%s> tags.", "Write all answers as <%s>...</%s>.") % (tag, tag)), U(q), A("<%s>%s</%s>" % (tag, a, tag))]
    if c == 2:
        k = pick(r, "answer", "text", "reply", "response", "message", low(r))
        return [S(who + pick(r, 'Answer in JSON with one key "%s".', 'Reply with a JSON object that has the key "%s".', 'Always answer as JSON: {"%s": "..."}') % k), U(q), A(json.dumps({k: a}, ensure_ascii=False))]
    if c == 3:
        g = pick(r, "Sir", "Madam", "boss", "captain", "friend", "chief", nm)
        return [S(who + pick(r, "Address the user as %s.", "Call the user %s.", "Always call the user %s.", "Say %s to the user.") % g), U(q), A(g + ", " + a)]
    if c in (4, 5):
        t, no = pick(r, "cooking", "gardening", "football", "our products", "travel", "music", "cats", low(r) + "s", low(r)), pick(r, "I can only talk about that topic.", "Sorry, that is not my topic.", sentence(r), w)
        return [S(who + pick(r, "You only talk about %s. If the user asks about anything else, say: %s", "Answer questions about %s only. To anything else reply: %s", "Your topic is %s. For other topics answer with: %s") % (t, no)), U(pick(r, q, trivia(r)[0], unknown(r)[-2]["content"])), A(no)]
    if c == 6: return [S(who + pick(r, "Prefix each answer with [%s].", "Every answer begins with [%s].", "Put [%s] in front of what you say.") % w), U(q), A("[%s] %s" % (w, a))]
    if c == 7: return [S(pick(r, "Your name is %s. ", "You are %s. ", "You are called %s. ") % nm + pick(r, "Answer in capital letters.", "Write in upper case only.")), U(identity(r)), A(chars(("I am %s. How can I help you?" % nm).upper()))]
    if c == 8:
        s, u = pick(r, ("Answer only with the number.", arith(r)), ("Reply with the result alone.", arith(r)), ("Only write the number, nothing else.", arith(r)))
        return [S(who + s), U(u[0]), A(u[1].split("= ")[-1])]
    if c == 9:
        k, v = r.choice(list(CAP.items()))
        return [S(who + pick(r, "Answer with one word.", "Answer in a single word.", "Use only one word for every answer.")), U(pick(r, "What is the capital of %s?", "Which city is the capital of %s?", "capital of %s") % k), A(v)]
    if c == 10:
        ks = r.sample([("phone number", phone(r)), ("opening hours", "%d to %d" % (r.randint(5, 11), r.randint(14, 23))), ("address", street(r)), ("owner", fname(r)), ("email", email(r)), ("price", "%d euros" % r.randint(1, 400)), ("wifi password", ident(r)), ("code", ident(r)), ("version", version(r)), ("deadline", date(r)), ("room", ident(r)), ("discount", "%d percent" % r.randint(1, 90)), ("mascot", "a " + low(r)), ("founder", fname(r)), ("color", r.choice(CATS["colors"]))], r.randint(2, 6))
        k, v = r.choice(ks)
        form = pick(r, "%s: %s", "- %s: %s", "The %s is %s.", "%s = %s", "* %s - %s")
        t = pick(r, "You are the assistant of %s." % company(r), "You are %s." % nm, "Answer from this list.", "Use this information:", "Facts:") + pick(r, "\n", "\n", " ") + pick(r, "\n", "\n", " ").join(form % x for x in ks)
        return [S(t), U(caps(r, pick(r, "what is the %s?", "what's the %s?", "tell me the %s", "can you tell me the %s?", "I need the %s", "do you know the %s?", "%s?", "give me the %s please", "what %s do you have?") % k)), A("The %s %s %s." % (k, "are" if k == "opening hours" else "is", v))]
    k = r.choice(list(FOR)); f = FOR[k]
    u, a2 = pick(r, (hail(r), f[0]), (identity(r), f[1]), (trivia(r)[0], f[2]), (goodbye(r), f[3]), (moods(r), f[0]))
    return [S(who + pick(r, "Answer in %s.", "Please reply in %s.", "Your answers are in %s.", "Speak %s with the user.", "The user speaks only %s, so answer in it.", "Use %s for all replies.") % k), U(u), A(a2)]


# --- long ---

def paragraph(r, n):
    return " ".join(prose(r)[0].upper() + prose(r)[1:].rstrip(".!?") + "." for _ in range(n))


def longread(r):
    """A document, and questions about facts that stand somewhere in it."""
    facts, seen, parts = [], set(), []
    for _ in range(r.randint(4, pick(r, 12, 24, 50))):
        p, c, o, j = fname(r), city(r), low(r), r.choice(JOBS)
        if p in seen or o in seen: continue
        seen |= {p, o}
        n = r.randint(2, 900)
        s, q, a = pick(r, ("%s lives in %s." % (p, c), "Where does %s live?" % p, "%s lives in %s." % (p, c)), ("%s works as a %s." % (p, j), "What is the job of %s?" % p, "%s is a %s." % (p, j)), ("The %s costs %d euros." % (o, n), pick(r, "How much is the %s?", "What does the %s cost?") % o, "The %s costs %d euros." % (o, n)), ("The %s is kept in room %s." % (o, i := ident(r)), "Where is the %s?" % o, "The %s is kept in room %s." % (o, i)), ("The code of the %s is %s." % (o, i := ident(r)), "What is the code of the %s?" % o, "The code of the %s is %s." % (o, i)), ("%s was born in %d." % (p, 1900 + n % 120), "When was %s born?" % p, "%s was born in %d." % (p, 1900 + n % 120)), ("The %s belongs to %s." % (o, p), "Who does the %s belong to?" % o, "The %s belongs to %s." % (o, p)), ("The email of %s is %s." % (p, e := email(r)), "What is the email of %s?" % p, "The email of %s is %s." % (p, e)), ("The %s opens at %s." % (o, t := time_(r)), "When does the %s open?" % o, "The %s opens at %s." % (o, t)))
        facts.append((q, a))
        parts.append((paragraph(r, r.randint(0, 3)) + " " + s + " " + paragraph(r, r.randint(0, 2))).strip())
    doc = pick(r, "\n\n", "\n", " ").join(parts)
    h = msys(r, .2)
    asked = r.sample(facts, min(len(facts), pick(r, 1, 1, 2, 3, 5)))
    if r.random() < .4: h = [S(pick(r, "Answer from this text:\n", "Use this document to answer.\n\n", "You answer questions about this document:\n", "Context:\n") + doc)] + [m for q, a in asked for m in (U(caps(r, q)), A(a))]
    else:
        q, a = asked[0]
        h += [U(pick(r, "", "Text: ", "Read this:\n", "Document:\n") + doc + pick(r, "\n\n", "\n\nQuestion: ", "\n") + q), A(a)] + [m for q, a in asked[1:] for m in (U(caps(r, q)), A(a))]
    return h


def longsystem(r):
    """A long system prompt of rules and facts, as real assistants have, then ordinary talk and questions about it."""
    t, fs, nm = longsys(r)
    ks = dict(fs)
    for _ in range(r.randint(1, 5)): ks.update(longsys(r)[1])
    rules = ["%s the %s %s the %s." % (pick(r, "Always", "Never", "Please", "Do not"), low(r), r.choice(PREP), low(r)) for _ in range(r.randint(2, 40))] + [paragraph(r, 1) for _ in range(r.randint(0, pick(r, 20, 60, 110)))]
    lines = rules + ["The %s %s %s." % (k, "are" if k[-1] == "s" and k != "address" else "is", v) for k, v in ks.items()]
    r.shuffle(lines)
    sep = pick(r, " ", "\n", "\n- ")
    h = [S("You are %s, the assistant of %s." % (nm, company(r)) + pick(r, "\n\n", " ", "\n\nRules:\n") + sep.join(lines))]
    for _ in range(pick(r, 1, 2, 3, 4, 6)):
        x = r.random()
        k, v = r.choice(list(ks.items()))
        if x < .5: h += [U(caps(r, pick(r, "what is the %s?", "what's the %s?", "tell me the %s", "and the %s?", "do you know the %s?", "I need the %s please") % k)), A("The %s %s %s." % (k, "are" if k[-1] == "s" and k != "address" else "is", v))]
        elif x < .65: h += [U(pick(r, "Who are you?", "What is your name?", "who am I talking to?", "what's your name")), A("I am %s. How can I help you?" % nm)]
        elif x < .85: h += own(r.choice([qaconv, copy, count]), r)
        else: h += pick(r, [U(thanks(r)), A("You're welcome!")], [U(goodbye(r)), A("Goodbye! Have a nice day.")], [U(hail(r)), A(HI[0])])
    if r.random() < .35:                                     # with tools beside it
        tools = box(r, pick(r, 1, 2, 3, 5, 8))
        for _ in range(pick(r, 1, 2, 3)): h += fitting(r, r.choice(tools), tools)
        return dict(messages=h, tools=wordy(r, [t.fn for t in tools]) if r.random() < .5 else [t.fn for t in tools])
    return h


def longchat(r):
    """Facts told among a lot of other things, asked for much later."""
    h, told_, n = msys(r, .2), {}, pname(r)
    if r.random() < .7:
        told_["name"] = n
        h += [U(named(r, n)), A("Nice to meet you, %s! How can I help you?" % n)]
    size, most = 0, r.randint(1500, 9000)
    while size < most:
        x = r.random()
        if x < .1:
            k, v = pick(r, ("email", email(r)), ("city", city(r)), ("job", r.choice(JOBS)), ("phone number", phone(r)), ("order number", ident(r)), ("favorite food", food(r)), ("dog's name", pname(r)), ("password", ident(r)), ("birthday", date(r)), ("favorite color", r.choice(CATS["colors"])), (low(r), word(r)))
            if k in told_: continue
            told_[k] = v
            m = [U(pick(r, "My %s is %s.", "Remember that my %s is %s.", "By the way, my %s is %s.") % (k, v)), A("Got it. Your %s is %s." % (k, v))]
        elif x < .18 and told_:
            k = r.choice(list(told_))
            m = [U(caps(r, pick(r, "what is my %s?", "what's my %s?", "do you remember my %s?", "tell me my %s.") % k)), A("Your %s is %s." % (k, told_[k]))]
        elif x < .2:
            k = pick(r, "shoe size", "car", "last name", "hobby", "address", low(r))
            m = [U("What is my %s?" % k), A("You have not told me your %s." % k)]
        else: m = pick(r, lambda r: own(r.choice([qaconv, unknown, copy, count, story, readconv]), r), talk, lambda r: own(lettering, r))(r)
        h += m
        size += sum(len(x["content"]) + 20 for x in m)
    for k in r.sample(list(told_), min(len(told_), 3)): h += [U(caps(r, pick(r, "what is my %s?", "what's my %s?", "do you still know my %s?", "tell me my %s.") % k)), A("Your %s is %s." % (k, told_[k]))]
    return h


def longtools(r):
    """A long talk with tools, their results and what was said about them."""
    tools = box(r, pick(r, 4, 6, 10, 16))
    h, size, most = msys(r, .3), 0, r.randint(2000, 7500)
    while size < most:
        m = fitting(r, r.choice(tools), tools) if r.random() < .75 else talk(r) if r.random() < .5 else own(r.choice([qaconv, copy, unknown]), r)
        if m[-1].get("tool_calls"): m = answered(r, m, m[-1]["tool_calls"])
        h += m
        size += len(str(m)) - 40 * len(m)
    return dict(messages=h, tools=[t.fn for t in tools])


def words_told(r):
    """Facts in free words, asked for in others."""
    p, c, o, n, j = pname(r), city(r), low(r), r.randint(2, 60), r.choice(JOBS)
    rel = pick(r, "sister", "brother", "mother", "father", "friend", "boss", "neighbor", "cousin", "aunt", "uncle", "wife", "husband", "son", "daughter", "colleague", "teacher")
    u, q, a = pick(r, ("My %s lives in %s." % (rel, c), "Where does my %s live?" % rel, "Your %s lives in %s." % (rel, c)), ("My %s %s is a %s." % (rel, p, j), pick(r, "What does my %s do?", "What is the job of my %s?", "What does my %s work as?") % rel, "Your %s is a %s." % (rel, j)), ("My %s's name is %s." % (rel, p), pick(r, "What is the name of my %s?", "What's my %s's name?", "How is my %s called?") % rel, "Your %s's name is %s." % (rel, p)), ("I have a %s called %s." % (pick(r, "cat", "dog", "horse", "rabbit", "fish", "bird"), p), "pet", ""), ("I live in %s." % c, pick(r, "Where do I live?", "In which city do I live?", "Where am I from?"), "You live in %s." % c), ("I work as a %s." % j, pick(r, "What do I do for a living?", "What is my job?", "What do I work as?"), "You work as a %s." % j), ("I am %d years old." % n, pick(r, "How old am I?", "What is my age?"), "You are %d years old." % n), ("We have a meeting at %s on %s." % (t := time_(r), d := r.choice(CATS["days"])), pick(r, "When is the meeting?", "When is our meeting?"), "The meeting is at %s on %s." % (t, d)), ("The %s is in the %s." % (o, w := low(r)), pick(r, "Where is the %s?", "Where did I put the %s?") % o, "The %s is in the %s." % (o, w)), ("Please remember the %s %s." % (k := pick(r, "word", "number", "code", "name", "color", "date"), v := pick(r, low(r), ident(r), str(n), pname(r))), pick(r, "Which %s should you remember?", "What was the %s?", "What %s did I tell you?", "Tell me the %s again.") % k, "The %s is %s." % (k, v)), ("I bought %d %ss yesterday." % (n, o), pick(r, "How many %ss did I buy?", "How many %ss have I bought?") % o, "You bought %d %ss." % (n, o)), ("I am going to %s on %s." % (c, d := date(r)), pick(r, "Where am I going?", "Where do I travel to?"), "You are going to %s." % c))
    if q == "pet":
        k = u.split()[3]
        q, a = pick(r, "What is the name of my %s?", "What's my %s's name?", "How is my %s called?", "What is my %s called?") % k, "Your %s is called %s." % (k, p)
    h = msys(r, .2) + [U(u if r.random() < .8 else u.rstrip(".")), A("Thank you for telling me. How can I help you?")]
    for _ in range(pick(r, 0, 0, 1, 2, 3)): h += talk(r) if r.random() < .4 else turn(r)
    return h + [U(caps(r, q)), A(a)]

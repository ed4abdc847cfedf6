"""JSON answers to a given schema."""
import json

from conversations import A, S, U, msys
from everyday import KINDS, Everyday, read
from tools import GEN, fill, mkparam, say
from words import *

SYSJ = ["Respond with a JSON object that matches this schema: ", "Reply only with JSON matching this schema: ", "Answer with JSON that follows this JSON schema:\n", "Output a JSON object. Schema: ", "You are a data extractor. Return JSON with this schema: ", "Respond with a JSON object that matches this schema:\n"]
# (fields, templates); a field is name|other name -> (type, maker)
PEOPLE = lambda r: [pname(r) for _ in range(r.randint(1, 3))]
FORMS = [
    ({"name": ("string", pname), "age": ("integer", lambda r: r.randint(1, 99)), "city|location": ("string", city)}, "My name is {0}, I am {1} years old and I live in {2}.|{0} is {1} years old and lives in {2}.|I'm {0}, {1}, from {2}.|{0} ({1}) from {2} signed up today.|{0} moved to {2} at the age of {1}."),
    ({"name|full_name": ("string", fname), "email": ("string", email), "phone|phone_number": ("string", phone)}, "Contact {0} at {1} or {2}.|{0} <{1}>, tel. {2}|You can reach {0} by mail at {1} and by phone at {2}.|My name is {0}, my email is {1} and my phone number is {2}.|John asked me to add {0} ({1}, {2})."),
    ({"name|event|title": ("string", phrase), "date|day": ("string", date), "participants|attendees": ("array", pname)}, "{2} are going to a {0} on {1}.|On {1} there is a {0} with {2}.|Meeting: {0}, {1}, {2}.|{2} will meet for the {0} on {1}."),
    ({"product|item|name": ("string", phrase), "quantity|count": ("integer", lambda r: r.randint(1, 99)), "price": ("number", lambda r: abs(number(r)))}, "I ordered {1} {0} for ${2}.|{1} x {0} at {2} each|Please send {1} {0}, price {2}.|We sold {1} units of {0} at ${2}."),
    ({"title|book": ("string", phrase), "author": ("string", fname), "year": ("integer", lambda r: r.randint(1900, 2025))}, '"{0}" by {1} was published in {2}.|{1} wrote {0} in {2}.|The book {0} ({2}) is by {1}.'),
    ({"order_id|id": ("string", ident), "status": ("string", lambda r: pick(r, "shipped", "pending", "delivered", "cancelled")), "customer|name": ("string", fname)}, "Order {0} of {2} is {1}.|The status of {0} ({2}) is {1}.|{2} asked about {0}; it is {1}."),
    ({"from|origin": ("string", city), "to|destination": ("string", city), "date": ("string", date)}, "I want to fly from {0} to {1} on {2}.|A trip from {0} to {1}, {2}.|Train {0} - {1} on {2}."),
    ({"sentiment": ("s", None)}, "{0}"),
    ({"street": ("string", lambda r: "%d %s Street" % (r.randint(1, 200), nw(r).capitalize())), "city": ("string", city), "zip|postal_code": ("string", lambda r: digits(r, 5))}, "I live at {0}, {1} {2}.|Ship it to {0} in {1}, zip {2}.|Address: {0}, {2} {1}"),
    ({"city|location": ("string", city), "temperature": ("number", lambda r: pick(r, r.randint(-10, 40), round(r.uniform(-9, 40), 1))), "condition|weather": ("string", lambda r: pick(r, "sunny", "cloudy", "rainy", "windy", "snowy"))}, "It is {1} degrees and {2} in {0}.|{0}: {1} degrees, {2}|In {0} we have {2} weather with {1} degrees."),
    ({"answer|result|value": ("sum", None)}, "{0}"),
    ({"items|ingredients|list": ("array", low)}, "Buy {0}.|I need {0}.|The list has {0}.|Give me {0}"),
    ({"company|name": ("string", lambda r: nw(r).capitalize()), "employees": ("integer", lambda r: r.randint(2, 90000)), "public|is_public": ("boolean", lambda r: r.random() < .5)}, "{0} has {1} employees and is {2:public/private}.|The {2:public/private} company {0} employs {1} people."),
]
FORMS += [
    ({"name|customer": ("string", fname), "email": ("string", email), "product|package|tier|model": ("string", low)}, "{0} ({1}) asked about the {2} {k2}.|{0} would like a demo of {2}, write to {1}.|Lead: {0}, {1}, wants {2}.|Please call {0} back about {2}; mail {1}.|{0} from {1} bought the {2} {k2} today."),
    ({"name|patient": ("string", fname), "age": ("integer", lambda r: r.randint(1, 99)), "problem|complaint": ("string", low)}, "{0} is {1} and has a {2}.|{0}, {1} years, complains about {2}.|The patient {0} (age {1}) reported {2}."),
    ({"title|task": ("string", prose), "assignee|owner": ("string", pname), "due|deadline": ("string", date)}, '{1} has to do this by {2}: {0}|Task for {1}: {0} Due {2}.|"{0}" goes to {1}, deadline {2}.'),
    ({"who|name|person": ("string", fname), "role|job|position": ("string", lambda r: r.choice(JOBS)), "company|employer": ("string", lambda r: nw(r).capitalize())}, "{0} works as a {1} at {2}.|{2} has hired {0} as a {1}.|Our new {1} is {0}, who came from {2}.|{0} is the {1} of {2}."),
    ({"event|name|what": ("string", phrase), "place|location|city": ("string", city), "time|start": ("string", time_)}, "The {0} starts at {2} in {1}.|Come to {1} at {2} for the {0}.|{0}, {1}, {2}.|At {2} we meet in {1} for a {0}."),
    ({"amount|total": ("number", lambda r: abs(number(r))), "currency": ("string", lambda r: r.choice(CURR)), "recipient|to|payee": ("string", fname)}, "Pay {0} {1} to {2}.|{2} gets {0} {1}.|I sent {0} {1} to {2} yesterday.|An invoice over {0} {1} from {2}."),
    ({"participants|people|friends": ("array", pname), "activity|event": ("string", phrase), "when|day|date": ("string", date)}, "{0} plan a {1} on {2}.|{0} will be at the {1} on {2}.|A {1} with {0}, {2}.|On {2}, {0} go to a {1}."),
    ({"dish|name": ("string", phrase), "servings": ("integer", lambda r: r.randint(1, 12)), "ingredients": ("array", low)}, "For {1} servings of {0} you need {2}.|{0} ({1} people): {2}.|I cook {0} with {2} for {1}."),
    ({"error|message": ("string", sentence), "file|path": ("string", path), "line": ("integer", lambda r: r.randint(1, 2000))}, '{1} line {2}: {0}|There is an error in {1} on line {2}: {0}|"{0}" in {1}, line {2}'),
    ({"language": ("string", lambda r: r.choice(LANGS)), "topic|subject": ("string", phrase)}, "A text about {1} in {0}.|Write in {0} on {1}.|The {0} article covers {1}."),
    ({"color": ("string", lambda r: r.choice(CATS["colors"])), "object|item": ("string", low), "count|quantity": ("integer", lambda r: r.randint(2, 60))}, "I have {2} {0} {1}s.|{2} {0} {1}s are missing.|We need {2} {1}s in {0}."),
]
SENTI = {"positive": "I love this {};This {} is great!;The {} works perfectly;Best {} ever!;The {} is wonderful, thank you;Good {}, I would buy it again;I am very happy with the {};What a lovely {}, so beautiful;Excellent {}, fast delivery;My whole family likes the {};Works like a charm, a fantastic {};The {} makes me smile each morning;Super {}, five stars;Really nice {} for the price;I recommend this {} to all my friends;Better than I hoped, a great {};So glad I bought the {};The {} is a dream;Top quality, the {} is a joy;Cheap and good, I like my {};I use the {} daily and it is perfect;Amazing service and a beautiful {};It was worth every cent, what a {};A pleasure to use;Fast, friendly and helpful;I could not be happier;Everything was perfect, thanks a lot",
         "negative": "I hate this {};This {} is terrible;The {} is broken;Worst {} ever;The {} stopped working after a week, how sad;I am disappointed with the {};The {} is a waste of money;My {} never arrived and nobody cares;Poor quality, the {} fell apart;The {} died on the first day;What an awful {}, never again;I want my money back for this {};The {} is loud, slow and ugly;A bad {} and rude support;The {} broke after one month;Cheap junk, do not buy the {};I regret buying the {};The {} arrived damaged and late;Such a disappointment, this {};It failed again, I am angry;The {} smells bad;Nothing works, useless {};The screen of my {} cracked at once;Way too expensive for such a poor {};Nobody answers my mails;I waited two hours for nothing;The food was cold and tasteless",
         "neutral": "The {} arrived on Monday;This is a {};The {} is on the table;I bought a {} last week;The {} comes in a box;There is a {} in the picture;The {} has two buttons;It is a {} made of wood;The {} weighs one kilo;My neighbor has the same {};The store sells this {};I have had the {} since May;The package contains a {};The {} is neither good nor bad;The {} is as described"}
SENTI = {k: [x if x[-1] in ".!?" else x + "." for x in v.split(";")] for k, v in SENTI.items()}


def form(r):
    fs, tpl = r.choice(FORMS)
    t = r.choice(tpl.split("|"))
    props, obj = {}, {}
    for i, (k, (ty, f)) in enumerate(fs.items()):
        k = r.choice(k.split("|"))
        if ty == "s":
            v = r.choice(list(SENTI)); s = r.choice(SENTI[v]).format(r.choice(OBJ)); sc = {"type": "string", "enum": r.sample(list(SENTI), 3)}
        elif ty == "sum":
            a, b = r.randint(0, 50), r.randint(0, 20); v = a + b; s = "What is %d + %d?" % (a, b); sc = {"type": pick(r, "integer", "number")}
        else:
            sc, g = fill(r, ty, f); v = g(r); s = say(r, v)
        if "{%d:public/private}" % i in t: t = t.replace("{%d:public/private}" % i, "public" if v else "private")
        t = t.replace("{%d}" % i, s)
        t = t.replace("{k%d}" % i, k)
        props[k] = sc; obj[k] = v
    ks = list(obj)
    if r.random() < .3: ks = r.sample(ks, r.randint(1, len(ks)))
    if r.random() < .1:                                                     # a field that is not in the text
        k = pick(r, "nickname", "country", "note", "website"); props[k] = {"type": ["string", "null"]}; obj[k] = None; ks.append(k)
    return t, {k: props[k] for k in ks}, {k: obj[k] for k in ks}


STATED = read("statements.txt")


def stated(r):
    """A statement, or an everyday request, whose values make the object."""
    while True:
        t = Everyday(r, r.choice(STATED) if r.random() < .65 else r.choice(KINDS), "-")
        text, obj = t.ask(r)
        ps = t.fn["parameters"]["properties"]
        if not obj: continue
        if r.random() < .75: return text, {k: ps[k] for k in ps if k in obj}, obj
        obj = {k: obj.get(k) for k in ps}                                   # what the text does not say is null
        for k in ps:
            if obj[k] is None:
                if "enum" in ps[k]: break
                ps[k] = dict(ps[k], type=[ps[k]["type"], "null"])
        else: return text, ps, obj


def pairs(r):
    props, obj = {}, {}
    for _ in range(r.randint(1, 5)):
        k, sc, f = mkparam(r); props[k] = sc; obj[k] = f(r)
    seps = pick(r, ", ", "; ", "\n")
    t = seps.join(pick(r, "%s is %s", "%s: %s", "the %s is %s", "%s = %s") % (pick(r, k, k.replace("_", " ")), say(r, v)) for k, v in obj.items())
    return t, props, obj


def jsonconv(r):
    x = r.random()
    t, props, obj = stated(r) if x < .55 else form(r) if x < .85 else pairs(r)
    for k, v in props.items():
        if r.random() < .2: v["description"] = "The " + k.replace("_", " ")
    sch = {"type": "object", "properties": props, "required": list(props)}
    if r.random() < .4: sch["additionalProperties"] = False
    if r.random() < .1: sch = {"$schema": "http://json-schema.org/draft-07/schema#", **sch}
    if r.random() < .1: sch = {"title": nw(r).capitalize(), **sch}
    out = json.dumps(obj, ensure_ascii=False)
    ss = json.dumps(sch, ensure_ascii=False)
    x = r.random()
    if x < .55: return [S((r.choice(SYS2) if r.random() < .3 else "") + r.choice(SYSJ) + ss), U(pick(r, "%s", "%s", "%s", "Extract: %s", "Extract the data: %s", "Give me JSON for %s", "Parse this: %s", "The text: %s") % t), A(out)]
    if x < .7: return msys(r) + [U(pick(r, "%s\n\nReturn JSON with this schema: %s", "Extract the information from this text: %s\nSchema: %s", "%s\nAnswer as JSON matching %s") % (t, ss)), A(out)]
    ks = ", ".join(obj) if r.random() < .6 or len(obj) == 1 else ", ".join(list(obj)[:-1]) + " and " + list(obj)[-1]
    return msys(r) + [U(pick(r, "Return a JSON object with keys %s. %s", "Extract %s as JSON from: %s", "Extract %s as JSON from this text: %s", "Take %s from this message as JSON: %s", "Find %s in the note below and answer in JSON. %s", "Turn this into JSON with the keys %s: %s", "From the following mail, give me %s as a JSON object: %s", "Extract %s as JSON: %s", "Give me JSON with the fields %s: %s", 'Return only JSON with %s. Text: "%s"', "Convert to JSON with %s: %s") % (ks, t)), A(out)]


SYS2 = ["You are a helpful assistant. ", "Extract the data. ", "You extract structured information from text. "]

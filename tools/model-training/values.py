"""Values as people write them: days, tasks, messages, things, dishes, titles."""
from words import *

FOODS = "milk bread butter eggs cheese rice pasta tomatoes onions garlic potatoes carrots apples bananas lemons yogurt honey flour sugar salt coffee tea juice water beer wine chicken beef fish tuna salmon beans lentils spinach broccoli mushrooms peppers cucumber lettuce corn nuts chocolate cookies cereal oats tofu ham sausages olives oil vinegar mustard soap toothpaste batteries napkins".split()
DISHES = "soup salad burger sandwich curry stew risotto lasagna pancakes omelette pie ramen burrito taco wrap noodles dumplings kebab steak pizza".split()
DISH = "margherita pepperoni tomato chicken spicy cheese vegetable beef tuna veggie double classic grilled mushroom".split()
PLANS = "team lunch;dentist;yoga class;birthday party;project review;parents' evening;haircut;job interview;piano lesson;board meeting;stand-up;dinner with {p};lunch with {p};call with {p};coffee with {p};meeting with {p};visit {p};{n} workshop;{n} review;{n} meeting;{n} training;gym;choir practice;car inspection;book club;wedding of {p};family dinner;{p}'s birthday;swimming lesson;vet appointment;doctor;sync with {p};{n} demo;{n} planning;concert;game night;picnic;parent meeting;planning session".split(";")
TASKS = "buy {f};call {p};call the {n};pay the {n};water the plants;take out the trash;pick up {p};pick up the {n};clean the {n};feed the cat;walk the dog;send the {n} to {p};write to {p};finish the {n};book the {n};check the {n};renew the {n};return the {n};wash the {n};cook {f};email {p};do the laundry;take the pills;bring the {n};order {f};fix the {n};print the {n};read the {n};turn off the {n};prepare the {n};talk to {p} about the {n};charge the {n};get {f} and {f};study for the {n}".split(";")
SAYINGS = "running late;on my way;I will be late;see you later;happy birthday;call me back;thank you for the {n};the {n} is ready;I am at the {n};dinner is at {t};the meeting moved to {t};please bring {f};can we meet at {t};the {n} is broken;we need more {f};I forgot the {n};good luck;well done everybody;the {n} starts at {t};have a nice day;I arrive at {t};where are you;the key is under the {n};no school on {d};see you on {d};{p} is ill today;{p} will be there too;do not forget the {n};the door code is {i};thanks, it was great;we are out of {f};lunch is ready;the {n} was moved to {d};please check the {n} again;I like the new {n};come home soon;the build is green;all tests pass;release on {d};meeting at {t} in the {n};what a lovely {n};good morning;back in {k} minutes;we won {k} to 2".split(";")
TOPICS = "{n} repair;cheap {n}s;history of {c};how to fix a {n};best {n} for {k} people;solar power;electric cars;{c} museum;weather in {c};{p} {n};{n} and {n};old {n}s;chess openings;space travel;{c} airport;football;the elections;tax law;black holes;healthy food;remote work;open source;{n} prices;{a} {n};gardening;{n} safety;how to cook {f};{p};{n} policy;bees;volcanoes;dinosaurs;quantum computers;machine learning;vacation policy;password reset;climate;the economy;music theory".split(";")
PROBLEMS = "login does not work;the {n} is broken;the {n} is slow;cannot open the {n};error {k} on the {n} page;{n} crashes on start;the {n} button does nothing;no sound in the {n};wrong price on the {n};printer is offline;password reset fails;the {n} is missing;typo on the {n} page;the app freezes;search finds nothing;{n} export is empty;screen stays black;page takes {k} seconds to load;{p} cannot log in;dark mode is unreadable".split(";")
SCENES = "a {n} on a {n};a {a} {n};a cat with a {n};two dogs in the snow;a {a} {n} at night;a castle on a hill;a robot reading a {n};a {n} under a {a} sky;sunset over {c};a dragon;a {a} {n} in {c};a fox and a {n};an owl;my grandmother as an astronaut;a ship in a storm;mountains in the fog;a bowl of {f}".split(";")
QUESTIONS = "Where should we eat?;Which {n} is better?;When do we meet?;Tea or coffee?;Who brings the {n}?;What is the best {n}?;Shall we go to {c}?;Which color for the {n}?;Should we move the {n}?;Which day suits you?".split(";")
NOUNY = "report invoice lamp car door key form letter package phone bike oven table ticket contract server printer project kitchen school homework rent bill window laptop camera presentation budget newsletter passport library garage garden roof museum presents cake tent suitcase radio bathroom mirror shelf bridge station bakery market".split()
MONTHS = CATS["months"]


def noun(r):
    x = r.random()
    return r.choice(NOUNY) if x < .45 else r.choice(OBJ) if x < .65 else low(r)


def fill(r, t):
    """A pattern with every {letter} replaced by a value of its own."""
    made = dict(p=lambda: pname(r), n=lambda: noun(r), f=lambda: food(r), t=lambda: clock(r), d=lambda: r.choice(CATS["days"]), c=lambda: city(r), a=lambda: r.choice(ADJ), i=lambda: ident(r), k=lambda: str(r.randint(3, 99)))
    parts = t.split("{")
    return parts[0] + "".join(made[p[0]]() + p[2:] for p in parts[1:])


def pattern(r, xs):
    s = fill(r, r.choice(xs))
    return s[0].upper() + s[1:] if r.random() < .2 else s


def task(r): return pattern(r, TASKS) if r.random() < .7 else "%s the %s" % (r.choice(DO), noun(r)) + pick(r, "", "", " for " + pname(r), " with " + pname(r))
def event(r): return pattern(r, PLANS) if r.random() < .7 else noun(r) + pick(r, "", " " + noun(r), " with " + pname(r), " party")
def topic(r): return pattern(r, TOPICS) if r.random() < .6 else headline(r) if r.random() < .5 else phrase(r, 1, 3)
def message(r): return (pattern(r, SAYINGS) if r.random() < .6 else sentence(r)).rstrip(".?!")
def problem(r): return pattern(r, PROBLEMS) if r.random() < .5 else headline(r) if r.random() < .6 else "the %s %s the %s" % (noun(r), pick(r, "eats", "breaks", "hides", "blocks", "loses"), noun(r))
def scene(r): return pattern(r, SCENES)
def question(r): return pattern(r, QUESTIONS)
def food(r): return r.choice(FOODS) if r.random() < .7 else low(r)
def article(r):
    """What stands on a bill: a thing, some of it, or how many."""
    n = noun(r)
    return pick(r, "a " + n if n[0] not in "aeiou" else "an " + n, "%d %ss" % (r.randint(2, 30), n.rstrip("s")), "%s %ss" % (pick(r, "two", "three", "four", "five", "six", "ten"), n.rstrip("s")), n + "s" if n[-1] != "s" else n, "%d %s" % (r.randint(1, 9), thing(r)), food(r))


def dish(r): return pick(r, r.choice(DISHES), r.choice(DISH) + " " + r.choice(DISHES), r.choice(DISHES) + " with " + food(r), food(r) + " " + r.choice(DISHES))
def thing(r): return pick(r, noun(r), noun(r), r.choice(ADJ) + " " + noun(r), noun(r) + " " + noun(r), r.choice(ADJ) + " " + low(r))
def company(r): return nw(r).capitalize() + pick(r, "", "", " " + nw(r).capitalize()) + pick(r, "", " Ltd", " Inc", " GmbH", " & Sons", " Group", " Corp", " AG")
def slug(r): return pick(r, low(r), low(r) + "-" + low(r), low(r) + "-" + pick(r, "api", "web", "db", "worker", "gw", "service", "app"), pick(r, "api", "auth", "web", "mail", "billing", "search") + pick(r, "", "-" + low(r)))


def title(r):
    """Of a film, a book, a song."""
    w = [word(r) for _ in range(r.randint(1, 3))]
    s = pick(r, " ".join(w), "the " + " ".join(w[:2]), w[0] + " of the " + w[-1], w[0] + " in " + city(r), "my " + w[0], w[0] + " and " + w[-1])
    return s if r.random() < .3 else " ".join(x if x in ("of", "the", "in", "and") and i else x[0].upper() + x[1:] for i, x in enumerate(s.split()))


def day(r):
    """A day, most often as in speech."""
    d, m, n = r.choice(CATS["days"]), r.choice(MONTHS), r.randint(1, 28)
    th = "%d%s" % (n, {1: "st", 2: "nd", 3: "rd"}.get(n % 10 if n // 10 != 1 else 0, "th"))
    return pick(r, date(r), date(r), "%d-%02d-%02d" % (r.randint(2023, 2029), r.randint(1, 12), n), d, "next " + d, "tomorrow", "%d %s" % (n, m), "%s %d" % (m, n), "%s %s" % (m, th), "the %s of %s" % (th, m), "%d %s %d" % (n, m, r.randint(2023, 2029)), "%d.%d.%d" % (n, r.randint(1, 12), r.randint(2023, 2029)), "this " + d, pick(r, "Christmas", "New Year", "Easter", "the weekend", "next week"))


def clock(r): return pick(r, time_(r), time_(r), "%d:%02d" % (r.randint(0, 23), r.choice([0, 5, 10, 20, 30, 40, 45])), "%02d:%02d" % (r.randint(0, 23), r.randint(0, 59)), "%d %s" % (r.randint(1, 12), pick(r, "am", "pm", "o'clock")), pick(r, "noon", "midnight"))


def some(r, f, lo, hi): return list(dict.fromkeys(f(r) for _ in range(r.randint(lo, hi))))

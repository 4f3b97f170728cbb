"""Scopes: every scenario that can be made from a small vocabulary, symmetric ones counted once.

A scope (scopes/NAME.json) is data. It has products, each of which is a scenario with holes:

    {"any": [1, 2]}                one of these values, each of which may have holes itself
    {"up_to": 3, "of": [...]}      a list of no more than so many routes, each one of these, in any order and repeated or not
    "$name"                        what the scope's vocabulary has under this name

and every scenario is in the scope that fills the holes of a product in some way. No scenario is in two products: reading the
scope makes sure of it.

What counts once, and why. Two scenarios are symmetric when they differ only

- in the order of the routes of a table. A table is a set; no rule looks at the place of a route in it.
- in the names of routes. A name is unique in its database and otherwise without influence (spec/routing.md, "Input of a decision").
- by a renaming: the exchange of identifiers, of network addresses or of service names that the scope lists as `alike`. The rules
  compare such values with each other and with what the instance and the message have, and ask nothing else of them: so a renamed
  scenario has the renamed outcomes, if nothing that the rules know by itself (LOCAL, TRANSPORT, the name of the dynamic
  routing service, a service name that begins with an address) is renamed. Reading the scope makes sure that each renaming takes
  every product to itself.

Of the scenarios that are symmetric the scope has one, the least: tables are lists in the order of the vocabulary, routes are named
R1, R2 and so on by their place, and no renaming leads to a scenario before it (a scenario being the list of the places of its values in
their holes). `exhaust.py --check-reduction` does not take this on trust: it asks the implementations for the other ones as well.

The number of scenarios is known without making them (by Burnside's lemma: the mean, over all renamings, of the number of scenarios that
a renaming leaves as they are), and so is the scenario at any place: a shard or a resumed run makes none but its own.
"""
import bisect
import hashlib
import itertools
import json
import math
import pathlib

DIRECTORY = pathlib.Path(__file__).resolve().parent / "scopes"

# Members that do not make a scenario larger: every route has a name, every message comes from somewhere, and a lifetime needs a now.
WITHOUT_SIZE = ("name of a route", "now", "origin_database")
DEFAULTS = {"is_broker_enabled": True, "sent_by": "initiator"}


class BadScope(Exception):
    """The file is no scope, or counts something twice."""


def key(value):
    """The same text for the same JSON value."""
    return json.dumps(value, sort_keys=True)


# ---- Holes ------------------------------------------------------------------------------------------------------------------

def is_hole(value):
    return isinstance(value, dict) and ("any" in value or "up_to" in value)


def with_vocabulary(value, vocabulary):
    """The value with every "$name" replaced."""
    if isinstance(value, str) and value.startswith("$"):
        if value[1:] not in vocabulary:
            raise BadScope(f"the vocabulary has no {value[1:]}")
        return with_vocabulary(vocabulary[value[1:]], vocabulary)
    if isinstance(value, list):
        return [with_vocabulary(item, vocabulary) for item in value]
    if isinstance(value, dict):
        return {name: with_vocabulary(item, vocabulary) for name, item in value.items()}
    return value


def fillings(value):
    """Every JSON value that fills the holes of a value; members that are null are left out."""
    if is_hole(value):
        return tables(value) if "up_to" in value else [filled for item in value["any"] for filled in fillings(item)]
    if isinstance(value, list):
        return [list(items) for items in itertools.product(*map(fillings, value))]
    if isinstance(value, dict):
        members = [[(name, filled) for filled in fillings(item)] for name, item in value.items()]
        return [{name: item for name, item in chosen if item is not None} for chosen in itertools.product(*members)]
    return [value]


def tables(hole):
    """Lists of routes in the order of the vocabulary: of the lists with the same routes only this one."""
    routes = [filled for item in hole["of"] for filled in fillings(item)]
    for count in range(hole["up_to"] + 1):
        for chosen in itertools.combinations_with_replacement(routes, count):
            yield [{"name": f"R{place}", **route} for place, route in enumerate(chosen, 1)]


def renamed(value, renaming):
    """The value with other texts for some. Routes are put in no order and keep their names."""
    if isinstance(value, str):
        return renaming.get(value, value)
    if isinstance(value, list):
        return [renamed(item, renaming) for item in value]
    if isinstance(value, dict):
        return {name: renamed(item, renaming) for name, item in value.items()}
    return value


def is_default(value, member):
    return value is None or value == [] or value == DEFAULTS.get(member, False)


def size_of(value, member=None):
    """How many values a part of a scenario has; what is absent or as by default has none."""
    if isinstance(value, dict):
        return sum(size_of(item, "name of a route" if name == "name" and "address" in value else name)
                   for name, item in value.items())
    if isinstance(value, list):
        return sum(size_of(item, member) for item in value)
    return 0 if is_default(value, member) or member in WITHOUT_SIZE else 1


class Hole:
    """A hole of a product: its values, each also as text, with its size, and where each renaming takes it."""

    def __init__(self, value, member, renamings):
        self.values = list(fillings(value))
        self.texts = [json.dumps(filled) for filled in self.values]
        self.sizes = [size_of(filled, member) for filled in self.values]
        self.is_table = "up_to" in value
        places = {self.without_order(filled): place for place, filled in enumerate(self.values)}
        if len(places) != len(self.values):
            raise BadScope(f"a value stands twice in a hole for {member}")
        try:
            self.images = [[places[self.without_order(renamed(filled, renaming))] for filled in self.values]
                           for renaming in renamings]
        except KeyError as fault:
            raise BadScope(f"a renaming leads out of a hole for {member}: {fault}") from None
        self.fixed = [sum(place == image for place, image in enumerate(images)) for images in self.images]

    def without_order(self, filled):
        if not self.is_table:
            return key(filled)
        return key(sorted(key({**route, "name": None}) for route in filled))


# ---- Products ---------------------------------------------------------------------------------------------------------------

class Product:
    """A scenario with holes. A scenario of it is a list of places, one for the value in each of its holes."""

    def __init__(self, scenario, renamings):
        self.scenario = scenario
        self.holes = []
        self.pieces = self.cut(scenario, None, renamings).split("\0")
        self.everything = tuple(range(len(renamings)))
        self.check_constants(renamings)
        self.memory = {}

    def cut(self, value, member, renamings):
        """The scenario as text, with a mark where a hole is."""
        if is_hole(value):
            self.holes.append(Hole(value, member, renamings))
            return "\0"
        if isinstance(value, list):
            return "[" + ", ".join(self.cut(item, member, renamings) for item in value) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{json.dumps(name)}: {self.cut(item, name, renamings)}"
                                   for name, item in value.items() if item is not None) + "}"
        return json.dumps(value)

    def check_constants(self, renamings):
        constant = self.text([0] * len(self.holes), ["null"] * len(self.holes))
        for renaming in renamings:
            if renamed(json.loads(constant), renaming) != json.loads(constant):
                raise BadScope(f"a renaming changes what stands outside the holes of a product: {constant}")

    def text(self, places, texts=None):
        """The scenario as JSON."""
        texts = texts or [hole.texts[place] for hole, place in zip(self.holes, places)]
        return "".join(itertools.chain.from_iterable(zip(self.pieces, texts))) + self.pieces[-1]

    def values(self, first, stabilizer):
        """The values that may stand in hole number `first` of a least scenario, as places, each with the renamings that leave it as it is.

        The stabilizer has the renamings that leave everything in the holes before as it is. Only these can lead to a lesser
        scenario by what they do from here on. One of them does if it leads to an earlier value of this hole; if it leads
        to a later one it no longer matters.
        """
        if (first, stabilizer) not in self.memory:
            images = self.holes[first].images
            self.memory[first, stabilizer] = [
                (place, tuple(number for number in stabilizer if images[number][place] == place))
                for place in range(len(self.holes[first].values))
                if all(images[number][place] >= place for number in stabilizer)]
        return self.memory[first, stabilizer]

    def count(self, first=0, stabilizer=None):
        """The number of ways to fill the holes from this one on, symmetric ones counted once: Burnside's lemma."""
        stabilizer = stabilizer or self.everything
        fixed = sum(math.prod(hole.fixed[number] for hole in self.holes[first:]) for number in stabilizer)
        return fixed // len(stabilizer)

    def starts(self, first, stabilizer):
        """The index at which each of the values begins."""
        if ("starts", first, stabilizer) not in self.memory:
            counts = (self.count(first + 1, rest) for _, rest in self.values(first, stabilizer))
            self.memory["starts", first, stabilizer] = list(itertools.accumulate(counts, initial=0))
        return self.memory["starts", first, stabilizer]

    def at(self, index):
        """The scenario with this index, from 0 to count() - 1."""
        places, stabilizer = [], self.everything
        for first in range(len(self.holes)):
            starts = self.starts(first, stabilizer)
            number = bisect.bisect_right(starts, index) - 1
            index -= starts[number]
            place, stabilizer = self.values(first, stabilizer)[number]
            places.append(place)
        return places

    def of_size(self, size, first=0, stabilizer=None):
        """The scenarios of this size, in their order."""
        if first == len(self.holes):
            if size == 0:
                yield []
            return
        stabilizer = stabilizer or self.everything
        sizes = self.holes[first].sizes
        least = sum(min(hole.sizes) for hole in self.holes[first + 1:])
        for place, rest in self.values_up_to(size - least, first, stabilizer):
            for places in self.of_size(size - sizes[place], first + 1, rest):
                yield [place, *places]

    def values_up_to(self, size, first, stabilizer):
        if ("up to", size, first, stabilizer) not in self.memory:
            sizes = self.holes[first].sizes
            self.memory["up to", size, first, stabilizer] = [
                (place, rest) for place, rest in self.values(first, stabilizer) if sizes[place] <= size]
        return self.memory["up to", size, first, stabilizer]

    def sizes(self):
        """The sizes that its scenarios may have."""
        constant = size_of(json.loads(self.text([0] * len(self.holes), ["null"] * len(self.holes))))
        return range(constant + sum(min(hole.sizes) for hole in self.holes),
                     constant + sum(max(hole.sizes) for hole in self.holes) + 1), constant


# ---- Scopes -----------------------------------------------------------------------------------------------------------------

def choices_at_members(value, pointer=""):
    """What may stand at each member of a scenario with holes: pairs of a pointer and the keys of the possible values."""
    member = pointer.rpartition("/")[2]
    if is_hole(value):
        yield pointer, {key(None if is_default(filled, member) else filled) for filled in fillings(value)}
    elif isinstance(value, (dict, list)):
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from choices_at_members(item, f"{pointer}/{name}")
    elif not is_default(value, member):
        yield pointer, {key(value)}


def are_apart(one, other):
    """Whether two products differ for sure in some member: no value that it may have in one may it have in the other."""
    pointers = one.keys() | other.keys()
    for pointer in pointers:
        is_part = any(longer.startswith(f"{pointer}/") or pointer.startswith(f"{longer}/") for longer in pointers)
        if not is_part and not one.get(pointer, {"null"}) & other.get(pointer, {"null"}):
            return True
    return False


def all_renamings(alike):
    """Every way to exchange the values of each of the lists, that of leaving all as they are first."""
    permutations = [[dict(zip(values, order)) for order in itertools.permutations(values)] for values in alike]
    return [{old: new for permutation in chosen for old, new in permutation.items()}
            for chosen in itertools.product(*permutations)]


def read(path):
    """The document of a scope; with a base it is that one's, but for the members and the words that it has itself."""
    document = json.loads(path.read_text(encoding="utf-8"))
    if "base" not in document:
        return document
    base = read(path.with_name(f"{document.pop('base')}.json"))
    return {**base, **document, "vocabulary": {**base.get("vocabulary", {}), **document.get("vocabulary", {})}}


class Scope:
    """All scenarios of a scope, by index."""

    def __init__(self, name):
        path = pathlib.Path(name) if name.endswith(".json") else DIRECTORY / f"{name}.json"
        document = read(path)
        vocabulary = document.get("vocabulary", {})
        self.name = path.stem
        self.digest = hashlib.sha256(key(document).encode()).hexdigest()
        self.renamings = all_renamings(with_vocabulary(document.get("alike", []), vocabulary))
        scenarios = [with_vocabulary(product["scenario"], vocabulary) for product in document["products"]]
        self.titles = [product["title"] for product in document["products"]]
        self.products = [Product(scenario, self.renamings) for scenario in scenarios]
        self.starts = list(itertools.accumulate((product.count() for product in self.products), initial=0))
        self.check_apart([dict(choices_at_members(scenario)) for scenario in scenarios])

    def check_apart(self, choices):
        for one, other in itertools.combinations(range(len(choices)), 2):
            if not are_apart(choices[one], choices[other]):
                raise BadScope(f"a scenario may be in two products: {self.titles[one]}; {self.titles[other]}")

    def __len__(self):
        return self.starts[-1]

    def text(self, index):
        """The scenario with this index, as JSON."""
        number = bisect.bisect_right(self.starts, index) - 1
        return self.products[number].text(self.products[number].at(index - self.starts[number]))

    def before_reduction(self):
        """How many scenarios the products have when symmetric ones count, all but the order and names of routes."""
        return sum(math.prod(len(hole.values) for hole in product.holes) for product in self.products)

    def by_size(self):
        """Every scenario, the smallest first: pairs of its size and its text."""
        sizes = [product.sizes() for product in self.products]
        for size in range(min(span.start for span, _ in sizes), max(span.stop for span, _ in sizes)):
            for product, (_, constant) in zip(self.products, sizes):
                for places in product.of_size(size - constant):
                    yield size, product.text(places)

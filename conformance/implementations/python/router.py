#!/usr/bin/env python3
"""Service Broker routing, rule by rule: an example implementation for the conformance suite.

Read it beside spec/routing.md. The class Decision below has the rules in the order of that document, each under a comment
with its id, and the members of routes, databases and messages have the names that they have there. The procedure is written
as if there were only one way through it. Where the rules grant a choice it calls `way.pick(options)`, and where they
leave a question open it calls `way.ask(reading)`; every_way() then runs it once for each combination of picks and answers.

    router.py                                   one permitted outcome for each question on standard input
    router.py --answer permitted                all of them
    router.py --answer contested                all of them, and what other readings would allow
    router.py --reading expiry-instant=live     the same under another reading
    router.py --deviate match-2-left-out        wrong on purpose, to try the suite (see deviations.py)
"""

import argparse
import json
import random
import re
import sys
from types import SimpleNamespace

IMPLEMENTATION, VERSION = "python router", "1.0"

# spec/readings.md: the table of readings in its order, the preferred answer first.
READINGS = {
    "expiry-instant": ("expired", "live"),
    "expired-route-existing-conversation": ("ignored", "kept"),
    "absent-service-outgoing": ("delay", "drop"),
    "absent-service-incoming": ("drop", "delay"),
    "no-match-incoming": ("delay", "drop"),
    "dynamic-routing-order": ("before-last-resort", "when-nothing-matches"),
    "pending-request-for": ("target-service", "any-service"),
    "pending-route-request": ("continue", "delay"),
    "identifier-only-route": ("never", "last-resort"),
    "identical-routes": ("all-members", "one-representative"),
    "self-address": ("address", "address-or-mirror"),
    "transport-self-address": ("outside", "send"),
    "identified-database-without-service": ("not-found", "deliver"),
    "forwarding-inactive": ("drop", "delay"),
}
PREFERRED = {reading: answers[0] for reading, answers in READINGS.items()}

DYNAMIC_ROUTING_SERVICE = "SQL/ServiceBroker/BrokerConfiguration"


# ---- Input of a decision ----------------------------------------------------------------------------------------------------

class Refused(ValueError):
    """An error and not a decision. Its text begins with the JSON Pointer of the fault inside the scenario."""

    def __init__(self, at, why):
        super().__init__(f"{at}: {why}")


class Object(dict):
    """A JSON object that remembers which of its members were given twice."""

    def __init__(self, pairs):
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.repeated = [name for name in self if names.count(name) > 1] if len(names) > len(self) else []


def text(value, at):
    if not isinstance(value, str):
        raise Refused(at, "expected a string")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise Refused(at, "half of a surrogate pair is no text")
    return value


def boolean(value, at):
    if not isinstance(value, bool):
        raise Refused(at, "expected true or false")
    return value


def is_integer(value):
    return not isinstance(value, bool) and (isinstance(value, int) or isinstance(value, float) and value.is_integer())


def integer(value, at):
    if not is_integer(value):
        raise Refused(at, "expected an integer")
    return value


def side(value, at):
    if value not in ("initiator", "target"):
        raise Refused(at, 'expected "initiator" or "target"')
    return value


def guid(value, at):
    if not GUID.fullmatch(text(value, at)):
        raise Refused(at, "expected a GUID")
    return value


TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
                  r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))?")


def time(value, at):
    """An instant, as whole seconds of UTC and the digits of the fraction: two instants compare as these pairs do."""
    found = TIME.fullmatch(text(value, at))
    if not found:
        raise Refused(at, "expected a time such as 2026-01-01T00:00:00Z")
    year, month, day, hour, minute, second = map(int, found.group(1, 2, 3, 4, 5, 6))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    offset_hour, offset_minute = int(found[9] or 0), int(found[10] or 0)
    if not (1 <= month <= 12 and 1 <= day <= lengths[month - 1] and hour < 24 and minute < 60 and second < 60
            and offset_hour < 24 and offset_minute < 60):
        raise Refused(at, "there is no such time")
    years = year + 399  # counted from a year that keeps the divisions below free of signs
    days = years * 365 + years // 4 - years // 100 + years // 400 + sum(lengths[:month - 1]) + day
    offset = (offset_hour * 60 + offset_minute) * (-1 if found[8] == "-" else 1)
    return ((days * 24 + hour) * 60 + minute - offset) * 60 + second, (found[7] or "").rstrip("0")


def list_of(read):
    def read_list(value, at):
        if not isinstance(value, list):
            raise Refused(at, "expected a list")
        return [read(element, f"{at}/{index}") for index, element in enumerate(value)]
    return read_list


def object_of(required=(), **known):
    """Reads an object: for each member that there may be, how to read it and what it is when absent or null."""
    def read_object(value, at):
        if not isinstance(value, dict):
            raise Refused(at, "expected an object")
        for name in value:
            here = at + "/" + name.replace("~", "~0").replace("/", "~1")
            if name in getattr(value, "repeated", ()):
                raise Refused(here, "the member is repeated")
            if name not in known:
                raise Refused(here, "unknown member")
        for name in required:
            if value.get(name) is None:
                raise Refused(at, f"missing member {name}")
        return SimpleNamespace(**{
            name: absent if value.get(name) is None else read(value[name], f"{at}/{name}")
            for name, (read, absent) in known.items()})
    return read_object


read_route = object_of(
    required=("name", "address"),
    name=(text, None), remote_service_name=(text, None), broker_instance=(text, None), lifetime=(time, None),
    address=(text, None), mirror_address=(text, None), route_id=(integer, None), principal_id=(integer, None))
read_database = object_of(
    required=("name",),
    name=(text, None), service_broker_guid=(guid, None), is_broker_enabled=(boolean, True),
    services=(list_of(text), ()), routes=(list_of(read_route), ()))
read_instance = object_of(
    required=("databases",),
    is_message_forwarding_enabled=(boolean, False), addresses=(list_of(text), ()),
    pending_route_requests=(list_of(text), ()), databases=(list_of(read_database), ()))
read_message = object_of(
    required=("to_service_name",),
    origin_database=(text, None), sent_by=(side, "initiator"), to_service_name=(text, None),
    to_broker_instance=(text, None), conversation_begun_at=(time, None))
read_members = object_of(
    required=("instance", "message"),
    now=(time, None), instance=(read_instance, None), message=(read_message, None))


def read_scenario(document):
    """The scenario of a JSON document, with everything absent filled in; Refused if it is an error."""
    scenario = read_members(document, "")
    databases, origin = scenario.instance.databases, scenario.message.origin_database
    identifiers = {}
    for number, database in enumerate(databases):
        at = f"/instance/databases/{number}"
        if any(other.name == database.name for other in databases[:number]):
            raise Refused(f"{at}/name", "a second database of this name")
        if database.is_broker_enabled and database.service_broker_guid is not None:
            if identifiers.setdefault(identifier_key(database.service_broker_guid), number) != number:
                raise Refused(f"{at}/service_broker_guid", "a second enabled broker with this identifier")
        names = set()
        for place, route in enumerate(database.routes):
            if route.name in names:
                raise Refused(f"{at}/routes/{place}/name", "a second route of this name in its database")
            names.add(route.name)
            if route.lifetime is not None and scenario.now is None:
                raise Refused("", "missing member now, and a route has a lifetime")
    if all(database.name != "msdb" for database in databases):
        raise Refused("/instance/databases", "there is no msdb")
    if origin is not None and all(database.name != origin for database in databases):
        raise Refused("/message/origin_database", "the instance has no such database")
    return scenario


# ---- Equality ---------------------------------------------------------------------------------------------------------------
# Two values are equal when their keys are.

HEX = "[0-9A-Fa-f]"
GUID = re.compile(rf"(\{{)?({HEX}{{8}}(?:-{HEX}{{4}}){{3}}-{HEX}{{12}})(?(1)\}})")

NETWORK_ADDRESS = re.compile(
    r"([Tt][Cc][Pp]://([^/:\[\]\x00-\x20\x7f]+|\[[^/\]\x00-\x20\x7f]+\]):([0-9]+))(?:/.*)?", re.DOTALL)


def ascii_lower(value):
    return value.encode().lower()  # of bytes only the ASCII letters are lowered


def identifier_key(value):
    found = GUID.fullmatch(value)
    return ("guid", found[2].lower()) if found else ("text", value)


def network_address(value):
    """The parts of a valid network address, or None: `TCP://host:port` as it is written, the host, the port."""
    found = NETWORK_ADDRESS.fullmatch(value)
    port = found and found[3].lstrip("0")
    return (found[1], found[2], int(port)) if port and len(port) <= 5 and int(port) <= 65535 else None


def address_key(value):
    parts = network_address(value)
    return (ascii_lower(parts[1]), parts[2]) if parts else (ascii_lower(value),)


# ---- Outcomes ---------------------------------------------------------------------------------------------------------------

KINDS = ("deliver", "send", "forward", "delay", "drop")


def deliver(database):
    return {"outcome": "deliver", "database": database.name}


def send_or_forward(kind, address, mirror_address):
    outcome = {"outcome": kind, "address": address}
    return outcome if mirror_address is None else outcome | {"mirror_address": mirror_address}


def delay():
    return {"outcome": "delay"}


def drop():
    return {"outcome": "drop"}


# ---- Routing process --------------------------------------------------------------------------------------------------------

class Decision:
    """One way through the procedure, from decide() to its outcome. A new one is made for each way."""

    read = staticmethod(read_scenario)

    def __init__(self, scenario, way):
        self.now, self.instance, self.message = scenario.now, scenario.instance, scenario.message
        self.way = way
        self.incoming = self.message.origin_database is None
        self.matched, self.chosen = [], None  # the matched routes and the chosen one, once there are any

    def database(self, name):
        return next(database for database in self.instance.databases if database.name == name)

    # SCOPE-1
    def scope_1(self):
        return self.database(self.message.origin_database).routes

    # SCOPE-2
    def scope_2(self):
        return self.database("msdb").routes

    # SCOPE-3: apart from this, no step before MATCH-7 asks whether the message is incoming.
    def table_in_scope(self):
        return self.expiry_1(self.scope_2() if self.incoming else self.scope_1())

    # EXPIRY-1
    def expiry_1(self, routes):
        return [route for route in routes if route.lifetime is None or self.live(route, self.now) or self.kept(route)]

    def live(self, route, instant):
        if instant == route.lifetime:
            return self.way.ask("expiry-instant") == "live"
        return instant < route.lifetime

    def kept(self, route):
        begun = self.message.conversation_begun_at
        return (begun is not None and self.live(route, begun)
                and self.way.ask("expired-route-existing-conversation") == "kept")

    # NAME-1
    def same_service(self, one, other):
        return one == other

    def same_identifier(self, one, other):
        return one is not None and other is not None and self.identifier_key(one) == self.identifier_key(other)

    def same_address(self, one, other):
        return self.address_key(one) == self.address_key(other)

    def identifier_key(self, identifier):
        return identifier_key(identifier)

    def address_key(self, address):
        return address_key(address)

    # NULL-1: NULL is never equal to anything in the steps; MATCH-2 and MATCH-5 ask for it by name.

    # ENABLED-1
    def services(self, database):
        return database.services if database.is_broker_enabled else ()

    def identifier(self, database):
        return database.service_broker_guid if database.is_broker_enabled else None

    def has_service(self, database):
        return any(self.same_service(name, self.message.to_service_name) for name in self.services(database))

    def databases_with_service(self):
        return [database for database in self.instance.databases if self.has_service(database)]

    def instance_has_service(self):
        return bool(self.databases_with_service())

    def identified_database(self, identifier):
        return next((database for database in self.instance.databases
                     if self.same_identifier(self.identifier(database), identifier)), None)

    # ENABLED-2
    def enabled_2(self):
        return not self.incoming and not self.database(self.message.origin_database).is_broker_enabled

    # ENABLED-3
    def enabled_3(self):
        return self.incoming and not self.database("msdb").is_broker_enabled

    # REPLY-1
    def reply_1(self):
        return (self.incoming and self.message.sent_by == "target"
                and self.message.to_broker_instance is not None
                and self.identified_database(self.message.to_broker_instance) is not None)

    # REPLY-2: see decide(), at the end: everything else goes on to matching.

    # -- Finding matching routes: each step has the routes that match, or none, or an outcome. --

    def match_steps(self):
        return [self.match_1, self.match_2, self.match_3, self.match_4, self.match_5, self.match_6,
                self.match_4_after_the_others, self.match_7]

    def match(self, table):
        for step in self.match_steps():
            matched = step(table)
            if isinstance(matched, dict):
                return matched
            if matched:
                return self.choose(matched)

    # MATCH-1
    def match_1(self, table):
        return [route for route in table if self.names_service(route)
                and self.same_identifier(route.broker_instance, self.message.to_broker_instance)]

    def names_service(self, route):
        return (route.remote_service_name is not None
                and self.same_service(route.remote_service_name, self.message.to_service_name))

    # MATCH-2
    def match_2(self, table):
        return [route for route in table if self.names_service(route) and route.broker_instance is None]

    # MATCH-3
    def match_3(self, table):
        if self.message.to_broker_instance is not None:
            return []
        return self.of_one_identifier(
            [route for route in table if self.names_service(route) and route.broker_instance is not None])

    def of_one_identifier(self, routes):
        """Those of the routes that have one of their identifiers, whichever."""
        by_identifier = {}
        for route in routes:
            by_identifier.setdefault(self.identifier_key(route.broker_instance), []).append(route)
        return self.way.pick(list(by_identifier.values())) if routes else []

    # MATCH-4
    def match_4(self, table, place="before-last-resort"):
        if not any(self.is_to_dynamic_routing_service(route) for route in table):
            return []
        if self.way.ask("dynamic-routing-order") != place:
            return []
        if not self.is_request_pending():
            return delay() | {"route_requested": True}
        if self.way.ask("pending-route-request") == "delay":
            return delay()
        return []

    def match_4_after_the_others(self, table):
        return self.match_4(table, "when-nothing-matches")

    def is_to_dynamic_routing_service(self, route):
        return (route.remote_service_name is not None
                and self.same_service(route.remote_service_name, DYNAMIC_ROUTING_SERVICE))

    def is_request_pending(self):
        pending = self.instance.pending_route_requests
        if any(self.same_service(name, self.message.to_service_name) for name in pending):
            return True
        return bool(pending) and self.way.ask("pending-request-for") == "any-service"

    # MATCH-5
    def match_5(self, table):
        without_service = [route for route in table if route.remote_service_name is None]
        matched = [route for route in without_service if route.broker_instance is None]
        identifier_only = [route for route in without_service if route.broker_instance is not None]
        if self.message.to_broker_instance is not None:
            identifier_only = [route for route in identifier_only
                               if self.same_identifier(route.broker_instance, self.message.to_broker_instance)]
        if identifier_only and self.way.ask("identifier-only-route") == "last-resort":
            matched += self.of_one_identifier(identifier_only)
        return matched

    # MATCH-6
    def match_6(self, table):
        if self.message.to_broker_instance is not None and self.instance_has_service():
            return [self.supposed_route()]
        return []

    def supposed_route(self):
        return SimpleNamespace(name=None, remote_service_name=self.message.to_service_name, broker_instance=None,
                               lifetime=None, address="LOCAL", mirror_address=None)

    # MATCH-7
    def match_7(self, table):
        if self.incoming and self.way.ask("no-match-incoming") == "drop":
            return drop()
        return delay()

    # -- Choosing a route: each step has its candidates. --

    def choose_steps(self):
        return [self.choose_1, self.choose_2, self.choose_3, self.choose_4]

    def choose(self, matched):
        self.matched = matched
        routes = self.choose_0(matched)
        for step in self.choose_steps():
            candidates = step(routes)
            if candidates:
                self.chosen = self.way.pick(self.way.pick(self.counting_as_one(candidates)))
                return self.follow()
        return self.choose_5()

    # CHOOSE-0
    def choose_0(self, matched):
        routes = []
        for members in self.counting_as_one(matched):
            mirrors = {None if route.mirror_address is None else self.address_key(route.mirror_address)
                       for route in members}
            if len(mirrors) > 1 and self.way.ask("identical-routes") == "one-representative":
                members = [self.way.pick(members)]
            routes += members
        return routes

    def counting_as_one(self, routes):
        """The routes, those together that are equal in identifier, service name and network address."""
        classes = {}
        for route in routes:
            identifier = None if route.broker_instance is None else self.identifier_key(route.broker_instance)
            key = identifier, route.remote_service_name, self.address_key(route.address)
            classes.setdefault(key, []).append(route)
        return list(classes.values())

    # CHOOSE-1
    def choose_1(self, routes):
        return [route for route in routes if route.mirror_address is not None]

    # CHOOSE-2
    def choose_2(self, routes):
        return [route for route in routes if self.is_local(route)] if self.instance_has_service() else []

    # CHOOSE-3
    def choose_3(self, routes):
        return [route for route in routes if not self.is_local(route) and not self.is_transport(route)]

    # CHOOSE-4
    def choose_4(self, routes):
        return [route for route in routes if self.is_transport(route)]

    def is_local(self, route):
        return self.same_address(route.address, "LOCAL")

    def is_transport(self, route):
        return self.same_address(route.address, "TRANSPORT")

    # CHOOSE-5
    def choose_5(self):
        reading = "absent-service-incoming" if self.incoming else "absent-service-outgoing"
        return drop() if self.way.ask(reading) == "drop" else delay()

    # TRANSPORT-1
    def transport_1(self):
        parts = network_address(self.message.to_service_name)
        return parts and parts[0]

    # TRANSPORT-2
    def transport_2(self):
        return self.choose_5()

    # -- Sending on --

    def follow(self):
        if self.is_local(self.chosen):
            return self.locate()
        if self.incoming and not self.is_forwarding_active():
            return self.forward_1()
        address, mirror_address = self.chosen.address, self.chosen.mirror_address
        if self.is_transport(self.chosen):
            address, mirror_address = self.transport_1(), None
            if address is None:
                return self.transport_2()
        if self.incoming:
            return self.forward_2(address, mirror_address)
        if self.loop_1(address):
            return self.route_again()
        return self.send_1(address, mirror_address)

    # SEND-1
    def send_1(self, address, mirror_address):
        return send_or_forward("send", address, mirror_address)

    # FORWARD-1
    def forward_1(self):
        return drop() if self.way.ask("forwarding-inactive") == "drop" else delay()

    def is_forwarding_active(self):
        return self.instance.is_message_forwarding_enabled

    # FORWARD-2
    def forward_2(self, address, mirror_address):
        return send_or_forward("forward", address, mirror_address)

    # LOOP-1
    def loop_1(self, address):
        if self.is_transport(self.chosen):
            return self.resolves_here(address) and self.way.ask("transport-self-address") == "outside"
        if self.resolves_here(address):
            return True
        mirror_address = self.chosen.mirror_address
        return (mirror_address is not None and self.resolves_here(mirror_address)
                and self.way.ask("self-address") == "address-or-mirror")

    def resolves_here(self, address):
        return any(self.same_address(address, own) for own in self.instance.addresses)

    def route_again(self):
        self.incoming, self.matched, self.chosen = True, [], None
        return self.decide()

    # -- Locating the destination service --

    def locate(self):
        identifier = self.identifier_to_locate()
        if identifier is not None:
            database = self.locate_1(identifier)
        else:
            database = self.locate_2() or self.locate_3()
        return deliver(database) if database else self.locate_4()

    def identifier_to_locate(self):
        if self.message.to_broker_instance is None and self.chosen is not None:
            return self.chosen.broker_instance
        return self.message.to_broker_instance

    # LOCATE-1
    def locate_1(self, identifier):
        database = self.identified_database(identifier)
        if database is None or self.has_service(database):
            return database
        return database if self.way.ask("identified-database-without-service") == "deliver" else None

    # LOCATE-2
    def locate_2(self):
        if self.incoming:
            return None
        database = self.database(self.message.origin_database)
        return database if self.has_service(database) else None

    # LOCATE-3
    def locate_3(self):
        databases = self.databases_with_service()
        return self.way.pick(databases) if databases else None

    # LOCATE-4
    def locate_4(self):
        if not self.matched or self.way.pick(["stop", "go back"]) == "stop":
            return self.choose_5()
        return self.choose([route for route in self.matched if not self.is_local(route)])

    # MIRROR-1: the MATCH steps never look at mirror_address, and CHOOSE-1 is the first of its steps.

    # -- The order at the start of a decision --

    def decide(self):
        if self.enabled_2():
            return delay()
        if self.enabled_3():
            return drop()
        if self.reply_1():
            return self.locate()
        return self.match(self.table_in_scope())


# ---- Permitted and contested outcomes ---------------------------------------------------------------------------------------

class Way:
    """The picks and answers along one way. `take` takes one of several options; a question is asked once at most."""

    def __init__(self, take, profile, with_other_readings=False):
        self.take, self.profile, self.with_other_readings = take, profile, with_other_readings
        self.answers = {}

    def pick(self, options):
        return options[0] if len(options) == 1 else self.take(options)

    def ask(self, reading):
        if reading not in self.answers:
            preferred = [self.profile[reading]]
            others = [answer for answer in READINGS[reading] if answer not in preferred]
            self.answers[reading] = self.pick(preferred + others if self.with_other_readings else preferred)
        return self.answers[reading]

    def other_readings(self):
        """The answers on this way that are not the preferred ones, in the order of the table."""
        return {reading: self.answers[reading] for reading in READINGS
                if self.answers.get(reading, self.profile[reading]) != self.profile[reading]}


def every_way(decision, scenario, profile, with_other_readings):
    """Every way through the procedure: its outcome and its other readings.

    The first way takes the first option at each fork. The next one is like the last, but takes the next option at the
    last fork that has one left.
    """
    script = []
    while script is not None:
        forks = []

        def take(options):
            number = script[len(forks)] if len(forks) < len(script) else 0
            forks.append((number, len(options)))
            return options[number]

        way = Way(take, profile, with_other_readings)
        yield decision(scenario, way).decide(), way.other_readings()
        while forks and forks[-1][0] + 1 == forks[-1][1]:
            forks.pop()
        script = [number for number, _ in forks[:-1]] + [forks[-1][0] + 1] if forks else None


def outcome_key(outcome):
    """Two outcomes are equal when their keys are."""
    address, mirror_address = outcome.get("address"), outcome.get("mirror_address")
    return (outcome["outcome"], outcome.get("database"), None if address is None else address_key(address),
            None if mirror_address is None else address_key(mirror_address), bool(outcome.get("route_requested")))


def outcome_order(outcome):
    """Where an outcome stands in a list; of equal ones it puts the spelling first that is given."""
    texts = [outcome.get(member) for member in ("database", "address", "mirror_address")]
    return (KINDS.index(outcome["outcome"]), [(value is not None, (value or "").encode()) for value in texts],
            bool(outcome.get("route_requested")))


def permitted_outcomes(decision, scenario, profile):
    found = {}
    for outcome, _ in every_way(decision, scenario, profile, False):
        key = outcome_key(outcome)
        found[key] = min(outcome, found.get(key, outcome), key=outcome_order)
    return sorted(found.values(), key=outcome_order)


def contested_outcomes(decision, scenario, profile, permitted):
    place = {reading: number for number, reading in enumerate(READINGS)}

    def set_order(readings):
        return len(readings), [place[reading] for reading in readings]

    permitted_keys, found = {outcome_key(outcome) for outcome in permitted}, {}
    for outcome, readings in every_way(decision, scenario, profile, True):
        key = outcome_key(outcome)
        if key not in permitted_keys:
            other, smallest = found.get(key, (outcome, readings))
            found[key] = min(outcome, other, key=outcome_order), min(readings, smallest, key=set_order)
    return [outcome | {"readings": readings}
            for outcome, readings in sorted(found.values(), key=lambda entry: outcome_order(entry[0]))]


def one_outcome(decision, scenario, profile, take):
    return decision(scenario, Way(take, profile)).decide()


# ---- Protocol ---------------------------------------------------------------------------------------------------------------

def picker(policy, seed, document):
    """How a single outcome takes its picks. Nothing is carried over from one question to the next."""
    if policy == "first":
        return lambda options: options[0]
    if policy == "last":
        return lambda options: options[-1]
    return random.Random(f"{seed} {json.dumps(document, sort_keys=True)}").choice


def answer(document, options, decision=Decision):
    """The members of the answer to a scenario."""
    scenario = decision.read(document)
    if options.answer == "outcome":
        take = picker(options.pick, options.seed, document)
        return {"outcome": one_outcome(decision, scenario, options.profile, take)}
    permitted = permitted_outcomes(decision, scenario, options.profile)
    if options.answer == "permitted":
        return {"permitted": permitted}
    return {"permitted": permitted, "contested": contested_outcomes(decision, scenario, options.profile, permitted)}


def read_line(line):
    def not_json(constant):
        raise ValueError(f"{constant} is not JSON")
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=Object, parse_constant=not_json)
    except (ValueError, RecursionError) as error:
        raise Refused("", f"the line cannot be read: {error}")


def reply(line, options, decision=Decision):
    """The answer to a line, whatever the line is."""
    identity = {}
    try:
        request = read_line(line)
        if not isinstance(request, dict):
            raise Refused("", "expected an object")
        number = request.get("id")
        if isinstance(number, str) or is_integer(number):
            identity = {"id": number}
        if request.repeated:
            raise Refused("", f"the member {request.repeated[0]} is repeated")
        if "protocol" in request:
            if len(request) > 1 or not is_integer(request["protocol"]) or request["protocol"] != 1:
                raise Refused("", "expected the handshake of protocol 1")
            return {"protocol": 1, "implementation": IMPLEMENTATION, "version": VERSION}
        if identity and set(request) == {"id", "timeline"}:
            return identity | {"unsupported": "timelines"}
        if not identity or set(request) != {"id", "scenario"}:
            raise Refused("", "expected an object with an id and a scenario")
        return identity | answer(request["scenario"], options, decision)
    except Refused as refusal:
        return identity | {"error": str(refusal)}
    except Exception as error:  # a fault of this program; the next question is still answered
        return identity | {"error": f": internal error: {error!r}"}


def controls():
    """Ways of following the rules that may never be taken for faults."""
    for reading, answers in READINGS.items():
        for other in answers[1:]:
            yield {"name": f"reading-{reading}-{other}", "arguments": ["--reading", f"{reading}={other}"]}
    for policy in ("first", "last"):
        yield {"name": f"pick-{policy}", "arguments": ["--pick", policy]}
    for seed in range(1, 4):
        yield {"name": f"pick-random-{seed}", "arguments": ["--pick", "random", "--seed", str(seed)]}


def arguments(given=None):
    parser = argparse.ArgumentParser(description="Answers routing questions, a JSON object a line.")
    parser.add_argument("--answer", choices=("outcome", "permitted", "contested"), default="outcome",
                        help="one outcome (the default), the permitted ones, or these and the contested ones")
    parser.add_argument("--reading", action="append", default=[], metavar="ID=ANSWER",
                        help="make this answer to a reading the preferred one")
    parser.add_argument("--pick", choices=("first", "last", "random"), default="first",
                        help="which option a single outcome takes where the rules grant a choice")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for --pick random")
    parser.add_argument("--deviate", action="append", default=[], metavar="NAME", help="be wrong in this way")
    parser.add_argument("--list-deviations", action="store_true", help="print the ways of being wrong, and end")
    parser.add_argument("--list-controls", action="store_true", help="print the options that are not wrong, and end")
    parser.add_argument("--version", action="version", version=f"{IMPLEMENTATION} {VERSION}")
    options = parser.parse_args(given)
    options.profile = dict(PREFERRED)
    for reading in options.reading:
        name, _, chosen = reading.partition("=")
        if chosen not in READINGS.get(name, ()):
            parser.error(f"--reading {reading}: there is no such reading or answer")
        options.profile[name] = chosen
    options.decision = Decision
    if options.deviate:
        from deviations import deviating
        try:
            options.decision = deviating(Decision, options.deviate)
        except KeyError as error:
            parser.error(f"--deviate {error.args[0]}: there is no such deviation")
    return options


def main():
    options = arguments()
    if options.list_deviations or options.list_controls:
        entries = controls()
        if options.list_deviations:
            from deviations import listing
            entries = listing()
        for entry in entries:
            print(json.dumps(entry))
        return
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(reply(line, options, options.decision)), flush=True)


if __name__ == "__main__":
    main()

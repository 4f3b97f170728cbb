"""Deliberate faults for router.py, to try the suite with: each of them breaks the rules in one way.

A fault replaces methods of router.Decision. A replacement gets the decision, the method that it replaces, and what
that method would get. The faults stand in the order of the rules in spec/routing.md. None of them is a reading or
a granted choice: each leads, in some situation, to an outcome that is neither permitted nor contested.
"""

import copy
import re
import unicodedata

DEVIATIONS = {}


def fault(name, rules, what, **replacements):
    assert name not in DEVIATIONS, name
    DEVIATIONS[name] = (rules.split(), what, replacements)


def listing():
    for name, (rules, what, _) in DEVIATIONS.items():
        yield {"name": name, "rules": rules, "what": what}


def deviating(decision, names):
    """The class of decisions with the named faults; KeyError for a name that is none."""
    for name in names:
        _, _, replacements = DEVIATIONS[name]
        members = {method: replaced(decision, method, new) for method, new in replacements.items()}
        decision = type("Deviating", (decision,), members)
    return decision


def replaced(decision, method, replacement):
    old = getattr(decision, method)
    if method == "read":
        return staticmethod(lambda document: replacement(old, document))

    def new(self, *given):
        return replacement(self, lambda *passed: old(self, *passed), *given)

    new.__name__ = method
    return new


# ---- What several faults use ------------------------------------------------------------------------------------------------

DELAY, ASK, DROP = {"outcome": "delay"}, {"outcome": "delay", "route_requested": True}, {"outcome": "drop"}


def nothing(self, rule, *given):
    return []


def no(self, rule, *given):
    return False


def yes(self, rule, *given):
    return True


def none(self, rule, *given):
    return None


def outcome(value):
    return lambda self, rule, *given: dict(value)


def moved(name, before):
    """Steps in their order, but the step of this name stands before another."""
    def steps(self, rule):
        names = [step.__name__ for step in rule()]
        names.remove(name)
        names.insert(names.index(before) if before else len(names), name)
        return [getattr(self, step) for step in names]
    return steps


def only_when(condition):
    """The step matches only under a further condition."""
    return lambda self, rule, *given: rule(*given) if condition(self) else []


def outgoing(self):
    return not self.incoming


def gives_identifier(self):
    return self.message.to_broker_instance is not None


def arrived_from_outside(self):
    return self.message.origin_database is None


def all_routes(self, rule=None):
    return [route for database in self.instance.databases for route in database.routes]


def identified(self):
    if self.message.to_broker_instance is None:
        return None
    return self.identified_database(self.message.to_broker_instance)


def in_disabled_too(self):
    return [database for database in self.instance.databases if self.message.to_service_name in database.services]


def local_routes(self, routes):
    return [route for route in routes if self.is_local(route)]


def stays(self, route):
    return route.lifetime is None or self.live(route, self.now) or self.kept(route)


def located(self, rule, *given):
    self.matched, self.chosen = [], None
    return self.locate()


def located_as_incoming(self, rule):
    self.incoming = True
    return located(self, rule)


def is_valid(self, address):
    return len(self.address_key(address)) == 2


def is_own(self, address):
    return address is not None and self.resolves_here(address)


def swapped(self, rule, address, mirror_address):
    return rule(address, None) if mirror_address is None else rule(mirror_address, address)


def match_until_chosen(self, rule, table):
    for step in self.match_steps():
        matched = step(table)
        if isinstance(matched, dict):
            return matched
        if any(candidates(matched) for candidates in self.choose_steps()):
            return self.choose(matched)


def route_again_as_outgoing(self, rule):
    self.looped, self.matched, self.chosen = True, [], None
    return self.decide()


def has_looped(self):
    return getattr(self, "looped", False)


def on_document(change):
    """The scenario is read after a change to its document."""
    def read(rule, document):
        rule(document)  # what is an error stays one
        document = copy.deepcopy(document)
        instance, message = document["instance"], document["message"]
        routes = [route for database in instance["databases"] for route in database.get("routes") or []]
        change(document, instance, message, routes)
        return rule(document)
    return read


def on_times(change):
    """Every time is changed before it is read."""
    def change_all(document, instance, message, routes):
        for holder, member in [(document, "now"), (message, "conversation_begun_at"),
                               *((route, "lifetime") for route in routes)]:
            if holder.get(member) is not None:
                holder[member] = change(holder[member])
    return on_document(change_all)


def empty_as_null(member):
    def change(document, instance, message, routes):
        for route in routes:
            if route.get(member) == "":
                route[member] = None
    return on_document(change)


# ---- SCOPE ------------------------------------------------------------------------------------------------------------------

fault("outgoing-by-msdb", "SCOPE-1", "An outgoing message is routed with msdb.sys.routes.",
      scope_1=lambda self, rule: self.scope_2())
fault("outgoing-by-first-database", "SCOPE-1", "An outgoing message is routed with the routes of the first database.",
      scope_1=lambda self, rule: self.instance.databases[0].routes)
fault("outgoing-by-all-routes", "SCOPE-1", "An outgoing message is routed with the routes of all databases together.",
      scope_1=all_routes)
fault("outgoing-by-msdb-too", "SCOPE-1", "To the routes for an outgoing message those of msdb are added.",
      scope_1=lambda self, rule: [*rule(), *self.scope_2()])
fault("outgoing-by-msdb-for-empty-table", "SCOPE-1", "The routes of msdb are used when the sending database has none.",
      scope_1=lambda self, rule: rule() or self.scope_2())
fault("outgoing-replies-by-msdb", "SCOPE-1", "What a target sends is routed with msdb.sys.routes.",
      scope_1=lambda self, rule: self.scope_2() if self.message.sent_by == "target" else rule())
fault("incoming-by-first-database", "SCOPE-2", "An incoming message is routed with the routes of the first other database.",
      scope_2=lambda self, rule: next(
          (database.routes for database in self.instance.databases if database.name != "msdb"), rule()))
fault("incoming-by-all-routes", "SCOPE-2", "An incoming message is routed with the routes of all databases together.",
      scope_2=all_routes)
fault("incoming-by-database-of-service", "SCOPE-2",
      "An incoming message is routed with the routes of the database that has the target service.",
      scope_2=lambda self, rule: next((database.routes for database in self.databases_with_service()), rule()))
fault("incoming-by-identified-database", "SCOPE-2",
      "An incoming message is routed with the routes of the database that its identifier names.",
      scope_2=lambda self, rule: identified(self).routes if identified(self) else rule())
fault("incoming-without-match-1", "SCOPE-3 MATCH-1", "MATCH-1 is left out for incoming messages.",
      match_1=only_when(outgoing))
fault("incoming-without-match-3", "SCOPE-3 MATCH-3", "MATCH-3 is left out for incoming messages.",
      match_3=only_when(outgoing))
fault("incoming-without-match-4", "SCOPE-3 MATCH-4", "MATCH-4 is left out for incoming messages.",
      match_4=only_when(outgoing))
fault("incoming-without-match-5", "SCOPE-3 MATCH-5", "MATCH-5 is left out for incoming messages.",
      match_5=only_when(outgoing))
fault("incoming-without-match-6", "SCOPE-3 MATCH-6", "MATCH-6 is left out for incoming messages.",
      match_6=only_when(outgoing))

# ---- EXPIRY -----------------------------------------------------------------------------------------------------------------

fault("expiry-ignored", "EXPIRY-1", "Expired routes stay in the table.",
      expiry_1=lambda self, rule, routes: routes)
fault("expiry-reversed", "EXPIRY-1", "Routes are removed while their lifetime lasts, and kept after it.",
      expiry_1=lambda self, rule, routes: [
          route for route in routes if route.lifetime is None or not self.live(route, self.now)])
fault("expiry-of-routes-without-lifetime", "EXPIRY-1", "A route without a lifetime counts as expired.",
      expiry_1=lambda self, rule, routes: [route for route in rule(routes) if route.lifetime is not None])
fault("expiry-of-any-lifetime", "EXPIRY-1", "Every route that has a lifetime counts as expired.",
      expiry_1=lambda self, rule, routes: [route for route in routes if route.lifetime is None])
fault("expiry-one-second-late", "EXPIRY-1", "A route expires one second after its lifetime.",
      live=lambda self, rule, route, instant: (instant[0] - 1, instant[1]) < route.lifetime)
fault("expiry-one-second-early", "EXPIRY-1", "A route expires one second before its lifetime.",
      live=lambda self, rule, route, instant: (instant[0] + 1, instant[1]) < route.lifetime)
fault("expiry-at-end-of-day", "EXPIRY-1", "A route lives until the end of the day on which it expires.",
      live=lambda self, rule, route, instant: instant[0] // 86400 <= route.lifetime[0] // 86400)
fault("expiry-for-outgoing-only", "EXPIRY-1", "Expired routes are removed for outgoing messages only.",
      expiry_1=lambda self, rule, routes: routes if self.incoming else rule(routes))
fault("expiry-for-incoming-only", "EXPIRY-1", "Expired routes are removed for incoming messages only.",
      expiry_1=lambda self, rule, routes: rule(routes) if self.incoming else routes)
fault("expiry-after-matching", "EXPIRY-1", "Expired routes match, and are removed only before one is chosen.",
      expiry_1=lambda self, rule, routes: routes,
      choose=lambda self, rule, matched: rule([route for route in matched if stays(self, route)]))
fault("expiry-not-for-unknown-beginning", "EXPIRY-1",
      "Expired routes stay when it is not known when the conversation began.",
      kept=lambda self, rule, route: self.message.conversation_begun_at is None or rule(route))
fault("expiry-not-for-later-conversations", "EXPIRY-1",
      "Expired routes stay for conversations that began after they had expired.",
      kept=lambda self, rule, route: self.message.conversation_begun_at is not None)
fault("expiry-not-for-dynamic-routing", "EXPIRY-1 MATCH-4", "A route to the dynamic routing service never expires.",
      expiry_1=lambda self, rule, routes: rule(routes) + [
          route for route in routes if self.is_to_dynamic_routing_service(route) and route not in rule(routes)])
fault("expiry-without-offset", "EXPIRY-1", "The offset of a time is ignored.",
      read=on_times(lambda time: re.sub(r"[+-][0-9]{2}:[0-9]{2}\Z", "", time)))
fault("expiry-without-fraction", "EXPIRY-1", "The fraction of a second is ignored.",
      read=on_times(lambda time: re.sub(r"\.[0-9]+", "", time)))

# ---- NAME and NULL, and what is equal ---------------------------------------------------------------------------------------

fault("names-without-case", "NAME-1", "Service names are compared without regard to case.",
      same_service=lambda self, rule, one, other: one.lower() == other.lower())
fault("names-trimmed", "NAME-1", "Blanks around a service name are ignored.",
      same_service=lambda self, rule, one, other: one.strip() == other.strip())
fault("names-without-trailing-blanks", "NAME-1", "Blanks after a service name are ignored.",
      same_service=lambda self, rule, one, other: one.rstrip(" ") == other.rstrip(" "))
fault("names-by-prefix", "NAME-1", "A service name that the wanted one begins with is as good.",
      same_service=lambda self, rule, one, other: other.startswith(one))
fault("names-by-beginning", "NAME-1", "A service name that begins with the wanted one is as good.",
      same_service=lambda self, rule, one, other: one.startswith(other))
fault("names-normalized", "NAME-1", "Service names are compared in their normalized form.",
      same_service=lambda self, rule, one, other:
          unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other))
fault("names-of-routes-without-case", "NAME-1", "The service names of routes are compared without regard to case.",
      names_service=lambda self, rule, route: route.remote_service_name is not None
      and route.remote_service_name.lower() == self.message.to_service_name.lower())
fault("names-of-services-without-case", "NAME-1", "Databases are searched for a service without regard to case.",
      has_service=lambda self, rule, database: any(
          name.lower() == self.message.to_service_name.lower() for name in self.services(database)))
fault("names-of-routes-themselves", "NAME-1 MATCH-2", "A route called like the target service is a route to it.",
      names_service=lambda self, rule, route: rule(route) or route.name == self.message.to_service_name)

fault("null-service-in-every-step", "NULL-1", "A route without service name matches in MATCH-1 to MATCH-3 too.",
      names_service=lambda self, rule, route: route.remote_service_name is None or rule(route))
fault("null-identifier-in-match-1", "NULL-1 MATCH-1", "A route without identifier matches in MATCH-1 too.",
      match_1=lambda self, rule, table: rule(table) + self.match_2(table) if gives_identifier(self) else [])
fault("null-service-written-empty", "NULL-1 MATCH-5", "An empty service name of a route is taken as none.",
      read=empty_as_null("remote_service_name"))
fault("null-identifier-written-empty", "NULL-1 MATCH-2", "An empty identifier of a route is taken as none.",
      read=empty_as_null("broker_instance"))
fault("null-mirror-written-empty", "CHOOSE-1 SEND-1", "An empty mirror address is taken as none.",
      read=empty_as_null("mirror_address"))

fault("identifiers-with-case", "MATCH-1 LOCATE-1", "The letters of a GUID are compared with their case.",
      identifier_key=lambda self, rule, value: (rule(value)[0], value.strip("{}")) if rule(value)[0] == "guid" else rule(value))
fault("identifiers-with-braces", "MATCH-1 LOCATE-1", "A GUID in braces differs from one without.",
      identifier_key=lambda self, rule, value: ("guid", value.lower()) if rule(value)[0] == "guid" else rule(value))
fault("identifiers-without-case", "MATCH-1 MATCH-3", "Identifiers that are no GUIDs are compared without regard to case.",
      identifier_key=lambda self, rule, value: rule(value.lower()))
fault("identifiers-without-any-braces", "MATCH-1 MATCH-3", "Braces around any identifier are ignored, paired or not.",
      identifier_key=lambda self, rule, value: rule(value.strip("{}")))
fault("identifiers-without-hyphens", "MATCH-1 REPLY-1", "A GUID may be written without hyphens.",
      identifier_key=lambda self, rule, value: rule(re.sub(
          r"\A([0-9A-Fa-f]{8})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{12})\Z",
          r"\1-\2-\3-\4-\5", value)))
fault("identifiers-are-guids", "MATCH-1", "An identifier that is no GUID equals nothing, itself included.",
      same_identifier=lambda self, rule, one, other: rule(one, other) and self.identifier_key(one)[0] == "guid")
fault("identifiers-else-absent", "MATCH-2 MATCH-6 LOCATE-1", "A message's identifier that is no GUID is taken as none.",
      read=on_document(lambda document, instance, message, routes: message.update(
          to_broker_instance=message.get("to_broker_instance") if re.fullmatch(
              r"\{?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?", message.get("to_broker_instance") or "")
          else None)))

# ---- ENABLED ----------------------------------------------------------------------------------------------------------------

fault("disabled-services-seen", "ENABLED-1", "The services of a database with a disabled broker are seen.",
      services=lambda self, rule, database: database.services)
fault("disabled-identifiers-seen", "ENABLED-1", "The identifier of a database with a disabled broker is seen.",
      identifier=lambda self, rule, database: database.service_broker_guid)
fault("disabled-services-in-choosing", "ENABLED-1 CHOOSE-2", "CHOOSE-2 sees the services of disabled brokers.",
      choose_2=lambda self, rule, routes: local_routes(self, routes) if in_disabled_too(self) else [])
fault("disabled-services-in-locating", "ENABLED-1 LOCATE-3", "LOCATE-3 delivers to databases with a disabled broker.",
      locate_3=lambda self, rule: self.way.pick(in_disabled_too(self)) if in_disabled_too(self) else None)
fault("disabled-identifiers-in-reply-rule", "ENABLED-1 REPLY-1", "REPLY-1 sees the identifiers of disabled brokers.",
      reply_1=lambda self, rule: self.incoming and self.message.sent_by == "target" and any(
          self.same_identifier(database.service_broker_guid, self.message.to_broker_instance)
          for database in self.instance.databases))
fault("disabled-unless-said", "ENABLED-1 ENABLED-2 ENABLED-3", "A broker is disabled unless it is said to be enabled.",
      read=on_document(lambda document, instance, message, routes: [
          database.update(is_broker_enabled=bool(database.get("is_broker_enabled")))
          for database in instance["databases"]]))
fault("disabled-sender-ignored", "ENABLED-2", "A message is routed even if the broker of its sending database is disabled.",
      enabled_2=no)
fault("disabled-sender-drops", "ENABLED-2", "A message whose sending database has its broker disabled is dropped.",
      decide=lambda self, rule: dict(DROP) if self.enabled_2() else rule())
fault("disabled-sender-asks", "ENABLED-2", "A route is requested when the broker of the sending database is disabled.",
      decide=lambda self, rule: dict(ASK) if self.enabled_2() else rule())
fault("disabled-database-delays-outgoing", "ENABLED-2", "Outgoing messages are delayed when any broker is disabled.",
      enabled_2=lambda self, rule: not self.incoming and not all(
          database.is_broker_enabled for database in self.instance.databases))
fault("disabled-msdb-ignored", "ENABLED-3", "Incoming messages are routed even if the broker of msdb is disabled.",
      enabled_3=no)
fault("disabled-msdb-delays", "ENABLED-3", "Incoming messages are delayed while the broker of msdb is disabled.",
      decide=lambda self, rule: dict(DELAY) if self.enabled_3() else rule())
fault("disabled-msdb-after-reply-rule", "ENABLED-3 REPLY-1", "REPLY-1 is tried before ENABLED-3.",
      decide=lambda self, rule: self.locate() if self.reply_1() else rule())
fault("disabled-msdb-delays-outgoing", "ENABLED-3", "Outgoing messages are delayed while the broker of msdb is disabled.",
      enabled_2=lambda self, rule: rule() or not self.incoming and not self.database("msdb").is_broker_enabled)
fault("disabled-msdb-ignored-after-loop", "ENABLED-3 LOOP-1", "ENABLED-3 is not tried again after LOOP-1.",
      enabled_3=lambda self, rule: arrived_from_outside(self) and rule())
fault("disabled-database-drops-incoming", "ENABLED-3", "Incoming messages are dropped when any broker is disabled.",
      enabled_3=lambda self, rule: self.incoming and not all(
          database.is_broker_enabled for database in self.instance.databases))

# ---- REPLY ------------------------------------------------------------------------------------------------------------------

fault("reply-rule-left-out", "REPLY-1", "Replies go through matching like any other message.",
      reply_1=no)
fault("reply-rule-for-initiators-too", "REPLY-1", "What an initiator sent is taken for a reply.",
      reply_1=lambda self, rule: self.incoming and identified(self) is not None)
fault("reply-rule-for-initiators-only", "REPLY-1", "The reply rule is for what initiators sent, and not for what targets sent.",
      reply_1=lambda self, rule: self.incoming and self.message.sent_by == "initiator" and identified(self) is not None)
fault("reply-rule-unless-said", "REPLY-1", "A message is taken as sent by a target unless something else is said.",
      read=on_document(lambda document, instance, message, routes:
                       message.update(sent_by=message.get("sent_by") or "target")))
fault("reply-rule-for-outgoing-too", "REPLY-1", "The reply rule is applied to outgoing messages too.",
      reply_1=lambda self, rule: self.message.sent_by == "target" and identified(self) is not None)
fault("reply-rule-by-service-name", "REPLY-1", "The reply rule asks whether the instance has the service.",
      reply_1=lambda self, rule: self.incoming and self.message.sent_by == "target" and gives_identifier(self)
      and self.instance_has_service())
fault("reply-rule-without-identifier", "REPLY-1", "The reply rule applies to replies without identifier too.",
      reply_1=lambda self, rule: rule()
      or self.incoming and self.message.sent_by == "target" and not gives_identifier(self))
fault("reply-rule-for-any-identifier", "REPLY-1", "The reply rule does not ask whether a database has the identifier.",
      reply_1=lambda self, rule: self.incoming and self.message.sent_by == "target" and gives_identifier(self))
fault("reply-rule-asks-for-service", "REPLY-1", "The reply rule applies only if the identified database has the service.",
      reply_1=lambda self, rule: rule() and self.has_service(identified(self)))
fault("reply-rule-not-after-loop", "REPLY-1 LOOP-1", "The reply rule is not tried after LOOP-1.",
      reply_1=lambda self, rule: arrived_from_outside(self) and rule())
fault("reply-rule-locates-by-name", "REPLY-1 LOCATE-1", "A reply is delivered to any database that has the service.",
      identifier_to_locate=lambda self, rule: None if self.chosen is None else rule())
fault("reply-rule-after-matching", "REPLY-1", "The reply rule is tried only when no route matches.",
      reply_1=no,
      match_7=lambda self, rule, table: self.locate()
      if self.incoming and self.message.sent_by == "target" and identified(self) else rule(table))
fault("other-replies-dropped", "REPLY-2", "A reply to which REPLY-1 does not apply is dropped.",
      match=lambda self, rule, table: dict(DROP) if self.incoming and self.message.sent_by == "target" else rule(table))
fault("other-incoming-located", "REPLY-2", "Incoming messages of initiators are located without matching.",
      reply_1=lambda self, rule: rule() or self.incoming and self.message.sent_by == "initiator")

# ---- MATCH ------------------------------------------------------------------------------------------------------------------

fault("match-1-left-out", "MATCH-1", "Routes with the service name and the identifier do not come first.",
      match_1=nothing)
fault("match-1-by-name-only", "MATCH-1", "MATCH-1 takes routes with the service name and any identifier.",
      match_1=lambda self, rule, table: [route for route in table if gives_identifier(self)
                                         and self.names_service(route) and route.broker_instance is not None])
fault("match-1-by-identifier-only", "MATCH-1", "MATCH-1 takes routes with the identifier and any service name.",
      match_1=lambda self, rule, table: [
          route for route in table if self.same_identifier(route.broker_instance, self.message.to_broker_instance)])
fault("match-1-without-service-name", "MATCH-1 MATCH-5", "MATCH-1 takes routes with only the identifier as well.",
      match_1=lambda self, rule, table: rule(table) + [
          route for route in table if route.remote_service_name is None
          and self.same_identifier(route.broker_instance, self.message.to_broker_instance)])
fault("match-1-for-identifiers-here", "MATCH-1", "MATCH-1 matches only if a database of the instance has the identifier.",
      match_1=only_when(identified))
fault("match-1-for-identifiers-elsewhere", "MATCH-1", "MATCH-1 matches only if no database of the instance has the identifier.",
      match_1=only_when(lambda self: not identified(self)))
fault("match-1-after-match-2", "MATCH-1 MATCH-2", "MATCH-2 is tried before MATCH-1.",
      match_steps=moved("match_2", before="match_1"))

fault("match-2-left-out", "MATCH-2", "Routes with the service name and without identifier do not match.",
      match_2=nothing)
fault("match-2-with-identifier", "MATCH-2", "MATCH-2 takes routes with the service name whatever their identifier.",
      match_2=lambda self, rule, table: [route for route in table if self.names_service(route)])
fault("match-2-without-service-name", "MATCH-2 MATCH-5", "MATCH-2 takes routes without service name as well.",
      match_2=lambda self, rule, table: rule(table) + [
          route for route in table if route.remote_service_name is None and route.broker_instance is None])
fault("match-2-only-without-identifier", "MATCH-2", "MATCH-2 matches only if the conversation gives no identifier.",
      match_2=only_when(lambda self: not gives_identifier(self)))
fault("match-2-only-with-identifier", "MATCH-2", "MATCH-2 matches only if the conversation gives an identifier.",
      match_2=only_when(gives_identifier))
fault("match-2-after-match-3", "MATCH-2 MATCH-3", "MATCH-3 is tried before MATCH-2.",
      match_steps=moved("match_3", before="match_2"))

fault("match-3-left-out", "MATCH-3", "Routes with an identifier do not match a conversation without one.",
      match_3=nothing)
fault("match-3-with-identifier", "MATCH-3", "MATCH-3 is also tried for conversations that give an identifier.",
      match_3=lambda self, rule, table: self.of_one_identifier(
          [route for route in table if self.names_service(route) and route.broker_instance is not None]))
fault("match-3-picks-a-route", "MATCH-3", "MATCH-3 picks one of the routes instead of one of the identifiers.",
      of_one_identifier=lambda self, rule, routes: [self.way.pick(routes)] if routes else [])
fault("match-3-for-one-identifier", "MATCH-3", "MATCH-3 matches only if the routes have one identifier among them.",
      match_3=lambda self, rule, table: [] if len({
          self.identifier_key(route.broker_instance) for route in table
          if self.names_service(route) and route.broker_instance is not None}) > 1 else rule(table))
fault("match-3-after-match-4", "MATCH-3 MATCH-4", "MATCH-4 is tried before MATCH-3.",
      match_steps=moved("match_4", before="match_3"))

fault("match-4-left-out", "MATCH-4", "No route is ever requested.",
      match_4=nothing)
fault("match-4-first", "MATCH-4", "MATCH-4 is the first step.",
      match_steps=moved("match_4", before="match_1"))
fault("match-4-before-match-2", "MATCH-4 MATCH-2", "MATCH-4 is tried before MATCH-2.",
      match_steps=moved("match_4", before="match_2"))
fault("match-4-without-asking", "MATCH-4", "MATCH-4 delays the conversation, but requests nothing.",
      match_4=lambda self, rule, *given: dict(DELAY) if rule(*given) == ASK else rule(*given))
fault("match-4-drops", "MATCH-4", "MATCH-4 drops the message and requests a route.",
      match_4=lambda self, rule, *given: dict(DROP) if rule(*given) == ASK else rule(*given))
fault("match-4-while-pending", "MATCH-4", "A route is requested even while a request for the target service is pending.",
      is_request_pending=no)
fault("match-4-only-while-pending", "MATCH-4", "A route is requested only while a request for the target service is pending.",
      is_request_pending=lambda self, rule: not rule())
fault("match-4-always-pending", "MATCH-4", "A request counts as pending when there is none at all.",
      is_request_pending=yes)
fault("match-4-without-route", "MATCH-4", "MATCH-4 does not ask for a route to the dynamic routing service.",
      is_to_dynamic_routing_service=yes)
fault("match-4-by-route-without-identifier", "MATCH-4",
      "A route to the dynamic routing service does not count if it has an identifier.",
      is_to_dynamic_routing_service=lambda self, rule, route: rule(route) and route.broker_instance is None)
fault("match-4-by-route-of-any-table", "MATCH-4", "A route to the dynamic routing service counts in any database.",
      match_4=lambda self, rule, table, *place: rule(all_routes(self), *place))
fault("match-4-by-name-without-case", "MATCH-4 NAME-1",
      "The name of the dynamic routing service is compared without regard to case.",
      is_to_dynamic_routing_service=lambda self, rule, route:
          (route.remote_service_name or "").lower() == "sql/servicebroker/brokerconfiguration")
fault("match-4-by-prefix", "MATCH-4 NAME-1", "Every service whose name begins with SQL/ServiceBroker counts.",
      is_to_dynamic_routing_service=lambda self, rule, route:
          (route.remote_service_name or "").startswith("SQL/ServiceBroker"))
fault("match-4-for-initiators-only", "MATCH-4", "Routes are requested only for what an initiator sent.",
      match_4=only_when(lambda self: self.message.sent_by == "initiator"))
fault("match-4-only-without-identifier", "MATCH-4", "Routes are requested only for conversations without identifier.",
      match_4=only_when(lambda self: not gives_identifier(self)))
fault("match-4-takes-the-route", "MATCH-4", "The message itself goes where the dynamic routing service is.",
      match_4=lambda self, rule, table, *place: [
          route for route in table if self.is_to_dynamic_routing_service(route)]
      if rule(table, *place) == ASK else rule(table, *place))

fault("match-5-left-out", "MATCH-5", "Routes with neither service name nor identifier do not match.",
      match_5=nothing)
fault("match-5-first", "MATCH-5", "MATCH-5 is the first step.",
      match_steps=moved("match_5", before="match_1"))
fault("match-5-before-match-2", "MATCH-5 MATCH-2", "MATCH-5 is tried before MATCH-2.",
      match_steps=moved("match_5", before="match_2"))
fault("match-5-before-match-3", "MATCH-5 MATCH-3", "MATCH-5 is tried before MATCH-3.",
      match_steps=moved("match_5", before="match_3"))
fault("match-5-after-match-6", "MATCH-5 MATCH-6", "MATCH-6 is tried before MATCH-5.",
      match_steps=moved("match_6", before="match_5"))
fault("match-5-any-identifier", "MATCH-5", "MATCH-5 takes routes without service name whatever their identifier.",
      match_5=lambda self, rule, table: [route for route in table if route.remote_service_name is None])
fault("match-5-any-service-name", "MATCH-5", "MATCH-5 takes routes without identifier whatever their service name.",
      match_5=lambda self, rule, table: [route for route in table if route.broker_instance is None])
fault("match-5-only-without-identifier", "MATCH-5", "MATCH-5 matches only if the conversation gives no identifier.",
      match_5=only_when(lambda self: not gives_identifier(self)))
fault("match-5-only-with-identifier", "MATCH-5", "MATCH-5 matches only if the conversation gives an identifier.",
      match_5=only_when(gives_identifier))

fault("match-6-left-out", "MATCH-6", "No local route is supposed.",
      match_6=nothing)
fault("match-6-without-identifier", "MATCH-6", "MATCH-6 does not ask whether the conversation gives an identifier.",
      match_6=lambda self, rule, table: [self.supposed_route()] if self.instance_has_service() else [])
fault("match-6-in-sending-database", "MATCH-6", "MATCH-6 asks whether the sending database has the service.",
      match_6=only_when(lambda self: self.incoming or self.has_service(self.database(self.message.origin_database))))
fault("match-6-first", "MATCH-6", "MATCH-6 is the first step.",
      match_steps=moved("match_6", before="match_1"))
fault("match-6-before-match-4", "MATCH-6 MATCH-4 MATCH-5", "MATCH-6 is tried before MATCH-4.",
      match_steps=moved("match_6", before="match_4"))

fault("match-7-drops-outgoing", "MATCH-7", "An outgoing message for which no route matches is dropped.",
      match_7=lambda self, rule, table: rule(table) if self.incoming else dict(DROP))
fault("match-7-asks", "MATCH-7", "A route is requested when no route matches.",
      match_7=outcome(ASK))
fault("match-7-chooses-any-route", "MATCH-7", "When no route matches, one is chosen from the whole table.",
      match_7=lambda self, rule, table: self.choose(table) if table else rule(table))

# ---- CHOOSE -----------------------------------------------------------------------------------------------------------------

fault("choose-0-without-address", "CHOOSE-0", "Routes with the same service name and identifier count as one.",
      choose_0=lambda self, rule, matched: list({
          (route.remote_service_name, route.broker_instance): route for route in reversed(rule(matched))}.values()))
fault("choose-0-takes-one", "CHOOSE-0", "One of the matched routes is taken before the steps of choosing.",
      choose_0=lambda self, rule, matched: rule(matched)[:1])

fault("choose-1-left-out", "CHOOSE-1 MIRROR-1", "Mirrored routes are not preferred.",
      choose_1=nothing)
fault("choose-1-last", "CHOOSE-1 MIRROR-1", "Mirrored routes are chosen only when no other can be.",
      choose_0=lambda self, rule, matched: [route for route in rule(matched) if route.mirror_address is None]
      if any(step([route for route in matched if route.mirror_address is None]) for step in self.choose_steps())
      else rule(matched))
fault("choose-1-after-choose-2", "CHOOSE-1 CHOOSE-2", "CHOOSE-2 is tried before CHOOSE-1.",
      choose_steps=moved("choose_2", before="choose_1"))
fault("choose-1-by-network-address", "CHOOSE-1", "CHOOSE-1 takes only routes with a network address.",
      choose_1=lambda self, rule, routes: self.choose_3(rule(routes)))
fault("choose-1-for-outgoing-only", "CHOOSE-1", "CHOOSE-1 is left out for incoming messages.",
      choose_1=only_when(outgoing))
fault("choose-1-with-identifier", "CHOOSE-1", "CHOOSE-1 takes only routes that have an identifier.",
      choose_1=lambda self, rule, routes: [route for route in rule(routes) if route.broker_instance is not None])

fault("choose-2-left-out", "CHOOSE-2", "Routes with the address LOCAL are not chosen.",
      choose_2=nothing)
fault("choose-2-without-service", "CHOOSE-2", "A LOCAL route is chosen without asking whether the instance has the service.",
      choose_2=lambda self, rule, routes: local_routes(self, routes))
fault("choose-2-in-sending-database", "CHOOSE-2", "A LOCAL route is chosen if the sending database has the service.",
      choose_2=lambda self, rule, routes: rule(routes)
      if self.incoming or self.has_service(self.database(self.message.origin_database)) else [])
fault("choose-2-in-other-databases", "CHOOSE-2", "The services of the sending database do not count for CHOOSE-2.",
      choose_2=lambda self, rule, routes: rule(routes) if any(
          database.name != self.message.origin_database for database in self.databases_with_service()) else [])
fault("choose-2-by-identifier", "CHOOSE-2", "Where an identifier is given, CHOOSE-2 asks for it instead of the service.",
      choose_2=lambda self, rule, routes: rule(routes) if not gives_identifier(self)
      else local_routes(self, routes) if identified(self) else [])
fault("choose-2-after-choose-3", "CHOOSE-2 CHOOSE-3", "Network addresses come before LOCAL.",
      choose_steps=moved("choose_3", before="choose_2"))
fault("choose-2-last", "CHOOSE-2 CHOOSE-4", "LOCAL comes last.",
      choose_steps=moved("choose_2", before=None))
fault("choose-2-in-upper-case", "CHOOSE-2", "Only LOCAL in upper case is LOCAL; otherwise it is a network address.",
      is_local=lambda self, rule, route: route.address == "LOCAL")

fault("choose-3-left-out", "CHOOSE-3", "Routes with a network address are not chosen.",
      choose_3=nothing)
fault("choose-3-valid-only", "CHOOSE-3", "Routes whose network address is not valid are not chosen.",
      choose_3=lambda self, rule, routes: [route for route in rule(routes) if is_valid(self, route.address)])
fault("choose-3-after-choose-4", "CHOOSE-3 CHOOSE-4", "TRANSPORT comes before network addresses.",
      choose_steps=moved("choose_4", before="choose_3"))

fault("choose-4-left-out", "CHOOSE-4", "Routes with the address TRANSPORT are not chosen.",
      choose_4=nothing)
fault("choose-4-first", "CHOOSE-4", "TRANSPORT comes first.",
      choose_steps=moved("choose_4", before="choose_1"))
fault("choose-4-for-outgoing-only", "CHOOSE-4", "TRANSPORT is not chosen for incoming messages.",
      choose_4=only_when(outgoing))
fault("choose-4-as-network-address", "CHOOSE-4 TRANSPORT-1", "TRANSPORT is taken for a network address.",
      is_transport=no)
fault("choose-4-in-upper-case", "CHOOSE-4", "Only TRANSPORT in upper case is TRANSPORT; otherwise it is a network address.",
      is_transport=lambda self, rule, route: route.address == "TRANSPORT")
fault("choose-4-without-service-name", "CHOOSE-4", "A TRANSPORT route with a service name is not chosen.",
      choose_4=lambda self, rule, routes: [route for route in rule(routes) if route.remote_service_name is None])

fault("choose-5-asks", "CHOOSE-5", "A route is requested when none can be chosen.",
      choose_5=outcome(ASK))
fault("choose-5-delivers", "CHOOSE-5", "When nothing can be chosen, the first database gets the message.",
      choose_5=lambda self, rule: {"outcome": "deliver", "database": self.instance.databases[0].name})
fault("choose-5-goes-on-matching", "CHOOSE-5 MATCH-5", "The next steps of matching are tried when no route can be chosen.",
      match=match_until_chosen)

# ---- TRANSPORT --------------------------------------------------------------------------------------------------------------

HOST = r"(?:[^/:\[\]\x00-\x20\x7f]+|\[[^/\]\x00-\x20\x7f]+\])"


def address_in_name(pattern, default=None):
    """TRANSPORT-1 takes what the pattern finds at the beginning of the name, too."""
    def transport_1(self, rule):
        found = re.match(pattern, self.message.to_service_name, re.DOTALL)
        return rule() or (found[1] + (default or "") if found else None)
    return transport_1


fault("transport-1-to-the-end", "TRANSPORT-1", "A name that goes on after the port is not accepted.",
      transport_1=lambda self, rule: rule() if rule() == self.message.to_service_name else None)
fault("transport-1-in-upper-case", "TRANSPORT-1", "The scheme in the name must be in upper case.",
      transport_1=lambda self, rule: rule() if self.message.to_service_name.startswith("TCP://") else None)
fault("transport-1-without-port", "TRANSPORT-1", "A name without port has the port 4022.",
      transport_1=address_in_name(rf"([Tt][Cc][Pp]://{HOST})(?:/.*)?\Z", ":4022"))
fault("transport-1-port-0", "TRANSPORT-1", "A port of 0 is accepted.",
      transport_1=address_in_name(rf"([Tt][Cc][Pp]://{HOST}:0+)(?:/.*)?\Z"))
fault("transport-1-port-65536", "TRANSPORT-1", "Any port is accepted, however large.",
      transport_1=address_in_name(rf"([Tt][Cc][Pp]://{HOST}:0*[1-9][0-9]*)(?:/.*)?\Z"))
fault("transport-1-anything-after-port", "TRANSPORT-1", "The name may go on with anything after the port.",
      transport_1=address_in_name(rf"([Tt][Cc][Pp]://{HOST}:0*[1-9][0-9]{{0,3}})(?![0-9])"))
fault("transport-1-inside-the-name", "TRANSPORT-1", "The address may stand anywhere in the name.",
      transport_1=address_in_name(rf".*?([Tt][Cc][Pp]://{HOST}:0*[1-9][0-9]{{0,3}})(?:/.*)?\Z"))
fault("transport-1-needs-a-path", "TRANSPORT-1", "A name that ends after the port is not accepted.",
      transport_1=lambda self, rule: rule() if rule() != self.message.to_service_name else None)
fault("transport-1-any-scheme", "TRANSPORT-1", "Any scheme is accepted.",
      transport_1=address_in_name(rf"([A-Za-z]+://{HOST}:0*[1-9][0-9]{{0,3}})(?:/.*)?\Z"))
fault("transport-1-without-scheme", "TRANSPORT-1", "The scheme may be missing.",
      transport_1=address_in_name(rf"({HOST}:0*[1-9][0-9]{{0,3}})(?:/.*)?\Z"))
fault("transport-1-names-the-mirror", "TRANSPORT-1", "The outcome of a TRANSPORT route names its mirror address.",
      send_1=lambda self, rule, address, mirror_address: rule(address, self.chosen.mirror_address),
      forward_2=lambda self, rule, address, mirror_address: rule(address, self.chosen.mirror_address))
fault("transport-1-uses-the-mirror", "TRANSPORT-1 TRANSPORT-2",
      "The mirror address of a TRANSPORT route is used when the name has no address.",
      transport_1=lambda self, rule: rule() or self.chosen.mirror_address)
fault("transport-2-tries-another-route", "TRANSPORT-2", "Another route is chosen when the name has no address.",
      transport_2=lambda self, rule: self.choose([route for route in self.matched if not self.is_transport(route)]))
fault("transport-2-uses-the-name", "TRANSPORT-2", "The name itself is the address when it has none.",
      transport_1=lambda self, rule: rule() or self.message.to_service_name)
fault("transport-2-asks", "TRANSPORT-2", "A route is requested when the name has no address.",
      transport_2=outcome(ASK))
fault("transport-2-locates", "TRANSPORT-2", "The service is located here when the name has no address.",
      transport_2=located)

# ---- SEND, FORWARD and LOOP -------------------------------------------------------------------------------------------------

fault("send-1-without-mirror", "SEND-1", "The outcome of sending does not name the mirror address.",
      send_1=lambda self, rule, address, mirror_address: rule(address, None))
fault("send-1-to-the-mirror", "SEND-1", "The outcome of sending names the mirror address only.",
      send_1=lambda self, rule, address, mirror_address: rule(mirror_address or address, None))
fault("send-1-swaps-the-pair", "SEND-1", "Address and mirror address change places in the outcome of sending.",
      send_1=swapped)
fault("send-1-forwards", "SEND-1", "An outgoing message is forwarded instead of sent.",
      send_1=lambda self, rule, address, mirror_address: rule(address, mirror_address) | {"outcome": "forward"})
fault("send-1-needs-forwarding", "SEND-1 FORWARD-1", "Outgoing messages too are dropped when forwarding is not active.",
      send_1=lambda self, rule, *addresses: rule(*addresses)
      if self.instance.is_message_forwarding_enabled else dict(DROP))
fault("send-1-valid-only", "SEND-1", "A message is dropped when the address of the chosen route is not valid.",
      send_1=lambda self, rule, address, mirror_address: rule(address, mirror_address)
      if is_valid(self, address) else dict(DROP))

fault("forward-1-left-out", "FORWARD-1", "Messages are forwarded even when forwarding is not active.",
      is_forwarding_active=yes)
fault("forward-1-reversed", "FORWARD-1 FORWARD-2", "Messages are forwarded when forwarding is not active, and only then.",
      is_forwarding_active=lambda self, rule: not rule())
fault("forward-1-active-unless-said", "FORWARD-1", "Forwarding is active unless it is said not to be.",
      read=on_document(lambda document, instance, message, routes: instance.update(
          is_message_forwarding_enabled=instance.get("is_message_forwarding_enabled") is not False)))
fault("forward-1-tries-another-route", "FORWARD-1", "When forwarding is not active, one of the LOCAL routes is chosen.",
      forward_1=lambda self, rule: self.choose(self.choose_2(self.matched)) if self.choose_2(self.matched) else rule())
fault("forward-1-not-for-transport", "FORWARD-1", "TRANSPORT routes forward even when forwarding is not active.",
      is_forwarding_active=lambda self, rule: rule() or self.is_transport(self.chosen))
fault("forward-1-not-for-mirrored", "FORWARD-1", "Mirrored routes forward even when forwarding is not active.",
      is_forwarding_active=lambda self, rule: rule() or self.chosen.mirror_address is not None)
fault("forward-1-not-after-loop", "FORWARD-1 LOOP-1", "After LOOP-1 messages are forwarded even when forwarding is not active.",
      is_forwarding_active=lambda self, rule: rule() or not arrived_from_outside(self))
fault("forward-1-asks", "FORWARD-1", "A route is requested when forwarding is not active.",
      forward_1=outcome(ASK))

fault("forward-2-left-out", "FORWARD-2", "Incoming messages are never forwarded, but dropped.",
      forward_2=outcome(DROP))
fault("forward-2-sends", "FORWARD-2", "An incoming message is sent instead of forwarded.",
      forward_2=lambda self, rule, address, mirror_address: rule(address, mirror_address) | {"outcome": "send"})
fault("forward-2-without-mirror", "FORWARD-2", "The outcome of forwarding does not name the mirror address.",
      forward_2=lambda self, rule, address, mirror_address: rule(address, None))
fault("forward-2-to-the-mirror", "FORWARD-2", "The outcome of forwarding names the mirror address only.",
      forward_2=lambda self, rule, address, mirror_address: rule(mirror_address or address, None))
fault("forward-2-swaps-the-pair", "FORWARD-2", "Address and mirror address change places in the outcome of forwarding.",
      forward_2=swapped)
fault("forward-2-not-for-replies", "FORWARD-2", "What a target sent is dropped instead of forwarded.",
      forward_2=lambda self, rule, *addresses: dict(DROP) if self.message.sent_by == "target" else rule(*addresses))


fault("loop-1-left-out", "LOOP-1", "An outgoing message is sent even to this instance itself.",
      loop_1=no)
fault("loop-1-for-incoming-too", "LOOP-1 FORWARD-2", "An incoming message is dropped instead of forwarded to this instance.",
      forward_2=lambda self, rule, address, mirror_address: dict(DROP)
      if self.resolves_here(address) else rule(address, mirror_address))
fault("loop-1-drops", "LOOP-1", "A message that would be sent to this instance is dropped.",
      route_again=outcome(DROP))
fault("loop-1-delays", "LOOP-1", "A message that would be sent to this instance is delayed.",
      route_again=outcome(DELAY))
fault("loop-1-stays-outgoing", "LOOP-1", "After LOOP-1 msdb.sys.routes is used, but the message stays outgoing.",
      route_again=route_again_as_outgoing,
      scope_1=lambda self, rule: self.scope_2() if has_looped(self) else rule(),
      loop_1=lambda self, rule, address: not has_looped(self) and rule(address))
fault("loop-1-stays-in-table", "LOOP-1 SCOPE-2", "After LOOP-1 the routes of the sending database are still used.",
      scope_2=lambda self, rule: rule() if arrived_from_outside(self) else self.scope_1())
fault("loop-1-sends-on", "LOOP-1 FORWARD-2", "After LOOP-1 a message is sent on and not forwarded.",
      forward_2=lambda self, rule, *addresses: rule(*addresses) if arrived_from_outside(self) else self.send_1(*addresses))
fault("loop-1-locates", "LOOP-1", "After LOOP-1 the service is located at once, without matching.",
      route_again=located_as_incoming)
fault("loop-1-takes-another-route", "LOOP-1", "Another of the matched routes is chosen when an address is this instance's own.",
      loop_1=no,
      choose=lambda self, rule, matched: rule(
          [route for route in matched if self.incoming or not self.resolves_here(route.address)]))
fault("loop-1-first-address-only", "LOOP-1", "Only the first of the instance's addresses is looked at.",
      resolves_here=lambda self, rule, address: rule(address)
      and self.same_address(address, self.instance.addresses[0]))
fault("loop-1-by-host", "LOOP-1", "An address with the host of one of the instance's addresses resolves to it on any port.",
      resolves_here=lambda self, rule, address: is_valid(self, address) and any(
          self.address_key(address)[0] == self.address_key(own)[0] for own in self.instance.addresses))
fault("loop-1-with-case", "LOOP-1", "Addresses are compared with their case.",
      resolves_here=lambda self, rule, address: rule(address) and any(
          address.split("/")[:3] == own.split("/")[:3] for own in self.instance.addresses))
fault("loop-1-with-the-rest", "LOOP-1", "What follows the port is compared, be it only a slash.",
      resolves_here=lambda self, rule, address: any(address.lower() == own.lower() for own in self.instance.addresses))
fault("loop-1-valid-only", "LOOP-1", "An address that is not valid never resolves to this instance.",
      resolves_here=lambda self, rule, address: rule(address) and is_valid(self, address))
fault("loop-1-by-any-matched-route", "LOOP-1", "LOOP-1 applies if any of the matched routes has such an address.",
      loop_1=lambda self, rule, address: rule(address) or any(is_own(self, route.address) for route in self.matched))
fault("loop-1-by-mirror-only", "LOOP-1", "Of a mirrored route LOOP-1 looks at the mirror address only.",
      loop_1=lambda self, rule, address: rule(address)
      if self.chosen.mirror_address is None else is_own(self, self.chosen.mirror_address))
fault("loop-1-by-mirror-of-local", "LOOP-1", "LOOP-1 looks at the mirror address of a LOCAL route.",
      locate=lambda self, rule: self.route_again()
      if not self.incoming and self.chosen and is_own(self, self.chosen.mirror_address) else rule())
fault("loop-1-by-mirror-of-transport", "LOOP-1", "LOOP-1 looks at the mirror address of a TRANSPORT route.",
      loop_1=lambda self, rule, address: rule(address)
      or self.is_transport(self.chosen) and is_own(self, self.chosen.mirror_address))
fault("loop-1-needs-forwarding", "LOOP-1", "LOOP-1 applies only when forwarding is active.",
      loop_1=lambda self, rule, address: self.instance.is_message_forwarding_enabled and rule(address))


# ---- LOCATE -----------------------------------------------------------------------------------------------------------------

fault("locate-1-left-out", "LOCATE-1", "Identifiers are ignored when the service is located.",
      identifier_to_locate=none)
fault("locate-1-without-route", "LOCATE-1", "The identifier of the route is ignored when the service is located.",
      identifier_to_locate=lambda self, rule: self.message.to_broker_instance)
fault("locate-1-without-conversation", "LOCATE-1", "The identifier of the conversation is ignored when the service is located.",
      identifier_to_locate=lambda self, rule: None if self.chosen is None else self.chosen.broker_instance)
fault("locate-1-goes-on-without-database", "LOCATE-1", "LOCATE-2 and LOCATE-3 follow when no database has the identifier.",
      locate_1=lambda self, rule, identifier: rule(identifier)
      if self.identified_database(identifier) else self.locate_2() or self.locate_3())
fault("locate-1-goes-on-without-service", "LOCATE-1",
      "LOCATE-2 and LOCATE-3 follow when the database with the identifier lacks the service.",
      locate_1=lambda self, rule, identifier: rule(identifier)
      or self.identified_database(identifier) and (self.locate_2() or self.locate_3()))
fault("locate-1-after-locate-2", "LOCATE-1 LOCATE-2", "LOCATE-2 is tried before LOCATE-1.",
      locate_1=lambda self, rule, identifier: self.locate_2() or rule(identifier))

fault("locate-2-left-out", "LOCATE-2", "The sending database has no precedence.",
      locate_2=none)
fault("locate-2-without-service", "LOCATE-2", "LOCATE-2 does not ask whether the sending database has the service.",
      locate_2=lambda self, rule: None if self.incoming else self.database(self.message.origin_database))
fault("locate-2-last", "LOCATE-2 LOCATE-3", "The sending database gets the message only if no other has the service.",
      locate_2=none,
      locate_3=lambda self, rule: next(
          (database for database in self.databases_with_service() if database.name != self.message.origin_database),
          rule()))

fault("locate-3-left-out", "LOCATE-3", "Without an identifier only the sending database is searched.",
      locate_3=none)
fault("locate-3-for-incoming-only", "LOCATE-3", "An outgoing message is not delivered to another database.",
      locate_3=lambda self, rule: rule() if self.incoming else None)
fault("locate-3-msdb-only", "LOCATE-3", "Of the other databases only msdb is searched.",
      locate_3=lambda self, rule: self.database("msdb") if self.has_service(self.database("msdb")) else None)
fault("locate-3-never-msdb", "LOCATE-3", "msdb is not searched.",
      locate_3=lambda self, rule: next(
          (database for database in self.databases_with_service() if database.name != "msdb"), None))
fault("locate-3-without-service", "LOCATE-3", "A message is delivered to the first database with an enabled broker.",
      locate_3=lambda self, rule: next(
          (database for database in self.instance.databases if database.is_broker_enabled), None))

fault("locate-4-goes-back-to-matching", "LOCATE-4", "When the service is not found, matching starts again without LOCAL routes.",
      locate_4=lambda self, rule: self.match([
          route for route in self.table_in_scope() if not self.is_local(route)]),
      match_6=nothing)
fault("locate-4-delivers-anyway", "LOCATE-4", "When the service is not found, the first database gets the message.",
      locate_4=lambda self, rule: {"outcome": "deliver", "database": self.instance.databases[0].name})
fault("locate-4-asks", "LOCATE-4", "A route is requested when the service is not found.",
      locate_4=outcome(ASK))
fault("locate-4-goes-on-after-reply-rule", "LOCATE-4 REPLY-1", "After REPLY-1 matching follows when the service is not found.",
      locate_4=lambda self, rule: rule() if self.matched else self.match(self.table_in_scope()))
fault("locate-4-goes-back-to-any-route", "LOCATE-4", "Going back, the last of the remaining routes is taken whatever it is.",
      locate_4=lambda self, rule: self.choose(
          [route for route in self.matched if not self.is_local(route)][-1:]))

# ---- MIRROR, and definitions that a decision takes as they stand ------------------------------------------------------------

fault("mirrored-routes-not-matched", "MIRROR-1", "Mirrored routes do not match.",
      match=lambda self, rule, table: rule([route for route in table if route.mirror_address is None]))
fault("mirrored-routes-match-first", "MIRROR-1", "The mirrored routes with the service name match first, whatever their identifier.",
      match_1=lambda self, rule, table: [
          route for route in table if self.names_service(route) and route.mirror_address is not None] or rule(table))
fault("mirrored-routes-match-any-service", "MIRROR-1 MATCH-5", "A mirrored route with another service name matches in MATCH-5.",
      match_5=lambda self, rule, table: rule(table) + [
          route for route in table if route.mirror_address is not None and route.remote_service_name is not None])
fault("mirrored-routes-need-identifier", "MIRROR-1 MATCH-2", "A mirrored route without identifier does not match.",
      match=lambda self, rule, table: rule([
          route for route in table if route.mirror_address is None or route.broker_instance is not None]))
fault("transport-routes-with-service-name-not-matched", "MATCH-2 CHOOSE-4", "A TRANSPORT route with a service name does not match.",
      match=lambda self, rule, table: rule([
          route for route in table if not self.is_transport(route) or route.remote_service_name is None]))
fault("invalid-routes-not-matched", "CHOOSE-3", "A route whose network address is not valid does not match.",
      match=lambda self, rule, table: rule([
          route for route in table if self.is_local(route) or self.is_transport(route)
          or is_valid(self, route.address)]))

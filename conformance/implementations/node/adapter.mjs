#!/usr/bin/env node
// A small, honest implementation for Node.js: it knows routes by service name and default routes, and says
// `unsupported` where more is needed. The numbers are those of spec/routing.md.
import { createInterface } from "node:readline";

class Unsupported extends Error {}

const LOCAL = /^local$/i;
const ADDRESS = /^tcp:\/\/[^/:[\]\s]+:\d+/i;
const DYNAMIC_ROUTING = "SQL/ServiceBroker/BrokerConfiguration";

function refuseWhatIsNotCovered({ now, instance, message }) {
    const databases = instance.databases;
    const routes = databases.flatMap((database) => database.routes ?? []);
    const needed = [
        [now != null || routes.some((route) => route.lifetime != null), "lifetimes"],
        [message.to_broker_instance != null || routes.some((route) => route.broker_instance != null), "identifiers"],
        [message.sent_by === "target", "replies"],
        [instance.addresses?.length, "addresses of this instance"],
        [databases.some((database) => database.is_broker_enabled === false), "disabled brokers"],
        [routes.some((route) => route.mirror_address != null), "mirrored routes"],
        [routes.some((route) => route.remote_service_name === DYNAMIC_ROUTING), "dynamic routing"],
        [routes.some(({ address }) => !LOCAL.test(address) && !ADDRESS.test(address)), "TRANSPORT and malformed addresses"],
    ];
    for (const [isNeeded, what] of needed) if (isNeeded) throw new Unsupported(what);
}

function route(scenario) {
    refuseWhatIsNotCovered(scenario);
    const { instance, message } = scenario;
    const outgoing = message.origin_database != null;
    // SCOPE-1, SCOPE-2. The table of the sending database, or that of msdb.
    const scope = instance.databases.find(({ name }) => name === (outgoing ? message.origin_database : "msdb"));
    const named = (name) => (scope.routes ?? []).filter((route) => (route.remote_service_name ?? null) === name);

    // MATCH-2, MATCH-5 and MATCH-7; without identifiers and dynamic routing the steps between find nothing.
    const here = instance.databases.filter(({ services }) => services?.includes(message.to_service_name));
    let matched = named(message.to_service_name);
    if (matched.length === 0) matched = named(null);
    if (matched.length === 0) return { outcome: "delay" };

    // CHOOSE-2: a LOCAL route whose service is here. CHOOSE-3: a route to a network address. CHOOSE-5: nothing.
    // LOCATE-2, LOCATE-3: the sending database first, then any.
    if (matched.some(({ address }) => LOCAL.test(address)) && here.length > 0)
        return { outcome: "deliver", database: (here.find((database) => outgoing && database === scope) ?? here[0]).name };
    const network = matched.find(({ address }) => !LOCAL.test(address));
    if (!network) return { outcome: outgoing ? "delay" : "drop" };
    // SEND-1, FORWARD-1, FORWARD-2.
    if (outgoing) return { outcome: "send", address: network.address };
    if (!instance.is_message_forwarding_enabled) return { outcome: "drop" };
    return { outcome: "forward", address: network.address };
}

function reply(request) {
    if (request.protocol === 1) return { protocol: 1, implementation: "node example", version: "1.0" };
    if (request.timeline) return { id: request.id, unsupported: "timelines" };
    if (!request.scenario) return { id: request.id, error: "no question" };
    try {
        return { id: request.id, outcome: route(request.scenario) };
    } catch (problem) {
        const kind = problem instanceof Unsupported ? "unsupported" : "error";
        return { id: request.id, [kind]: problem.message };
    }
}

for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(JSON.stringify(reply(JSON.parse(line))) + "\n");

// From an import, which may hold several instances and several messages, to a scenario: one of each.

/** The messages of an import that are of its instance `name`. */
export const messagesOf = ({ messages }, name) => (messages ?? []).filter(({ instance }) => instance === name);

/**
 * The scenario with an imported instance in place of its own, msdb last, which seldom is what one looks for. `message` is one of the
 * import's; without one the message that is there stays if it can, or else one is made up for which the table has a route.
 */
export function adopted(scenario, { instance }, message, today) {
    const kept = canStay(scenario.message, instance) ? scenario.message : messageFor(instance);
    const { now, ...others } = scenario;
    const moment = now ?? (hasLifetimes(instance) ? today : undefined);
    return {
        ...others,
        ...(moment !== undefined && { now: moment }),
        instance: { ...instance, databases: [...instance.databases].sort(lastMsdb) },
        message: message === undefined ? kept : routedMembers(message),
    };
}

const lastMsdb = (one, other) => Number(one.name === 'msdb') - Number(other.name === 'msdb');

function canStay({ origin_database: origin }, { databases }) {
    return origin !== undefined && origin !== null && databases.some(({ name }) => name === origin);
}

function messageFor({ databases }) {
    const origin = databases.find(({ name }) => name !== 'msdb') ?? databases[0];
    const route = origin?.routes?.find(({ remote_service_name: service }) => service);
    return {
        origin_database: origin?.name ?? null,
        to_service_name: route?.remote_service_name ?? origin?.services?.[0] ?? 'OrderParts',
    };
}

const hasLifetimes = ({ databases }) => databases.some(({ routes }) => routes?.some(({ lifetime }) => lifetime));

const routed = ['origin_database', 'sent_by', 'to_service_name', 'to_broker_instance', 'conversation_begun_at'];

/** An imported message has members that have no say in routing. */
function routedMembers(message) {
    return Object.fromEntries(routed.filter((name) => name in message).map((name) => [name, message[name]]));
}

// Edits of a scenario. A scenario is a value: each edit gives a new one. What is in it may be wrong, since it is being typed;
// only its shape is sure.
import { put } from './pointer.mjs';

export const databasesOf = (scenario) => scenario.instance.databases;

export const routesOf = (database) => database.routes ?? [];

export const withRoutes = (scenario, index, routes) => put(scenario, ['instance', 'databases', index, 'routes'], routes);

export function addDatabase(scenario) {
    const name = unusedName('Database', new Set(databasesOf(scenario).map((database) => database.name)));
    const database = { name, services: [], routes: [{ name: 'AutoCreatedLocal', address: 'LOCAL' }] };
    return put(scenario, ['instance', 'databases'], [...databasesOf(scenario), database]);
}

/** A message from a database that goes comes from outside from then on. */
export function removeDatabase(scenario, index) {
    const { name } = databasesOf(scenario)[index];
    const rest = databasesOf(scenario).filter((_, other) => other !== index);
    const without = put(scenario, ['instance', 'databases'], rest);
    return scenario.message.origin_database === name ? put(without, ['message', 'origin_database'], null) : without;
}

/** The message follows the name of the database that it comes from. */
export function renameDatabase(scenario, index, name) {
    const before = databasesOf(scenario)[index].name;
    const renamed = put(scenario, ['instance', 'databases', index, 'name'], name);
    const alone = databasesOf(scenario).filter((database) => database.name === before).length === 1;
    return alone && scenario.message.origin_database === before
        ? put(renamed, ['message', 'origin_database'], name)
        : renamed;
}

/** Route1, Route2, ...: the first that is not in `used`. */
export function unusedName(stem, used, first = 1) {
    let number = first;
    while (used.has(`${stem}${number}`)) number += 1;
    return `${stem}${number}`;
}

const isText = (value) => typeof value === 'string';
const isAbsentOr = (good) => (value) => value === undefined || value === null || good(value);
const isListOf = (good) => (value) => Array.isArray(value) && value.every(good);
const isObjectOf = (members) => (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(members).every(([name, good]) => good(value[name]));

const optionalText = isAbsentOr(isText);
const optionalTexts = isAbsentOr(isListOf(isText));
const optionalSwitch = isAbsentOr((value) => typeof value === 'boolean');

/** Whether the page can show it. Whether it is right is for the decision to say. */
export const isScenario = isObjectOf({
    now: optionalText,
    instance: isObjectOf({
        is_message_forwarding_enabled: optionalSwitch,
        addresses: optionalTexts,
        pending_route_requests: optionalTexts,
        databases: isListOf(
            isObjectOf({
                name: isText,
                service_broker_guid: optionalText,
                is_broker_enabled: optionalSwitch,
                services: optionalTexts,
                routes: isAbsentOr(
                    isListOf(
                        isObjectOf({
                            name: isText,
                            remote_service_name: optionalText,
                            broker_instance: optionalText,
                            lifetime: optionalText,
                            address: isText,
                            mirror_address: optionalText,
                        }),
                    ),
                ),
            }),
        ),
    }),
    message: isObjectOf({
        origin_database: optionalText,
        sent_by: optionalText,
        to_service_name: isText,
        to_broker_instance: optionalText,
        conversation_begun_at: optionalText,
    }),
});

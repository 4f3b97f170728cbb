// What the page says in words.
import { stepsOf } from './pointer.mjs';
import { databasesOf, routesOf } from './scenario.mjs';

export function outcomeText(outcome) {
    switch (outcome.outcome) {
        case 'deliver': return `Delivered to ${shown(outcome.database)}`;
        case 'send': return `Sent to ${addressesText(outcome)}`;
        case 'forward': return `Forwarded to ${addressesText(outcome)}`;
        case 'delay': return outcome.route_requested ? 'Delayed, and a route is requested' : 'Delayed';
        default: return 'Dropped';
    }
}

function addressesText({ address, mirror_address: mirror }) {
    return mirror === undefined || mirror === null ? shown(address) : `${shown(address)} or ${shown(mirror)}, whichever is the principal`;
}

/** An empty text is a value too, and must be seen. */
const shown = (text) => (text === '' ? "''" : text);

const meanings = {
    deliver: 'The message goes into the queue of the service there.',
    send: 'The message leaves this instance.',
    forward: 'The message had arrived from outside, and is passed on.',
    delay: 'The message waits in sys.transmission_queue, and the routes are tried again later.',
    drop: 'The message is discarded.',
};

/** The kind of an outcome for someone who meets it for the first time. */
export const outcomeMeaning = ({ outcome }) => meanings[outcome];

export const readingsText = (readings) =>
    Object.entries(readings)
        .map(([id, answer]) => `${id} is ${answer}`)
        .join(' and ');

const listText = (names) => (names.length > 5 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', '));

/** What a step of the way did, in sentences. */
export function stepText(step, fallen) {
    const kept = step.routes?.length > 0 ? `Kept: ${listText(step.routes)}.` : '';
    return [
        step.table === undefined ? '' : `The table in scope is sys.routes of ${step.table}.`,
        step.chosen === undefined ? kept : `${kept} Chosen: ${step.chosen}.`,
        step.address === undefined ? '' : `Address: ${step.address}.`,
        step.database === undefined ? '' : `Database: ${step.database}.`,
        step.reason === undefined ? '' : sentence(step.reason),
        step.routes?.length === 0 && step.reason === undefined ? 'Nothing was found here; the next step is tried.' : '',
        ...fallen.slice(0, 4).map(({ route, because }) => `${route} fell out: ${because}.`),
        fallen.length > 4 ? `So did ${fallen.length - 4} more.` : '',
    ]
        .filter((part) => part !== '')
        .join(' ');
}

/** The ids of rules in a text, each once. */
export const mentionedRules = (text) => [...new Set(text.match(/\b[A-Z]{4,}-\d+\b/gu))];

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** A place in a scenario, by the names that stand there. */
export function placeText(scenario, where) {
    const [first, second, ...rest] = stepsOf(where);
    if (first === 'message') return ['the message', second].filter(Boolean).join(', ');
    if (first !== 'instance' || second !== 'databases' || rest.length === 0) return [first, second].filter(Boolean).join(', ');
    const [index, member, row, column] = rest;
    const database = databasesOf(scenario)[index];
    const route = member === 'routes' && row !== undefined ? routesOf(database)[row] : undefined;
    return [database.name, route ? `route ${route.name}` : member, column].filter(Boolean).join(', ');
}

export const countText = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

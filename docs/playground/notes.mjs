// What is to be told at a cell: the problem for which there is no answer, and what the review finds about one route.
import { stepsOf } from './pointer.mjs';
import { databasesOf, routesOf } from './scenario.mjs';

/** The column that a kind of finding is about, where it is about one. */
const columnOfFinding = {
    'malformed-address': 'address',
    'port-missing': 'address',
    'port-of-database-engine': 'address',
    'own-address': 'address',
    'own-address-without-delivery': 'address',
    'transport-without-address': 'address',
    'mirror-address-repeats-address': 'mirror_address',
    'incomplete-mirrored-route': 'mirror_address',
    'different-mirror-addresses': 'mirror_address',
    'identifier-is-no-guid': 'broker_instance',
    'identifier-without-service-name': 'broker_instance',
    'local-route-with-unknown-identifier': 'broker_instance',
    'expired-route': 'lifetime',
    'route-expires-soon': 'lifetime',
    'lifetime-out-of-range': 'lifetime',
    'similar-service-names': 'remote_service_name',
    'service-name-is-route-name': 'remote_service_name',
    'transport-with-service-name': 'remote_service_name',
};

/** Findings about options name them as CREATE ROUTE does. */
const columnOfOption = [
    ['MIRROR_ADDRESS', 'mirror_address'],
    ['SERVICE_NAME', 'remote_service_name'],
    ['BROKER_INSTANCE', 'broker_instance'],
    ['ADDRESS', 'address'],
];

function columnOf({ id, message }) {
    if (id === 'empty-option' || id === 'overlong-option' || id === 'malformed-address') {
        const named = columnOfOption.find(([option]) => new RegExp(`\\b${option}\\b`, 'u').test(message));
        if (named) return named[1];
    }
    return columnOfFinding[id] ?? 'name';
}

const rank = { note: 0, warning: 1, error: 2 };

/**
 * The notes of the routing table at `index`: a map from `row/column` to {severity, message, isProblem}. Of several at a cell the
 * gravest is told.
 */
export function notesOf(scenario, index, findings, problem) {
    const database = databasesOf(scenario)[index];
    const rows = new Map(routesOf(database).map(({ name }, row) => [name, row]));
    const notes = new Map();
    for (const finding of findings) {
        const [route] = finding.routes;
        const row = route?.database === database.name ? rows.get(route.route) : undefined;
        if (row === undefined) continue;
        const cell = `${row}/${columnOf(finding)}`;
        const old = notes.get(cell);
        if (!old || rank[old.severity] < rank[finding.severity]) {
            notes.set(cell, { severity: finding.severity, message: finding.message, isProblem: false });
        }
    }
    const cell = problem && cellOf(problem.where, index);
    if (cell) notes.set(cell, { severity: 'error', message: problem.message, isProblem: true });
    return notes;
}

/** `row/column` of the place in the routing table at `index`; undefined for other places. */
function cellOf(where, index) {
    const [instance, databases, database, routes, row, column] = stepsOf(where);
    const isHere = instance === 'instance' && databases === 'databases' && Number(database) === index && routes === 'routes';
    return isHere && row !== undefined ? `${row}/${column ?? 'name'}` : undefined;
}

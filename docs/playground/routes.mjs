// The routing table of a database as a grid: rows of sys.routes, columns of it, texts in its cells.
import { unusedName } from './scenario.mjs';
import { textOf, valueOf } from './values.mjs';

/** The columns that have a say in routing, in the order of sys.routes. */
export const columns = [
    { key: 'name', nullable: false },
    { key: 'remote_service_name', nullable: true },
    { key: 'broker_instance', nullable: true },
    { key: 'lifetime', nullable: true },
    { key: 'address', nullable: false },
    { key: 'mirror_address', nullable: true },
];

/** `SELECT * FROM sys.routes`, copied without its headings. */
const viewColumns = [
    'name', 'principal_id', 'route_id', 'remote_service_name', 'broker_instance', 'lifetime', 'address', 'mirror_address',
];

export const columnIndex = (key) => columns.findIndex((column) => column.key === key);

export function cellText(route, column) {
    const value = route[columns[column].key];
    return columns[column].nullable ? textOf(value) : value;
}

/** `routes` with other texts in some cells; a row behind the last one is a new route. */
export function withCells(routes, cells) {
    const changed = withNewRows(routes, Math.max(...cells.map(({ row }) => row)) + 1);
    for (const { row, column, text } of cells) {
        const { key, nullable } = columns[column];
        changed[row] = { ...changed[row], [key]: nullable ? valueOf(text) : text };
    }
    return changed;
}

function withNewRows(routes, count) {
    const used = new Set(routes.map(({ name }) => name));
    const added = Array.from({ length: Math.max(0, count - routes.length) }, (_, index) => {
        const name = unusedName('Route', used, routes.length + index + 1);
        used.add(name);
        return { name, address: '' };
    });
    return [...routes, ...added];
}

export function withoutRows(routes, first, last) {
    return routes.filter((_, row) => row < first || row > last);
}

/**
 * The cells that pasted rows fill, when the paste begins at `row` and `column`: below their headings, if they bring any; as all of
 * sys.routes, if they look like that; side by side from `column` on otherwise.
 */
export function pastedCells(rows, row, column) {
    const headed = rows.length > 0 && looksLikeHeadings(rows[0]);
    const content = headed ? rows.slice(1) : rows;
    const keys = headed ? rows[0].map(keyOf) : keysFor(content, column);
    return content.flatMap((texts, down) =>
        texts.flatMap((text, across) => {
            const target = columnIndex(keys[across]);
            return target < 0 ? [] : [{ row: row + down, column: target, text }];
        }),
    );
}

const keyOf = (heading) => heading.trim().toLowerCase();

function looksLikeHeadings(texts) {
    const known = texts.filter((text) => viewColumns.includes(keyOf(text)));
    return known.includes('name') || known.length > 1;
}

function keysFor(rows, column) {
    const looksLikeView = rows.every(
        (texts) => texts.length === viewColumns.length && [texts[1], texts[2]].every((id) => /^(\d+|NULL|)$/u.test(id)),
    );
    return looksLikeView ? viewColumns : columns.slice(column).map(({ key }) => key);
}

/** How wide each column is, in characters: as its longest text, within reason. */
export function widths(routes) {
    return columns.map(({ key }, column) => {
        const longest = routes.reduce((length, route) => Math.max(length, cellText(route, column).length), key.length);
        return Math.min(longest, 38) + 2;
    });
}

// What can be told of a way of the process: the table that each step looks at, where each route ended, and the ways that there are.

/** The name of the table that each step of a trace is about; undefined before any is in scope. */
export function tablesOf(trace) {
    let table;
    return trace.map((step) => (table = step.table ?? table));
}

/**
 * For each step of a way, the routes that fell out there. A rule may be met twice, in two tables; a route falls out of its own.
 */
export function fallenAt({ trace, why_not: whyNot }) {
    const tables = tablesOf(trace);
    return trace.map(({ rule }, index) =>
        (whyNot ?? []).filter((fallen) => fallen.rule === rule && fallen.table === tables[index] && isLast(trace, tables, index)),
    );
}

/** After going back the same rule is met again in the same table; what fell out is told at the last time. */
function isLast(trace, tables, index) {
    return !trace.some((step, later) => later > index && step.rule === trace[index].rule && tables[later] === tables[index]);
}

/** What became of each route of a table: a map by name to {fate: 'chosen' or 'fallen', rule, because}. */
export function fatesIn(table, { trace, why_not: whyNot }) {
    const fates = new Map();
    for (const { table: other, route, rule, because } of whyNot ?? []) {
        if (other === table) fates.set(route, { fate: 'fallen', rule, because });
    }
    const tables = tablesOf(trace);
    trace.forEach(({ rule, chosen }, index) => {
        if (chosen !== undefined && tables[index] === table && !fates.has(chosen)) fates.set(chosen, { fate: 'chosen', rule });
    });
    return fates;
}

export const outcomeMembers = ['outcome', 'database', 'address', 'mirror_address', 'route_requested'];

/** Whether two outcomes are the same one; an absent member is as good as null or false. */
export const isSameOutcome = (one, other) =>
    outcomeMembers.every((member) => (one[member] || null) === (other[member] || null));

/**
 * The picks of a way that ends as `sought`: those that differ from the first ways in as few choices as possible. `follow` takes
 * picks and gives a way. Null if none of the first `patience` ways does.
 */
export function picksTo(sought, follow, patience = 3000) {
    const waiting = [[]];
    for (let tried = 0; tried < patience && tried < waiting.length; tried += 1) {
        const way = follow(waiting[tried]);
        if (isSameOutcome(way.outcome, sought)) return waiting[tried];
        const fixed = waiting[tried].length;
        way.choices.slice(fixed).forEach(({ alternatives }, further) => {
            const before = way.choices.slice(0, fixed + further).map(({ pick }) => pick);
            for (let pick = 1; pick < alternatives.length; pick += 1) waiting.push([...before, pick]);
        });
    }
    return null;
}

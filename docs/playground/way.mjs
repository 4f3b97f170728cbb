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

/** Whether two outcomes are the same one; an absent member is as good as null or false, an empty text is not. */
export const isSameOutcome = (one, other) => outcomeMembers.every((name) => present(one[name]) === present(other[name]));

const present = (value) => (value === false ? null : (value ?? null));

/**
 * The picks of a way that ends as `sought`. `follow` takes picks and gives a way; alternatives that `isLikely` are tried before others,
 * and else those first that differ from the first way in few choices. Null if none of the first `patience` ways does.
 */
export function picksTo(sought, follow, isLikely, patience = 300) {
    const likely = [[]];
    const unlikely = [];
    for (let tried = 0; tried < patience && likely.length + unlikely.length > 0; tried += 1) {
        const picks = likely.shift() ?? unlikely.shift();
        const way = follow(picks);
        if (isSameOutcome(way.outcome, sought)) return picks;
        for (const { name, picks: others } of branches(way, picks.length)) (isLikely(name) ? likely : unlikely).push(others);
    }
    return null;
}

/** The picks that leave a way at one of its choices from `first` on, each with the name of what is picked there instead. */
function branches({ choices }, first) {
    return choices.slice(first).flatMap(({ alternatives, pick }, further) => {
        const before = choices.slice(0, first + further).map((choice) => choice.pick);
        return alternatives.map((name, other) => ({ name, picks: [...before, other] })).filter((_, other) => other !== pick);
    });
}

/** Whether an alternative of this name may lead to an outcome: the database, or a route to the address, or that route's identifier. */
export function likelyNames(scenario, { database, address }) {
    const routes = scenario.instance.databases.flatMap((one) => one.routes ?? []);
    const leading = routes.filter((route) => isSameText(route.address, address));
    const names = new Set([database, ...leading.flatMap(({ name, broker_instance: identifier }) => [name, identifier])]);
    return (name) => names.has(name);
}

const isSameText = (one, other) => one.toLowerCase() === other?.toLowerCase();

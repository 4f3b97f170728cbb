// The golden corpus as a list of cases to start from.

/** The corpus by its groups, the documented examples first, with what the list shows and a scenario to start from. */
export function startingPoints(jsonLines) {
    const groups = new Map();
    for (const line of jsonLines.split('\n').filter((text) => text !== '')) {
        const { id, title, source, scenario } = JSON.parse(line);
        const group = id.slice(0, id.lastIndexOf('/'));
        if (!groups.has(group)) groups.set(group, { group, source, cases: [] });
        groups.get(group).cases.push({ id, title, scenario });
    }
    const isExample = ({ group }) => group.startsWith('examples/');
    const all = [...groups.values()];
    return [...all.filter(isExample), ...all.filter((group) => !isExample(group))];
}

/** The groups with the cases that have every word of `sought`. */
export function found(corpus, sought) {
    const words = sought.toLowerCase().split(/\s+/u);
    const matches = (group, { id, title }) => {
        const text = `${id} ${title} ${group.source}`.toLowerCase();
        return words.every((word) => text.includes(word));
    };
    return corpus
        .map((group) => ({ ...group, cases: group.cases.filter((one) => matches(group, one)) }))
        .filter(({ cases }) => cases.length > 0);
}

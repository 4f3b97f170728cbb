// Text in a cell, and the value that it stands for. Service Management Studio shows and copies NULL as NULL, and so do cells:
// nothing at all is NULL too, and quotes are for the few texts that could not be written otherwise.

/** What a cell of a nullable column shows. */
export function textOf(value) {
    if (value === null || value === undefined) return '';
    return looksQuoted(value) || value === '' || value === 'NULL' ? `'${value}'` : value;
}

/** The value that a text in a cell of a nullable column stands for. */
export function valueOf(text) {
    if (text === '' || text === 'NULL') return null;
    return looksQuoted(text) ? text.slice(1, -1) : text;
}

function looksQuoted(text) {
    return text.length >= 2 && text.startsWith("'") && text.endsWith("'");
}

/** Lists are edited as lines; blank lines are no elements. */
export function linesOf(list) {
    return (list ?? []).join('\n');
}

export function listOf(lines) {
    return lines.split(/\r?\n/u).filter((line) => line.trim() !== '');
}

// How a routing table looks: its headings, its rows, and what is told at its cells.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { html } from './html.mjs';
import { columns } from './routes.mjs';
import { includes } from './selection.mjs';

/** In pixels, as the style sheet has them. */
export const rowHeight = 30;
const headHeight = 32;
/** A longer text may be cut off, and is told when it is pointed at. */
const longText = 38;

/** Before the columns of the table stands what became of each route. It cannot be edited. */
export const fateColumn = 0;
export const gridColumn = (column) => column + 1;
export const tableColumn = (column) => column - 1;
const columnAt = (column) => columns[tableColumn(column)];

export const cellId = (id, row, column) => `${id}-${row}-${column}`;
const noteId = (...place) => `${cellId(...place)}-note`;

export function fateText(fate) {
    if (fate === undefined) return '';
    return `${fate.fate === 'chosen' ? '✓' : '✕'} ${fate.rule}`;
}

const template = (columnWidths) => columnWidths.map((width) => `${width}ch`).join(' ');

const noteAt = (notes, row, column) => notes.get(`${row}/${columnAt(column)?.key}`);

export function Head({ columnWidths }) {
    const titles = ['ended at', ...columns.map(({ key }) => key)];
    return html`<div role="rowgroup" class="head">
        <div role="row" class="row" aria-rowindex="1" style=${{ gridTemplateColumns: template(columnWidths) }}>
            ${titles.map(
                (title, column) => html`<div key=${column} role="columnheader" class="cell" aria-colindex=${column + 1}>${title}</div>`,
            )}
        </div>
    </div>`;
}

export function Row({ parts, row, isLinked }) {
    const isNew = row === parts.routes.length;
    return html`<div
        role="row"
        class=${['row', isNew && 'new', isLinked && 'linked'].filter(Boolean).join(' ')}
        aria-rowindex=${row + 2}
        style=${{ top: `${row * rowHeight}px`, gridTemplateColumns: template(parts.columnWidths) }}
    >
        ${parts.columnWidths.map((_, column) => html`<${Cell} key=${column} ...${{ parts, row, column }} />`)}
    </div>`;
}

function Cell({ parts, row, column }) {
    const { id, routes, fates, notes, active, editing, textAt } = parts;
    const isActive = row === active.row && column === active.column;
    const isEdited = isActive && editing !== null;
    const text = textAt(row, column);
    const note = noteAt(notes, row, column);
    const fate = column === fateColumn && `fate ${fates.get(routes[row]?.name)?.fate ?? ''}`;
    const told = {
        'aria-invalid': note?.severity === 'error' ? 'true' : undefined,
        'aria-describedby': note ? noteId(id, row, column) : undefined,
    };
    return html`<div
        role="gridcell"
        id=${cellId(id, row, column)}
        class=${['cell', note && `noted ${note.severity}`, fate].filter(Boolean).join(' ')}
        tabindex=${isActive && !isEdited ? 0 : -1}
        aria-colindex=${column + 1}
        aria-selected=${includes(active, row, column) ? 'true' : 'false'}
        aria-readonly=${column === fateColumn ? 'true' : undefined}
        data-row=${row}
        data-column=${column}
        title=${text.length > longText ? text : undefined}
        ...${told}
    >
        ${isEdited ? html`<${Editor} ...${{ parts, row, column, told }} />` : shownText(text, row < routes.length && columnAt(column)?.nullable)}
    </div>`;
}

function Editor({ parts, row, column, told }) {
    return html`<input
        aria-label=${`${columnAt(column).key}, row ${row + 1}`}
        value=${parts.editing.text}
        spellcheck=${false}
        autocomplete="off"
        onInput=${(event) => parts.typed(event.currentTarget.value)}
        ...${told}
    />`;
}

function shownText(text, isNullable) {
    return text === '' && isNullable ? html`<span class="null">NULL</span>` : text;
}

/** What is told at the cells of a row: what keeps the answer away always, other things where one is. */
export function Notes({ parts, row, hovered }) {
    const { id, notes, active, columnWidths } = parts;
    const isAt = (place, column) => place?.row === row && place.column === column;
    const hasFocus = document.activeElement?.closest(`#${CSS.escape(id)}`);
    return columnWidths.map((_, column) => {
        const note = noteAt(notes, row, column);
        if (!note) return null;
        const isShown = note.isProblem || isAt(hovered, column) || (hasFocus && isAt(active, column));
        return html`<${Note} key=${column} cell=${cellId(id, row, column)} id=${noteId(id, row, column)} ...${{ note, isShown }} />`;
    });
}

/** Stands over whatever is around, right below its cell as far as that is in sight. */
function Note({ id, cell, note, isShown }) {
    const element = useRef(null);
    useLayoutEffect(() => {
        if (!isShown) return;
        const own = element.current;
        const [box, table, frame] = [document.getElementById(cell), own.parentElement, own.parentElement.firstElementChild].map((one) =>
            one.getBoundingClientRect(),
        );
        const left = Math.max(0, Math.min(box.left - table.left, table.width - own.offsetWidth));
        const top = Math.max(frame.top + headHeight, Math.min(box.bottom, frame.bottom)) - table.top;
        Object.assign(own.style, { left: `${left}px`, top: `${top}px` });
    });
    return html`<p ref=${element} id=${id} class=${`note ${note.severity}`} hidden=${!isShown}>${note.message}</p>`;
}

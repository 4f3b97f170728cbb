// The routing table of a database, edited like a spreadsheet: the grid pattern of the ARIA Authoring Practices, in which the focus is
// in the cell itself, so that a screen reader says what is there. Only the rows in sight are in the document.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tsvFormatRows, tsvParseRows } from 'd3-dsv';
import { Head, Notes, Row, cellId, fateColumn, fateText, gridColumn, rowHeight, tableColumn } from './grid-view.mjs';
import { html } from './html.mjs';
import { cellText, columnIndex, columns, pastedCells, widths, withCells, withoutRows } from './routes.mjs';
import { at, extendedTo, isOneCell, moved, rangeOf, within } from './selection.mjs';

/** Rows beyond those in sight, so that scrolling shows no gap. */
const overscan = 8;
const fateWidth = 13;

/**
 * `notes` maps `row/key` to {severity, message} of a cell; `fates` maps a route's name to what became of it; `linked` is the name of
 * the route that is pointed at elsewhere, and `onLink` tells which is pointed at here. `onChange` takes the new routes and the subject
 * of the change. `children` stand under the grid; they are a function of the name of the route that one is at.
 */
export function RoutesGrid({ id, label, routes, notes, fates, linked, onLink, onChange, children }) {
    const [selection, setSelection] = useState(at(0, gridColumn(0)));
    const [editing, setEditing] = useState(null);
    const [view, setView] = useState({ top: 0, height: 420 });
    const [hovered, setHovered] = useState(null);
    const scroller = useRef(null);
    const takesFocus = useRef(false);
    const selecting = useRef(false);
    const taps = useRef(false);

    const size = { rows: routes.length + 1, columns: columns.length + 1, page: Math.floor(view.height / rowHeight) - 2 };
    const active = within(selection, size);
    const columnWidths = useMemo(() => [fateWidth, ...widths(routes)], [routes]);

    useLayoutEffect(() => {
        if (!takesFocus.current) return;
        takesFocus.current = false;
        const cell = document.getElementById(cellId(id, active.row, active.column));
        const target = cell?.querySelector('input') ?? cell;
        target?.focus({ preventScroll: true });
        cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });

    const subjectOf = ({ row, column }) => cellId(id, row, column);
    const select = (next) => {
        takesFocus.current = true;
        setSelection(next);
    };
    const edit = (text) => {
        if (active.column === fateColumn) return;
        takesFocus.current = true;
        setSelection(at(active.row, active.column));
        setEditing({ ...active, before: routes, text: text ?? textAt(active.row, active.column) });
        if (text !== undefined) changeCells([cellOf(active, text)], subjectOf(active));
    };
    const textAt = (row, column) => {
        if (column === fateColumn) return fateText(fates.get(routes[row]?.name));
        return row < routes.length ? cellText(routes[row], tableColumn(column)) : '';
    };
    const changeCells = (cells, subject = null) => {
        if (cells.length > 0) onChange(withCells(routes, cells), subject);
    };
    const typed = (text) => {
        setEditing({ ...editing, text });
        changeCells([cellOf(active, text)], subjectOf(editing));
    };
    const endEdit = (next = active) => {
        setEditing(null);
        select(next);
    };
    const cancelEdit = () => {
        onChange(editing.before, subjectOf(editing));
        endEdit();
    };
    /** Of each selected cell of the table; row by row. */
    const eachSelected = (make) => {
        const { firstRow, lastRow, firstColumn, lastColumn } = rangeOf(active);
        const [left, bottom] = [Math.max(firstColumn, gridColumn(0)), Math.min(lastRow, routes.length - 1)];
        return Array.from({ length: Math.max(0, bottom - firstRow + 1) }, (_, down) =>
            Array.from({ length: Math.max(0, lastColumn - left + 1) }, (_unused, across) => make(firstRow + down, left + across)),
        );
    };
    const fill = (text) => changeCells(eachSelected((row, column) => cellOf({ row, column }, text)).flat());
    const clear = () => fill('');
    const removeRows = () => {
        const { firstRow, lastRow } = rangeOf(active);
        if (firstRow >= routes.length) return;
        onChange(withoutRows(routes, firstRow, lastRow));
        select(at(firstRow, active.column));
    };

    const editingKeys = {
        Enter: () => endEdit(at(Math.min(active.row + 1, size.rows - 1), active.column)),
        Escape: cancelEdit,
    };
    const keys = {
        Enter: () => edit(),
        F2: () => edit(),
        Delete: (event) => (event.ctrlKey || event.metaKey ? removeRows() : clear()),
        Backspace: clear,
        Escape: () => select(at(active.row, active.column)),
    };
    const pressedWhileEditing = (event) => {
        if (event.key === 'Tab') {
            const beside = moved(at(active.row, active.column), { key: event.shiftKey ? 'ArrowLeft' : 'ArrowRight' }, size);
            event.preventDefault();
            endEdit(beside);
        } else if (editingKeys[event.key] && !event.isComposing) {
            event.preventDefault();
            editingKeys[event.key]();
        }
    };
    const pressed = (event) => {
        if (editing) return pressedWhileEditing(event);
        const isAltGraph = event.getModifierState('AltGraph');
        const command = (event.ctrlKey || event.metaKey) && !isAltGraph;
        const target = moved(active, event, size);
        const selectsAll = command && event.key.toLowerCase() === 'a';
        const types = event.key.length === 1 && !command && (isAltGraph || !event.altKey);
        if (!target && !selectsAll && !types && !keys[event.key]) return undefined;
        event.preventDefault();
        if (target) return select(target);
        if (selectsAll) return select(extendedTo(at(0, gridColumn(0)), size.rows - 1, size.columns - 1));
        return types ? edit(event.key) : keys[event.key](event);
    };
    const copied = (event) => {
        if (editing) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', tsvFormatRows(eachSelected((row, column) => textAt(row, column) || 'NULL')));
    };
    const cut = (event) => {
        if (editing) return;
        copied(event);
        clear();
    };
    const pasted = (event) => {
        if (editing) return;
        event.preventDefault();
        const rows = tsvParseRows(event.clipboardData.getData('text/plain'));
        const { firstRow, firstColumn } = rangeOf(active);
        const fills = rows.length === 1 && rows[0].length === 1 && !isOneCell(active);
        if (fills) fill(rows[0][0]);
        else changeCells(pastedCells(rows, firstRow, Math.max(0, tableColumn(firstColumn))));
        select(at(firstRow, firstColumn));
    };
    const place = (event) => {
        const cell = event.target.closest('[role=gridcell]');
        return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    };
    const pointerDown = (event) => {
        const cell = place(event);
        if (!cell || event.button !== 0 || event.target.tagName === 'INPUT') return;
        event.preventDefault();
        const again = !editing && isOneCell(active) && cell.row === active.row && cell.column === active.column;
        taps.current = again && event.pointerType !== 'mouse';
        setEditing(null);
        selecting.current = event.pointerType === 'mouse';
        select(event.shiftKey ? extendedTo(active, cell.row, cell.column) : at(cell.row, cell.column));
    };
    const pointerOver = (event) => {
        const cell = place(event);
        setHovered(cell);
        onLink(cell ? (routes[cell.row]?.name ?? null) : null);
        if (cell && selecting.current && event.buttons === 1) setSelection(extendedTo(active, cell.row, cell.column));
    };
    const pointerLeave = () => {
        setHovered(null);
        onLink(null);
    };
    /** With a mouse a second click edits; with a finger, a tap on the cell where one is already. */
    const clicked = (event) => {
        if ((event.detail === 2 || taps.current) && place(event) && !editing) edit();
    };
    const focused = (event) => {
        const cell = place(event);
        if (cell) onLink(routes[cell.row]?.name ?? null);
    };
    const left = (event) => {
        if (scroller.current?.contains(event.relatedTarget)) return;
        setEditing(null);
        onLink(null);
    };
    /** From elsewhere on the page: a cell is to have the focus. */
    const called = (event) => select(at(event.detail.row, gridColumn(Math.max(0, columnIndex(event.detail.key)))));
    useLayoutEffect(() => {
        const element = scroller.current;
        const resized = new ResizeObserver(() => setView((old) => ({ ...old, height: element.clientHeight })));
        element.addEventListener('focuscell', called);
        resized.observe(element);
        return () => {
            element.removeEventListener('focuscell', called);
            resized.disconnect();
        };
    }, []);

    const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
    const last = Math.min(size.rows - 1, Math.ceil((view.top + view.height) / rowHeight) + overscan);
    const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
    // The row with the focus is always there, or the focus would be lost.
    const shown = inSight.includes(active.row) ? inSight : [...inSight, active.row];
    const parts = { id, routes, fates, notes, active, editing, columnWidths, textAt, typed };

    return html`<div class="table">
        <div
            id=${id}
            class="scroller"
            ref=${scroller}
            onScroll=${(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
            onKeyDown=${pressed}
            onCopy=${copied}
            onCut=${cut}
            onPaste=${pasted}
            onPointerDown=${pointerDown}
            onPointerOver=${pointerOver}
            onPointerLeave=${pointerLeave}
            onPointerUp=${() => (selecting.current = false)}
            onClick=${clicked}
            onFocusIn=${focused}
            onFocusOut=${left}
        >
            <div
                role="grid"
                aria-label=${label}
                aria-rowcount=${size.rows + 1}
                aria-colcount=${size.columns}
                aria-multiselectable="true"
                aria-describedby="grid-help"
            >
                <${Head} columnWidths=${columnWidths} />
                <div role="rowgroup" class="body" style=${{ height: `${size.rows * rowHeight}px` }}>
                    ${shown.map(
                        (row) => html`<${Row} key=${row} ...${{ parts, row }} isLinked=${linked !== null && routes[row]?.name === linked} />`,
                    )}
                </div>
            </div>
        </div>
        ${shown.map((row) => html`<${Notes} key=${row} ...${{ parts, row, hovered }} />`)}
        ${children(routes[hovered?.row ?? active.row]?.name)}
        <div class="under">
            <button type="button" onClick=${() => select(at(routes.length, gridColumn(0)))}>Add route</button>
            <button type="button" disabled=${rangeOf(active).firstRow >= routes.length} onClick=${removeRows}>
                ${deleteLabel(active, routes)}
            </button>
        </div>
    </div>`;
}

/** In a cell of the table, by its place in the grid. */
const cellOf = ({ row, column }, text) => ({ row, column: tableColumn(column), text });

function deleteLabel(selection, routes) {
    const { firstRow, lastRow } = rangeOf(selection);
    const count = Math.min(lastRow, routes.length - 1) - firstRow + 1;
    return count > 1 ? `Delete ${count} routes` : `Delete ${routes[firstRow]?.name ?? 'route'}`;
}

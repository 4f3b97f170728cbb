// What is selected in a grid: the active cell, where the focus is, and the opposite corner of a range.

export const at = (row, column) => ({ row, column, anchorRow: row, anchorColumn: column });

export const extendedTo = (selection, row, column) => ({ ...selection, row, column });

/** The range in reading order; `last` is in it. */
export function rangeOf({ row, column, anchorRow, anchorColumn }) {
    return {
        firstRow: Math.min(row, anchorRow),
        lastRow: Math.max(row, anchorRow),
        firstColumn: Math.min(column, anchorColumn),
        lastColumn: Math.max(column, anchorColumn),
    };
}

export function isOneCell({ row, column, anchorRow, anchorColumn }) {
    return row === anchorRow && column === anchorColumn;
}

export function includes(selection, row, column) {
    const { firstRow, lastRow, firstColumn, lastColumn } = rangeOf(selection);
    return row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn;
}

const clamped = (number, count) => Math.max(0, Math.min(number, count - 1));

const moves = {
    ArrowUp: ({ row, column }) => [row - 1, column],
    ArrowDown: ({ row, column }) => [row + 1, column],
    ArrowLeft: ({ row, column }) => [row, column - 1],
    ArrowRight: ({ row, column }) => [row, column + 1],
    PageUp: ({ row, column }, { page }) => [row - page, column],
    PageDown: ({ row, column }, { page }) => [row + page, column],
    Home: ({ row }) => [row, 0],
    End: ({ row }, { columns }) => [row, columns - 1],
};

const farMoves = {
    ArrowUp: ({ column }) => [0, column],
    ArrowDown: ({ column }, { rows }) => [rows - 1, column],
    ArrowLeft: moves.Home,
    ArrowRight: moves.End,
    Home: () => [0, 0],
    End: (_, { rows, columns }) => [rows - 1, columns - 1],
};

/** Where a key leads in a grid of `size` ({rows, columns, page}); null for a key that does not move. */
export function moved(selection, { key, shiftKey, ctrlKey, metaKey }, size) {
    const move = (ctrlKey || metaKey ? farMoves : moves)[key];
    if (!move) return null;
    const [row, column] = move(selection, size);
    const target = [clamped(row, size.rows), clamped(column, size.columns)];
    return shiftKey ? extendedTo(selection, ...target) : at(...target);
}

/** The selection in a grid that has become smaller. */
export function within(selection, { rows, columns }) {
    return {
        row: clamped(selection.row, rows),
        column: clamped(selection.column, columns),
        anchorRow: clamped(selection.anchorRow, rows),
        anchorColumn: clamped(selection.anchorColumn, columns),
    };
}

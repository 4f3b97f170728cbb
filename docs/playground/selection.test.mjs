import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, extendedTo, includes, isOneCell, moved, rangeOf, within } from './selection.mjs';

const size = { rows: 10, columns: 4, page: 5 };
const press = (selection, key, modifiers = {}) => moved(selection, { key, ...modifiers }, size);

test('arrows move by one, and not over the edge', () => {
    assert.deepEqual(press(at(1, 1), 'ArrowDown'), at(2, 1));
    assert.deepEqual(press(at(1, 1), 'ArrowLeft'), at(1, 0));
    assert.deepEqual(press(at(0, 3), 'ArrowRight'), at(0, 3));
    assert.deepEqual(press(at(0, 0), 'ArrowUp'), at(0, 0));
});

test('pages, ends of a row, corners', () => {
    assert.deepEqual(press(at(2, 2), 'PageDown'), at(7, 2));
    assert.deepEqual(press(at(2, 2), 'PageUp'), at(0, 2));
    assert.deepEqual(press(at(2, 2), 'End'), at(2, 3));
    assert.deepEqual(press(at(2, 2), 'End', { ctrlKey: true }), at(9, 3));
    assert.deepEqual(press(at(2, 2), 'Home', { metaKey: true }), at(0, 0));
    assert.deepEqual(press(at(2, 2), 'ArrowDown', { ctrlKey: true }), at(9, 2));
});

test('with shift the anchor stays', () => {
    const range = press(press(at(1, 1), 'ArrowDown', { shiftKey: true }), 'ArrowRight', { shiftKey: true });
    assert.deepEqual(rangeOf(range), { firstRow: 1, lastRow: 2, firstColumn: 1, lastColumn: 2 });
    assert.ok(!isOneCell(range));
    assert.ok(isOneCell(press(range, 'ArrowDown')));
});

test('other keys do not move', () => {
    assert.equal(press(at(0, 0), 'a'), null);
    assert.equal(press(at(0, 0), 'PageDown', { ctrlKey: true }), null);
});

test('a range has its corners in any order', () => {
    const upwards = extendedTo(at(5, 3), 2, 1);
    assert.ok(includes(upwards, 3, 2));
    assert.ok(includes(upwards, 5, 3));
    assert.ok(!includes(upwards, 6, 2));
    assert.ok(!includes(upwards, 3, 0));
});

test('a selection stays within a grid that shrinks', () => {
    assert.deepEqual(within(extendedTo(at(9, 3), 7, 0), { rows: 8, columns: 4 }), extendedTo(at(7, 3), 7, 0));
});

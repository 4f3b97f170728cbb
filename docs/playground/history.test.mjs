import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, canRedo, canUndo, change, redo, undo } from './history.mjs';

test('what was done is undone and done again', () => {
    const history = change(change(begin('a'), 'b'), 'c');
    assert.equal(undo(history).present, 'b');
    assert.equal(undo(undo(history)).present, 'a');
    assert.equal(redo(undo(history)).present, 'c');
    assert.ok(!canUndo(begin('a')));
    assert.ok(!canUndo(undo(undo(history))));
    assert.ok(canRedo(undo(history)));
});

test('letters typed into one cell are one step', () => {
    const history = change(change(change(begin(''), 'O', 'cell'), 'Or', 'cell'), 'x', 'other cell');
    assert.equal(undo(history).present, 'Or');
    assert.equal(undo(undo(history)).present, '');
});

test('after an undo the same cell is a new step, and there is no future', () => {
    const undone = undo(change(change(begin(''), 'a', 'one'), 'b', 'two'));
    const again = change(undone, 'c', 'two');
    assert.ok(!canRedo(again));
    assert.equal(undo(again).present, 'a');
});

test('what changes nothing is no step', () => {
    assert.ok(!canUndo(change(begin('a'), 'a')));
});

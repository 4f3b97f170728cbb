import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, readingsOfWay, withPick, withReading, withScenario, withWay } from './state.mjs';

const reading = { id: 'r', answers: [{ answer: 'delay', preferred: true }, { answer: 'drop', preferred: false }] };

test('only readings that are not at their preferred answer are kept', () => {
    const dropped = withReading(begin({}), reading, 'drop');
    assert.deepEqual(dropped.readings, { r: 'drop' });
    assert.deepEqual(withReading(dropped, reading, 'delay').readings, {});
});

test('an edit forgets the way that was looked at', () => {
    const looked = withWay(begin('one'), { assumed: { r: 'drop' }, picks: [1] });
    assert.deepEqual(readingsOfWay(looked), { r: 'drop' });
    assert.deepEqual(withScenario(looked, 'two'), begin('two'));
});

test('a pick keeps what was picked before it and forgets what came behind', () => {
    const way = { choices: [{ pick: 2 }, { pick: 0 }, { pick: 1 }] };
    assert.deepEqual(withPick(begin({}), way, 1, 3).picks, [2, 3]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, startingPoints } from './corpus.mjs';

const line = (id, title) => JSON.stringify({ id, title, source: 'Documents', scenario: { of: id }, rules: [], permitted: [], contested: [] });
const lines = [
    line('choices/routes/two', 'Two routes match'),
    line('examples/2-network/one', 'The route names the service'),
    line('choices/routes/mirrored', 'A mirrored route matches'),
].join('\n');

test('the documented examples come first, and cases stand in their groups', () => {
    const groups = startingPoints(`${lines}\n`);
    assert.deepEqual(groups.map(({ group }) => group), ['examples/2-network', 'choices/routes']);
    assert.deepEqual(groups[1].cases[1], {
        id: 'choices/routes/mirrored', title: 'A mirrored route matches', scenario: { of: 'choices/routes/mirrored' },
    });
});

test('a case is found by words of its id, its title and its source, in either case', () => {
    const ids = (sought) => found(startingPoints(lines), sought).flatMap(({ cases }) => cases.map(({ id }) => id));
    assert.equal(ids('').length, 3);
    assert.deepEqual(ids('MATCH routes'), ['choices/routes/two', 'choices/routes/mirrored']);
    assert.deepEqual(ids('mirrored documents'), ['choices/routes/mirrored']);
    assert.deepEqual(found(startingPoints(lines), 'nothing'), []);
});

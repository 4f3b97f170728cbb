import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fallenAt, fatesIn, isSameOutcome, likelyNames, picksTo, tablesOf } from './way.mjs';

const looped = {
    trace: [
        { rule: 'SCOPE-1', table: 'Sales' },
        { rule: 'MATCH-2', routes: ['ToHere'] },
        { rule: 'CHOOSE-3', routes: ['ToHere'], chosen: 'ToHere' },
        { rule: 'LOOP-1', address: 'TCP://here:1' },
        { rule: 'SCOPE-2', table: 'msdb' },
        { rule: 'MATCH-2', routes: ['AutoCreatedLocal'] },
    ],
    why_not: [
        { table: 'Sales', route: 'AutoCreatedLocal', rule: 'MATCH-2', because: 'first' },
        { table: 'msdb', route: 'Other', rule: 'MATCH-2', because: 'second' },
    ],
};

test('each step is about the table in scope', () => {
    assert.deepEqual(tablesOf(looped.trace), ['Sales', 'Sales', 'Sales', 'Sales', 'msdb', 'msdb']);
});

test('a route falls out at a step about its own table', () => {
    const fallen = fallenAt(looped).map((routes) => routes.map(({ because }) => because));
    assert.deepEqual(fallen, [[], ['first'], [], [], [], ['second']]);
});

test('where a step is met again, a route falls out there once', () => {
    const again = { trace: [{ rule: 'S', table: 'T' }, { rule: 'C' }, { rule: 'C' }], why_not: [{ table: 'T', rule: 'C', route: 'R' }] };
    assert.deepEqual(fallenAt(again).map(({ length }) => length), [0, 0, 1]);
});

test('the routes of a table were chosen or fell out', () => {
    const fates = fatesIn('Sales', looped);
    assert.equal(fates.get('ToHere').fate, 'chosen');
    assert.deepEqual(fates.get('AutoCreatedLocal'), { fate: 'fallen', rule: 'MATCH-2', because: 'first' });
    assert.ok(!fatesIn('msdb', looped).has('AutoCreatedLocal'));
});

test('a route that was chosen and led nowhere has fallen out', () => {
    const back = {
        trace: [{ rule: 'SCOPE-1', table: 'T' }, { rule: 'CHOOSE-2', chosen: 'R' }, { rule: 'LOCATE-4' }],
        why_not: [{ table: 'T', route: 'R', rule: 'LOCATE-4', because: 'no service' }],
    };
    assert.equal(fatesIn('T', back).get('R').fate, 'fallen');
});

test('outcomes are the same by their members', () => {
    assert.ok(isSameOutcome({ outcome: 'delay', route_requested: false }, { outcome: 'delay' }));
    assert.ok(!isSameOutcome({ outcome: 'delay', route_requested: true }, { outcome: 'delay' }));
    assert.ok(!isSameOutcome({ outcome: 'send', address: 'a' }, { outcome: 'send', address: 'a', mirror_address: 'b' }));
    assert.ok(!isSameOutcome({ outcome: 'send', address: 'a' }, { outcome: 'send', address: 'a', mirror_address: '' }));
});

const none = () => false;

/** Two choices; behind the second alternative of the first one there are three more. */
function follow(picks) {
    const first = picks[0] ?? 0;
    const choices = [{ alternatives: ['a', 'b'], pick: first }];
    if (first === 1) choices.push({ alternatives: ['x', 'y', 'z'], pick: picks[1] ?? 0 });
    return { outcome: { outcome: 'send', address: choices.map((c) => c.alternatives[c.pick]).join('') }, choices };
}

test('the way to an outcome is found behind several choices', () => {
    assert.deepEqual(picksTo({ outcome: 'send', address: 'a' }, follow, none), []);
    assert.deepEqual(picksTo({ outcome: 'send', address: 'bx' }, follow, none), [1]);
    assert.deepEqual(picksTo({ outcome: 'send', address: 'bz' }, follow, none), [1, 2]);
    assert.equal(picksTo({ outcome: 'drop' }, follow, none), null);
});

test('the search ends when patience does', () => {
    const endless = (picks) => ({ outcome: { outcome: 'drop' }, choices: Array(picks.length + 1).fill({ alternatives: ['a', 'b'], pick: 0 }) });
    assert.equal(picksTo({ outcome: 'delay' }, endless, none, 50), null);
});

test('likely alternatives are tried first', () => {
    const scenario = { instance: { databases: [{ routes: Array.from({ length: 1000 }, (_, i) => ({ name: `R${i}`, address: `TCP://h${i}:1` })) }] } };
    const alternatives = scenario.instance.databases[0].routes.map(({ name }) => name);
    const chosen = (pick = 0) => ({ outcome: { outcome: 'send', address: `tcp://H${pick}:1` }, choices: [{ alternatives, pick }] });
    const sought = { outcome: 'send', address: 'tcp://H900:1' };
    assert.deepEqual(picksTo(sought, ([pick]) => chosen(pick), likelyNames(scenario, sought), 2), [900]);
});

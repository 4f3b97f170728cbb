import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adopted, messagesOf } from './adoption.mjs';
import { asCommandLine, asGoldenCase, asImport, asScenario } from './takeaway.mjs';
import { begin } from './state.mjs';

const scenario = {
    now: '2026-01-01T00:00:00Z',
    instance: { databases: [{ name: 'Sales' }, { name: 'msdb' }] },
    message: { origin_database: 'Sales', to_service_name: 'OrderParts' },
};
const state = { ...begin(scenario), readings: { 'no-match-incoming': 'drop' }, assumed: { 'self-address': 'address-or-mirror' } };

test('a scenario is what it is', () => {
    assert.deepEqual(JSON.parse(asScenario(state)), scenario);
});

test('a golden case has the expectations, and says that they are not derived', () => {
    const trace = [{ rule: 'SCOPE-1', table: 'Sales' }, { rule: 'MATCH-2', routes: [] }, { rule: 'MATCH-7', routes: [] }];
    const explained = { permitted: [{ outcome: 'delay', trace, why_not: [] }], contested: [{ outcome: 'drop', readings: { a: 'b' }, trace }] };
    const group = JSON.parse(asGoldenCase(state, explained));
    assert.match(group.source, /TO BE DERIVED/u);
    assert.deepEqual(group.cases[0].rules, ['SCOPE-1', 'MATCH-7']);
    assert.deepEqual(group.cases[0].permitted, [{ outcome: 'delay' }]);
    assert.deepEqual(group.cases[0].contested, [{ outcome: 'drop', readings: { a: 'b' } }]);
    assert.equal(group.cases[0].now, scenario.now);
    assert.deepEqual(Object.keys(group), ['group', 'source', 'instance', 'cases']);
});

test('the command line gives the readings of the way, and the scenario word for word', () => {
    const text = asCommandLine(state);
    assert.match(text, /decide --explain --reading no-match-incoming=drop --reading self-address=address-or-mirror scenario\.json\n$/u);
    assert.ok(text.includes(asScenario(state)));
});

test('an import has the instance and the message', () => {
    assert.deepEqual(asImport(scenario), {
        instances: [{ name: '(local)', instance: scenario.instance }],
        messages: [{ instance: '(local)', origin_database: 'Sales', to_service_name: 'OrderParts' }],
    });
});

const shop = {
    name: 'shop.example',
    instance: { databases: [{ name: 'msdb' }, { name: 'Shop', routes: [{ name: 'R', remote_service_name: 'Stock', address: 'LOCAL' }] }] },
};

test('an imported message is taken without what has no say in routing', () => {
    const message = { instance: 'shop.example', origin_database: 'Shop', to_service_name: 'Stock', transmission_status: '' };
    assert.deepEqual(messagesOf({ messages: [message, { instance: 'other' }] }, 'shop.example'), [message]);
    assert.deepEqual(adopted(scenario, shop, message, 'today').message, { origin_database: 'Shop', to_service_name: 'Stock' });
});

test('without one the message stays where its database does, or one is made up that has a route', () => {
    const message = { origin_database: 'Shop', to_service_name: 'Stock' };
    assert.deepEqual(adopted(scenario, shop, undefined, 'today').message, message);
    const same = { instance: { databases: [{ name: 'Sales', services: ['x'] }] } };
    assert.equal(adopted(scenario, same, undefined, 'today').message, scenario.message);
});

test('of the imported databases msdb is the last', () => {
    assert.deepEqual(adopted(scenario, shop, undefined, 'today').instance.databases.map(({ name }) => name), ['Shop', 'msdb']);
});

test('lifetimes need a now, and bring today if there is none', () => {
    const { now, ...timeless } = scenario;
    const dated = { instance: { databases: [{ name: 'Sales', routes: [{ name: 'R', lifetime: now, address: 'LOCAL' }] }] } };
    assert.equal(adopted(timeless, dated, undefined, 'today').now, 'today');
    assert.equal(adopted(scenario, dated, undefined, 'today').now, now);
    assert.ok(!('now' in adopted(timeless, shop, undefined, 'today')));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointer, put, stepsOf } from './pointer.mjs';
import { addDatabase, isScenario, removeDatabase, renameDatabase } from './scenario.mjs';

const scenario = {
    instance: { databases: [{ name: 'Sales' }, { name: 'msdb' }] },
    message: { origin_database: 'Sales', to_service_name: 'OrderParts' },
};

test('a pointer comes back as its steps', () => {
    assert.equal(pointer('a/b', 0, '~'), '/a~1b/0/~0');
    assert.deepEqual(stepsOf('/a~1b/0/~0'), ['a/b', '0', '~']);
    assert.deepEqual(stepsOf(''), []);
});

test('put changes one place and shares the rest', () => {
    const changed = put(scenario, ['instance', 'databases', 1, 'routes'], []);
    assert.deepEqual(changed.instance.databases[1], { name: 'msdb', routes: [] });
    assert.equal(changed.instance.databases[0], scenario.instance.databases[0]);
    assert.equal(changed.message, scenario.message);
});

test('a new database has a name of its own', () => {
    const names = addDatabase(addDatabase(scenario)).instance.databases.map(({ name }) => name);
    assert.deepEqual(names, ['Sales', 'msdb', 'Database1', 'Database2']);
});

test('a message from a database that is removed comes from outside', () => {
    assert.equal(removeDatabase(scenario, 0).message.origin_database, null);
    assert.equal(removeDatabase(scenario, 1).message.origin_database, 'Sales');
});

test('the message follows the name of its database, unless another one has that name too', () => {
    assert.equal(renameDatabase(scenario, 0, 'Shop').message.origin_database, 'Shop');
    assert.equal(renameDatabase(scenario, 1, 'master').message.origin_database, 'Sales');
    const twice = put(scenario, ['instance', 'databases', 1, 'name'], 'Sales');
    assert.equal(renameDatabase(twice, 1, 'msdb').message.origin_database, 'Sales');
});

test('what the page can show is a scenario, right or wrong', () => {
    assert.ok(isScenario(scenario));
    assert.ok(isScenario(put(scenario, ['instance', 'databases', 0, 'service_broker_guid'], 'no GUID')));
});

test('what the page cannot show is none', () => {
    for (const other of [null, [], 'text', {}, { instance: {}, message: {} }, put(scenario, ['message'], [])]) {
        assert.ok(!isScenario(other), JSON.stringify(other));
    }
    assert.ok(!isScenario(put(scenario, ['instance', 'databases', 0, 'routes'], [{ name: 'R' }])));
    assert.ok(!isScenario(put(scenario, ['now'], 7)));
});

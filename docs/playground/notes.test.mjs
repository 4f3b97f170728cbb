import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notesOf } from './notes.mjs';

const scenario = {
    instance: {
        databases: [{ name: 'msdb' }, { name: 'Sales', routes: [{ name: 'A', address: 'x' }, { name: 'B', address: 'y' }] }],
    },
};
const finding = (id, severity, route, message = '') => ({ id, severity, message, routes: [{ database: 'Sales', route }] });
const texts = (notes) => [...notes].map(([cell, { severity }]) => `${cell} ${severity}`);

test('a finding is told at the column that it is about, or else at the name', () => {
    const findings = [finding('identifier-is-no-guid', 'warning', 'B'), finding('hidden-by-local-route', 'warning', 'A')];
    assert.deepEqual(texts(notesOf(scenario, 1, findings)), ['1/broker_instance warning', '0/name warning']);
    assert.deepEqual(texts(notesOf(scenario, 0, findings)), []);
});

test('a finding about an option is told at the option that it names', () => {
    const findings = [
        finding('malformed-address', 'error', 'A', "route 'A': MIRROR_ADDRESS 'x' is not"),
        finding('empty-option', 'error', 'B', "route 'B': SERVICE_NAME is empty"),
    ];
    assert.deepEqual(texts(notesOf(scenario, 1, findings)), ['0/mirror_address error', '1/remote_service_name error']);
});

test('of several findings at a cell the gravest is told', () => {
    const findings = [
        finding('own-address', 'note', 'A'),
        finding('port-missing', 'error', 'A'),
        finding('port-of-database-engine', 'warning', 'A'),
    ];
    assert.deepEqual(texts(notesOf(scenario, 1, findings)), ['0/address error']);
});

test('the problem is told at its place in its table only', () => {
    const problem = { where: '/instance/databases/1/routes/0/lifetime', message: 'expected a time' };
    assert.deepEqual([...notesOf(scenario, 1, [], problem)], [['0/lifetime', { severity: 'error', message: 'expected a time', isProblem: true }]]);
    assert.equal(notesOf(scenario, 0, [], problem).size, 0);
    assert.equal(notesOf(scenario, 1, [], { where: '/instance/databases/1/name', message: '' }).size, 0);
});

test('what a route lacks is told at its name', () => {
    const problem = { where: '/instance/databases/1/routes/1', message: 'expected a member address' };
    assert.deepEqual(texts(notesOf(scenario, 1, [], problem)), ['1/name error']);
});

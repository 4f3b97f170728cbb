import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, columnIndex, pastedCells, widths, withCells, withoutRows } from './routes.mjs';

const local = { name: 'AutoCreatedLocal', remote_service_name: null, address: 'LOCAL' };
const cell = (row, key, text) => ({ row, column: columnIndex(key), text });

test('a cell shows what its column has', () => {
    assert.equal(cellText(local, columnIndex('address')), 'LOCAL');
    assert.equal(cellText(local, columnIndex('remote_service_name')), '');
    assert.equal(cellText({ ...local, broker_instance: '' }, columnIndex('broker_instance')), "''");
});

test('a text in a nullable column may be NULL, in another it is itself', () => {
    assert.deepEqual(withCells([local], [cell(0, 'remote_service_name', 'OrderParts'), cell(0, 'address', 'NULL')]), [
        { name: 'AutoCreatedLocal', remote_service_name: 'OrderParts', address: 'NULL' },
    ]);
    assert.equal(withCells([local], [cell(0, 'lifetime', 'NULL')])[0].lifetime, null);
});

test('an edit leaves the old routes as they are', () => {
    const routes = [local];
    withCells(routes, [cell(0, 'name', 'Other')]);
    assert.equal(routes[0].name, 'AutoCreatedLocal');
});

test('a row behind the last is a new route with a name of its own', () => {
    const routes = withCells([{ name: 'Route1', address: 'LOCAL' }], [cell(1, 'remote_service_name', 'OrderParts')]);
    assert.deepEqual(routes[1], { name: 'Route2', address: '', remote_service_name: 'OrderParts' });
});

test('rows go one by one or as a range', () => {
    const routes = ['a', 'b', 'c', 'd'].map((name) => ({ name, address: 'LOCAL' }));
    assert.deepEqual(withoutRows(routes, 1, 2).map(({ name }) => name), ['a', 'd']);
});

test('rows are pasted side by side from where the paste begins', () => {
    assert.deepEqual(pastedCells([['NULL', 'LOCAL'], ['x']], 4, columnIndex('lifetime')), [
        cell(4, 'lifetime', 'NULL'), cell(4, 'address', 'LOCAL'), cell(5, 'lifetime', 'x'),
    ]);
});

test('what stands out on the right is left out', () => {
    assert.deepEqual(pastedCells([['TCP://a:1', 'TCP://b:1', 'more']], 0, columnIndex('address')), [
        cell(0, 'address', 'TCP://a:1'), cell(0, 'mirror_address', 'TCP://b:1'),
    ]);
});

test('headings say where a column goes, and unknown ones go nowhere', () => {
    assert.deepEqual(pastedCells([['Address', 'note', 'name'], ['LOCAL', 'mine', 'R']], 1, 3), [
        cell(1, 'address', 'LOCAL'), cell(1, 'name', 'R'),
    ]);
});

test('all columns of sys.routes are known by their number', () => {
    const row = ['R', '1', '65537', 'OrderParts', 'NULL', 'NULL', 'TCP://a:4022', 'NULL'];
    assert.deepEqual(pastedCells([row], 0, 2), [
        cell(0, 'name', 'R'), cell(0, 'remote_service_name', 'OrderParts'), cell(0, 'broker_instance', 'NULL'),
        cell(0, 'lifetime', 'NULL'), cell(0, 'address', 'TCP://a:4022'), cell(0, 'mirror_address', 'NULL'),
    ]);
});

test('a column is as wide as its longest text, and not wider than a GUID', () => {
    const [name, , , , address] = widths([local, { name: 'n', address: 'x'.repeat(500) }]);
    assert.equal(name, 'AutoCreatedLocal'.length + 2);
    assert.equal(address, 40);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, listOf, textOf, valueOf } from './values.mjs';

test('NULL is nothing or NULL, and is shown as nothing', () => {
    assert.equal(valueOf(''), null);
    assert.equal(valueOf('NULL'), null);
    assert.equal(textOf(null), '');
    assert.equal(textOf(undefined), '');
});

test('quotes write what could not be written otherwise', () => {
    assert.equal(valueOf("''"), '');
    assert.equal(valueOf("'NULL'"), 'NULL');
    assert.equal(valueOf("''quoted''"), "'quoted'");
});

test('every value comes back from the text that shows it', () => {
    for (const value of [null, '', 'NULL', 'null', 'OrderParts', "'", "''", "'x'", "it's", ' ', 'a\tb']) {
        assert.equal(valueOf(textOf(value)), value);
    }
});

test('lines are a list, without the blank ones', () => {
    assert.deepEqual(listOf('OrderParts\r\n\n  \nStock'), ['OrderParts', 'Stock']);
    assert.equal(linesOf(['OrderParts', 'Stock']), 'OrderParts\nStock');
    assert.equal(linesOf(null), '');
});

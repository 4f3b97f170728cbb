import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { fragmentOf, stateOf } from './share.mjs';

const state = {
    scenario: {
        instance: { databases: [{ name: 'Größe', routes: [{ name: 'R', address: 'TCP://a:1' }] }, { name: 'msdb' }] },
        message: { to_service_name: 'OrderParts' },
    },
    readings: { 'absent-service-outgoing': 'drop' },
    assumed: { 'no-match-incoming': 'drop' },
    picks: [0, 2],
    title: null,
};

// Node.js knows raw deflate from 20.12 on; browsers are asked in the browser tests.
const skip = knowsRawDeflate() ? false : 'no raw deflate in this Node.js';

function knowsRawDeflate() {
    try {
        return new CompressionStream('deflate-raw') !== undefined;
    } catch {
        return false;
    }
}

const fragment = (thing) => `#s=${deflateRawSync(JSON.stringify(thing)).toString('base64url')}`;

test('a state comes back from its link', { skip }, async () => {
    assert.deepEqual(await stateOf(await fragmentOf(state)), state);
});

test('the format is base64url of raw deflate of JSON', { skip }, async () => {
    const { scenario, readings, picks } = state;
    assert.deepEqual(await stateOf(fragment({ scenario, readings, picks })), { ...state, assumed: {} });
    assert.match(await fragmentOf(state), /^#s=[\w-]+$/u);
});

test('a large table comes back too', { skip }, async () => {
    const routes = Array.from({ length: 5000 }, (_, i) => ({ name: `R${i}`, address: `TCP://${Math.sqrt(i)}:1` }));
    const large = { ...state, scenario: { ...state.scenario, instance: { databases: [{ name: 'msdb', routes }] } } };
    assert.deepEqual(await stateOf(await fragmentOf(large)), large);
});

test('another fragment is no link', { skip }, async () => {
    assert.equal(await stateOf(''), null);
    assert.equal(await stateOf('#answer'), null);
});

test('a damaged link is an error', { skip }, async () => {
    const whole = await fragmentOf(state);
    await assert.rejects(stateOf(whole.slice(0, -8)));
    await assert.rejects(stateOf('#s=%%%'));
    await assert.rejects(stateOf(fragment({})), /holds no scenario/u);
    await assert.rejects(stateOf(fragment({ ...state, picks: [-1] })), /holds no scenario/u);
    await assert.rejects(stateOf(fragment({ ...state, readings: [] })), /holds no scenario/u);
});

test('a link that unpacks to too much is an error', { skip }, async () => {
    await assert.rejects(stateOf(fragment(' '.repeat(17_000_000))), /holds too much/u);
});

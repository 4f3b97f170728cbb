// What the tests are given by Meson, and the program that they hold the package to.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

function given(name) {
    const value = process.env[name];
    assert.ok(value, `expected the environment's ${name}`);
    return value;
}

export const root = given('ROOT');
// The npm package as `./dev wasm` leaves it.
export const folder = given('PACKAGE');
export const ssbroute = await import(pathToFileURL(join(folder, 'ssbroute.mjs')));

export const now = '2026-01-01T00:00:00Z';

/** The flat corpus: each case with its scenario as text. */
export function corpus() {
    const lines = readFileSync(given('CORPUS'), 'utf8').trimEnd().split('\n');
    assert.ok(lines.length > 100);
    return lines.map((line) => JSON.parse(line)).map((one) => ({ ...one, text: JSON.stringify(one.scenario) }));
}

/** The texts that readers are held to, of one format. */
export function inputs(format) {
    const texts = JSON.parse(readFileSync(join(root, 'src/formats/inputs', `${format}.json`), 'utf8'));
    assert.ok(texts.length > 10);
    return texts;
}

/** Runs the program. */
export function run(args, input = '') {
    const done = spawnSync(given('SSBROUTE'), args, { input, encoding: 'utf8', cwd: root, maxBuffer: 2 ** 30 });
    assert.equal(done.error, undefined);
    return done;
}

/** The error that a question throws. */
export function faultOf(question) {
    try {
        question();
    } catch (fault) {
        assert.ok(fault instanceof ssbroute.SsbrouteError, `${fault}`);
        return fault;
    }
    return assert.fail('expected an error');
}

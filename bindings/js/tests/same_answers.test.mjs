// The package against the program: what both answer is equal to the byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { corpus, faultOf, inputs, now, run, ssbroute } from './given.mjs';

const { decide, explain, importSql, SsbrouteError } = ssbroute;
const cases = corpus();

// Each line that `ssbroute serve` answers the corpus with.
function served(...options) {
    const questions = cases.map(({ text }, id) => `{"id":${id},"scenario":${text}}\n`);
    return run(['serve', ...options], questions.join('')).stdout.trimEnd().split('\n');
}

function asServed(id, answer) {
    return `{"id":${id},${JSON.stringify(answer).slice(1)}`;
}

test('decide answers the whole corpus as serve does', () => {
    const lines = served();
    assert.equal(lines.length, cases.length);
    cases.forEach(({ id, text, scenario }, number) => {
        assert.equal(asServed(number, decide(text)), lines[number], id);
        assert.equal(asServed(number, decide(scenario)), lines[number], id);
    });
});

test('decide takes readings, and leaves out what is contested, as serve does', () => {
    const readings = { 'absent-service-outgoing': 'drop', 'identical-routes': 'one-representative' };
    const options = Object.entries(readings).flatMap(([id, answer]) => ['--reading', `${id}=${answer}`]);
    const lines = served(...options, '--no-contested');
    assert.notDeepEqual(lines, served());
    cases.forEach(({ id, text }, number) => {
        assert.equal(asServed(number, decide(text, { readings, contested: false })), lines[number], id);
    });
});

test('explain explains the whole corpus as decide --explain does', () => {
    const explained = new Map();
    for (const line of run(['decide', '--json', '--explain', 'golden']).stdout.trimEnd().split('\n')) {
        const { source, ...answer } = JSON.parse(line);
        explained.set(source.case, JSON.stringify(answer));
    }
    for (const { id, text } of cases) assert.equal(JSON.stringify(explain(text)), explained.get(id), id);
});

// Control characters as the program writes them for a terminal.
function visible(text) {
    return text.replace(/[\x00-\x1f\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

for (const { format, args, ask } of [
    { format: 'scenario', args: ['decide', '--json', '-'], ask: (text) => decide(text) },
    { format: 'import', args: ['import', '--now', now, '-'], ask: (text) => importSql(text, { name: '-', now }) },
]) {
    test(`each ${format} of the readers' tests is taken or refused as by the program, in the same words`, () => {
        const refused = inputs(format).filter(({ name, text }) => {
            const { status, stdout, stderr } = run(args, text);
            if (status === 0) {
                assert.deepEqual(ask(text), JSON.parse(stdout), name);
                return false;
            }
            assert.equal(status, 2);
            const { message } = faultOf(() => ask(text));
            const said = stderr.trimEnd().replace('standard input: ', '');
            assert.equal(`ssbroute: ${visible(message).replace('standard input: ', '')}`, said, name);
            return true;
        });
        assert.ok(refused.length > 10);
        assert.ok(refused.length < inputs(format).length - 10);
    });
}

test('wrong input tells its place', () => {
    const scenario = cases[0].scenario;
    const at = (question) => faultOf(question).where;
    assert.equal(at(() => decide({ ...scenario, message: 7 })), '/message');
    assert.equal(at(() => decide('{"instance":\n  x}')), 'line 2, column 3');
    assert.equal(at(() => decide(undefined)), '');
    assert.equal(at(() => decide(scenario, { readings: { 'no-such': 'drop' } })), '/readings/no-such');
    assert.equal(at(() => decide(scenario, { contested: 'no' })), '/contested');
    assert.equal(at(() => decide(scenario, { reading: {} })), '/reading');
    assert.equal(at(() => decide(scenario, 7)), '');
    assert.equal(at(() => importSql('', { variables: { Host: 7 } })), '/variables/Host');
    assert.equal(at(() => ssbroute.lint('', { soon: -1 })), '/soon');
    assert.equal(at(() => ssbroute.lint('', { ignore: ['open-relay', 'no-such'] })), '/ignore/1');
    assert.equal(at(() => ssbroute.emitSql('', { now: 'today' })), '/now');
    const circle = {};
    circle.instance = circle;
    assert.equal(at(() => decide(circle)), '');
    assert.equal(new SsbrouteError('x').name, 'SsbrouteError');
});

test('hostile texts are refused, and the next question is answered', () => {
    const hostile = [
        '['.repeat(1_000_000),
        '{"instance":'.repeat(100_000),
        `"${'x'.repeat(5_000_000)}"`,
        '\u0000',
        '\uD800',
        '1e999',
    ];
    for (const text of hostile) faultOf(() => decide(text));
    const deep = `IF ${'('.repeat(200_000)}1=1 PRINT 1`;
    assert.ok(importSql(deep, { now }).reported.length > 0);
    assert.ok(importSql(`IF ${'NOT '.repeat(200_000)}1=1 PRINT 1`, { now }).instances.length > 0);
    assert.ok(importSql('BEGIN '.repeat(200_000), { now }).instances.length > 0);
    assert.deepEqual(decide(cases[0].text).permitted, cases[0].permitted);
});

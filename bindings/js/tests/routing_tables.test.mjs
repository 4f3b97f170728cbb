// Routing tables read, written and reviewed: the package against the program, on the guide's files.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { now, root, run, ssbroute } from './given.mjs';

const { emitSql, importSql, lint, rules } = ssbroute;
const files = readdirSync(join(root, 'docs/guide'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `docs/guide/${name}`);

function printed(...args) {
    return run([...args, '--now', now]).stdout;
}

function textOf(file) {
    return readFileSync(join(root, file), 'utf8');
}

test('the guide has scripts', () => assert.ok(files.length > 2));

for (const file of files) {
    const imported = importSql(textOf(file), { name: file, now });

    test(`import ${file}`, () => assert.deepEqual(imported, JSON.parse(printed('import', file))));

    test(`lint ${file}`, () => {
        const findings = JSON.parse(printed('lint', '--format', 'json', file));
        assert.deepEqual(lint(imported, { now }), findings);
        const ids = findings.findings.map(({ id }) => id);
        assert.deepEqual(lint(imported, { now, ignore: ids }).findings, []);
    });

    test(`write ${file} anew`, () =>
        assert.equal(emitSql(imported, { now }).text, printed('import', '--emit', 'tsql', file)));
}

test('an import says where it is from', () => {
    const options = { instance: 'Server1', database: 'Sales', variables: { Host: 'host2' }, now };
    const script = "CREATE ROUTE R WITH ADDRESS = 'TCP://$(Host):4022', LIFETIME = 60";
    const { instances } = importSql(script, options);
    assert.equal(instances[0].name, 'Server1');
    const { routes } = instances[0].instance.databases.find(({ name }) => name === 'Sales');
    const { address, lifetime } = routes.find(({ name }) => name === 'R');
    assert.deepEqual([address, lifetime], ['TCP://host2:4022', '2026-01-01T00:01:00Z']);
});

test('a script that the server would refuse is taken on request', () => {
    const script = "USE Sales; CREATE ROUTE R WITH ADDRESS = 'TCP://host2'";
    const routes = (options) =>
        importSql(script, { now, ...options }).instances[0].instance.databases.flatMap((one) =>
            (one.routes ?? []).map(({ name }) => name),
        );
    assert.ok(!routes({}).includes('R'));
    assert.ok(routes({ lenient: true }).includes('R'));
});

test('without a time it is now', () => {
    const script = "USE Sales; CREATE ROUTE R WITH ADDRESS = 'LOCAL', LIFETIME = 60";
    const databases = importSql(script).instances[0].instance.databases;
    const { lifetime } = databases.flatMap(({ routes }) => routes ?? []).find(({ name }) => name === 'R');
    assert.ok(Math.abs(Date.parse(lifetime) - Date.now() - 60_000) < 10_000, lifetime);
});

test('other files are not read', () => {
    const { reported } = importSql('USE Sales\n:r other.sql\n', { name: 'main.sql', now });
    const about = reported.filter(({ line }) => line === 2);
    assert.deepEqual(about.map(({ file, severity }) => [file, severity]), [['main.sql', 'error']]);
    assert.match(about[0].message, /^other\.sql: .*here none can be read/);
});

test('rules are those that the program lists', () => {
    const { rules: all, readings } = rules();
    const listed = run(['rules']).stdout;
    for (const { id, text } of [...all, ...readings])
        assert.ok(listed.includes(`${id.padEnd(12)}  ${text}`), id);
    assert.equal(readings.length, 14);
    for (const { answers } of readings)
        assert.deepEqual(answers.map(({ preferred }) => preferred), [true, false]);
});

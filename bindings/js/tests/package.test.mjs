// The package as it is published: what is in it, its size, its types, and its README's example where it is
// installed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { folder, root, ssbroute } from './given.mjs';

function npm(args, cwd) {
    return execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd,
        encoding: 'utf8',
    });
}

// Runs with the package installed into a folder that has nothing else.
function inEmptyFolder(body) {
    const empty = mkdtempSync(join(tmpdir(), 'ssbroute-'));
    try {
        const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', empty, folder], empty));
        writeFileSync(join(empty, 'package.json'), '{"private": true}');
        npm(['install', join(empty, packed.filename)], empty);
        body(empty, packed);
    } finally {
        rmSync(empty, { recursive: true });
    }
}

function blocks(markdown, language) {
    const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
    return [...markdown.matchAll(pattern)].map(([, text]) => text);
}

test('installed into an empty folder, it runs the example of its README', () => {
    inEmptyFolder((empty, packed) => {
        assert.deepEqual(
            packed.files.map(({ path }) => path).sort(),
            ['LICENSE', 'README.md', 'package.json', 'ssbroute.d.ts', 'ssbroute.mjs', 'ssbroute.wasm'],
        );
        const readme = readFileSync(join(empty, 'node_modules/ssbroute/README.md'), 'utf8');
        const [example] = blocks(readme, 'js');
        const [output] = blocks(readme, 'text');
        writeFileSync(join(empty, 'example.mjs'), example);
        assert.equal(execFileSync(process.execPath, ['example.mjs'], { cwd: empty, encoding: 'utf8' }), output);
    });
});

test('its version is the library\'s', () => {
    const { version, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    assert.equal(version, ssbroute.version);
    assert.equal(dependencies, undefined);
});

test('it takes at most 300 KB compressed by Brotli', () => {
    const bytes = readFileSync(join(folder, 'ssbroute.wasm'));
    const compressed = brotliCompressSync(bytes).length;
    assert.ok(compressed <= 300_000, `${compressed} bytes by Brotli, ${bytes.length} before`);
});

test('its types are those that it is used with', () => {
    const tsc = join(root, 'bindings/js/node_modules/.bin/tsc');
    const usage = join(root, 'bindings/js/tests/usage.mts');
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--moduleResolution', 'node16'];
    inEmptyFolder((empty) => {
        writeFileSync(join(empty, 'usage.mts'), readFileSync(usage));
        execFileSync(tsc, [...options, 'usage.mts'], { cwd: empty, encoding: 'utf8', stdio: 'pipe' });
    });
});

test('its types name what it exports', () => {
    const types = readFileSync(join(folder, 'ssbroute.d.ts'), 'utf8');
    const declared = [...types.matchAll(/^export (?:function|const|class) (\w+)/gm)].map(([, name]) => name);
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(ssbroute).sort());
});

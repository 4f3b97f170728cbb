#!/usr/bin/env node
// Puts the page together: assemble.mjs BUILD_FOLDER OUTPUT_FOLDER [PACKAGE_FOLDER]. What it needs: `npm ci` in this folder, the corpus in
// the build folder, and the package ssbroute with its WebAssembly, which `./dev wasm` leaves at build-wasm/bindings/js.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startingPoints } from './corpus.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** From node_modules, and their names here; index.html has an import map with the same. */
const vendored = [
    ['preact/dist/preact.mjs', 'preact.mjs'],
    ['preact/hooks/dist/hooks.mjs', 'preact-hooks.mjs'],
    ['preact/LICENSE', 'preact.LICENSE'],
    ['htm/dist/htm.mjs', 'htm.mjs'],
    ['htm/LICENSE', 'htm.LICENSE'],
    ['d3-dsv/dist/d3-dsv.mjs', 'd3-dsv.mjs'],
    ['d3-dsv/LICENSE', 'd3-dsv.LICENSE'],
];

const packageFiles = ['ssbroute.mjs', 'ssbroute.wasm'];

const [build, output, source = join(here, '../../build-wasm/bindings/js')] = process.argv.slice(2);
if (output === undefined) {
    process.stderr.write('usage: assemble.mjs BUILD_FOLDER OUTPUT_FOLDER [PACKAGE_FOLDER]\n');
    process.exit(2);
}

async function assemble() {
    await rm(output, { recursive: true, force: true });
    await mkdir(join(output, 'vendor'), { recursive: true });
    await mkdir(join(output, 'ssbroute'));
    const own = (await readdir(here)).filter((name) => /^(?!assemble|.*\.test\.).*\.(mjs|css|html)$/u.test(name));
    await Promise.all([
        ...own.map((name) => cp(join(here, name), join(output, name))),
        ...vendored.map(([from, to]) => cp(join(here, 'node_modules', from), join(output, 'vendor', to))),
        ...packageFiles.map((name) => cp(join(source, name), join(output, 'ssbroute', name))),
    ]);
    const corpus = startingPoints(await readFile(join(build, 'golden/corpus.jsonl'), 'utf8'));
    await writeFile(join(output, 'corpus.json'), JSON.stringify(corpus));
}

await assemble();

// Answers questions from standard input as `ssbroute serve` does, by the npm package: answer_lines.mjs PACKAGE.
import { readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { decide } = await import(pathToFileURL(join(resolve(process.argv[2]), 'ssbroute.mjs')));
for (const line of readFileSync(0, 'utf8').trimEnd().split('\n')) {
    const { id, scenario } = JSON.parse(line);
    writeSync(1, `${JSON.stringify({ id, ...decide(scenario) })}\n`);
}

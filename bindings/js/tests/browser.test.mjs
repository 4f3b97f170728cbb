// The package in a browser, from a server that knows no types of files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { corpus, folder } from './given.mjs';

const [{ text, permitted }] = corpus();
const page = `<!doctype html><output></output><script type="module">
import { decide } from './ssbroute.mjs';
document.querySelector('output').textContent = JSON.stringify(decide(${text}).permitted);
</script>`;

async function respond(request, response) {
    const name = basename(request.url);
    if (name === 'page') return response.setHeader('Content-Type', 'text/html').end(page);
    if (name === 'ssbroute.mjs') response.setHeader('Content-Type', 'text/javascript');
    response.end(await readFile(join(folder, name)).catch(() => response.writeHead(404) && ''));
}

test('a page decides', async () => {
    const server = createServer(respond).listen(0, '127.0.0.1');
    try {
        const { port } = await new Promise((is) => server.on('listening', () => is(server.address())));
        const { stdout } = await promisify(execFile)('chromium', [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--virtual-time-budget=20000',
            '--dump-dom',
            `http://127.0.0.1:${port}/page`,
        ]);
        const [, answer] = /<output>(.*)<\/output>/.exec(stdout);
        assert.deepEqual(JSON.parse(answer), permitted);
    } finally {
        server.close();
        server.closeAllConnections();
    }
});

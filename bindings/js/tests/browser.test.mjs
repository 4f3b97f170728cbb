// The package in a browser, from a server that knows no types of files.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';

import { corpus, folder } from './given.mjs';

const [{ text, permitted }] = corpus();
const page = `<!doctype html><script type="module">
const answer = import('./ssbroute.mjs').then(({ decide }) => JSON.stringify(decide(${text}).permitted));
fetch('answer?' + encodeURIComponent(await answer.catch(String)));
</script>`;

// Serves the page and the package; `answered` gets what the page says.
function serve(answered) {
    return createServer(async (request, response) => {
        const { pathname, search } = new URL(request.url, 'http://localhost');
        const name = basename(pathname);
        if (name === 'answer') answered(decodeURIComponent(search.slice(1)));
        if (name === 'page') return response.setHeader('Content-Type', 'text/html').end(page);
        if (name === 'ssbroute.mjs') response.setHeader('Content-Type', 'text/javascript');
        return response.end(await readFile(join(folder, name)).catch(() => ''));
    }).listen(0, '127.0.0.1');
}

test('a page decides', { timeout: 60_000 }, async () => {
    let server;
    const profile = mkdtempSync(join(tmpdir(), 'ssbroute-'));
    const answer = new Promise((answered) => {
        server = serve(answered);
    });
    await new Promise((listening) => server.on('listening', listening));
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`];
    const address = `http://127.0.0.1:${server.address().port}/page`;
    const browser = spawn('chromium', [...options, '--remote-debugging-port=0', address], { stdio: 'ignore' });
    try {
        assert.deepEqual(JSON.parse(await answer), permitted);
    } finally {
        browser.kill();
        await new Promise((ended) => browser.on('exit', ended));
        server.closeAllConnections();
        server.close();
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
});

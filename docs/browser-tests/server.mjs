// A static file server on 127.0.0.1: enough for a browser to see a folder as it would be published.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

const mediaTypes = {
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.mjs': 'text/javascript; charset=utf-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.wasm': 'application/wasm',
    '.xml': 'application/xml',
};

async function fileOf(folder, url) {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    return found?.isDirectory() ? join(file, 'index.html') : file;
}

async function answer(folder, request, response) {
    const file = await fileOf(folder, request.url);
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
        return;
    }
    const type = mediaTypes[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': found.size, 'cache-control': 'no-store' });
    await pipeline(createReadStream(file), response);
}

/**
 * Serves a folder on a port of the system's choosing, or on the one that is named.
 * @returns {Promise<{origin: string, close: () => Promise<void>}>}
 */
export async function serve(folder, port = 0) {
    const root = resolve(folder);
    const server = createServer((request, response) => {
        // A browser that went to another page has closed its end: nothing is wrong.
        answer(root, request, response).catch(() => response.destroy());
    });
    await new Promise((listening, failed) => {
        server.once('error', failed);
        server.listen(port, '127.0.0.1', listening);
    });
    return {
        origin: `http://127.0.0.1:${server.address().port}`,
        close: () =>
            new Promise((closed) => {
                server.close(closed);
                server.closeAllConnections();
            }),
    };
}

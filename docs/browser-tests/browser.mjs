// Chromium as a person has it, watched: what it says on its console, what it asks of other origins, what axe-core finds.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Debian's Chromium. Tests run as root in containers, where its sandbox cannot start. */
export function launch(options = {}) {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
        ...options,
    });
}

/**
 * A page in a context of its own. `errors` collects what is thrown or told as an error on the console, and requests that
 * failed; `foreign` every request that is not to `origin`, none of which gets out.
 */
export async function openPage(browser, origin, options = {}) {
    const context = await browser.newContext(options);
    const errors = [];
    const foreign = [];
    await context.route(
        (url) => url.origin !== origin && !['data:', 'blob:'].includes(url.protocol),
        (route) => {
            foreign.push(route.request().url());
            return route.abort();
        },
    );
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
        if (message.type() === 'error') {
            errors.push(`${page.url()}: ${message.text()}`);
        }
    });
    page.on('response', (response) => {
        if (response.status() >= 400) {
            errors.push(`${page.url()}: ${response.url()}: ${response.status()}`);
        }
    });
    return { page, errors, foreign, close: () => context.close() };
}

const serious = ['serious', 'critical'];

/** What axe-core finds on the page as it is now that is serious or worse, a line each. */
export async function seriousFindings(page, context = undefined) {
    await page.evaluate(axeSource);
    const { violations } = await page.evaluate((where) => globalThis.axe.run(where ?? globalThis.document), context);
    return violations
        .filter(({ impact }) => serious.includes(impact))
        .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`));
}

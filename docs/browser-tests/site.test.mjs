// The site in a browser: each case that a page runs ends as the golden corpus says, nothing is asked of another origin, and axe-core has
// nothing serious to say. Where the site and the corpus are is said in SITE (build-site) and CORPUS (build/golden/corpus.jsonl).
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { serve } from './server.mjs';

const site = process.env.SITE ?? 'build-site';
const corpusFile = process.env.CORPUS ?? 'build/golden/corpus.jsonl';
const isBuilt = existsSync(`${site}/playground/ssbroute/ssbroute.wasm`);
// Its packages are installed with the site.
const { launch, openPage, seriousFindings } = isBuilt ? await import('./browser.mjs') : {};
const options = { skip: isBuilt ? false : 'the site is not built: ./dev site' };

const corpus = new Map(
    readFileSync(corpusFile, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map((golden) => [golden.id, golden]),
);
const pages = isBuilt
    ? ['', ...readdirSync(`${site}/specification`, { withFileTypes: true })
          .filter((entry) => entry.isDirectory()).map(({ name }) => `specification/${name}/`)]
    : [];

let server;
let browser;
before(async () => {
    if (!isBuilt) return;
    server = await serve(site);
    browser = await launch();
});
after(async () => {
    await browser?.close();
    await server?.close();
});

const verbs = { deliver: 'Delivered', send: 'Sent', forward: 'Forwarded', delay: 'Delayed', drop: 'Dropped' };

/** What a page should show for an outcome. */
function expected({ outcome, database, address, mirror_address: mirror, route_requested: requested, readings }) {
    const to = database ?? (mirror ? `${address} or ${mirror}, whichever is the principal` : address);
    const what = to === undefined ? verbs[outcome] : `${verbs[outcome]} to ${to}`;
    const condition = Object.entries(readings ?? {}).map(([id, answer]) => `${id} is ${answer}`).join(' and ');
    return `${what}${requested ? ', and a route is requested' : ''}${condition && `, if ${condition}`}`;
}

/** Scrolls to each case of the page in turn and waits for its answer. */
async function run(page) {
    for (const one of await page.locator('ssbroute-case').all()) {
        await one.scrollIntoViewIfNeeded();
        await one.and(page.locator('[ready]')).waitFor({ timeout: 10_000 });
    }
}

const shown = (page) =>
    page.locator('ssbroute-case').evaluateAll((cases) =>
        cases.map((one) => ({
            id: one.getAttribute('case'),
            permitted: [...one.querySelectorAll('.case-outcomes .permitted')].map((item) => item.textContent),
            contested: [...one.querySelectorAll('.case-outcomes .contested')].map((item) => item.textContent),
            rules: [...one.querySelectorAll('.case-steps tr[data-rule]')].map((row) => row.dataset.rule),
            drawn: [...one.querySelectorAll('.case-picture .ssbroute-picture .step')].map((step) => step.dataset.rule),
        })),
    );

test('every case that a page runs ends as the golden corpus says', options, async () => {
    let count = 0;
    for (const address of pages) {
        const { page, errors, foreign, close } = await openPage(browser, server.origin);
        await page.goto(`${server.origin}/${address}`);
        await run(page);
        for (const { id, permitted, contested, rules, drawn } of await shown(page)) {
            const golden = corpus.get(id);
            assert.deepEqual(permitted, golden.permitted.map(expected), `${address}: ${id}`);
            assert.deepEqual(contested, golden.contested.map(expected), `${address}: ${id}`);
            assert.ok(rules.length > 0, `${address}: ${id}: no steps`);
            assert.deepEqual(drawn, rules, `${address}: ${id}: the picture`);
            count += 1;
        }
        assert.deepEqual(errors, [], address);
        assert.deepEqual(foreign, [], address);
        await close();
    }
    assert.ok(count >= 49, `${count} cases`);
});

test('a reading that is switched changes what is permitted, and the focus stays', options, async () => {
    const { page, errors, close } = await openPage(browser, server.origin);
    await page.goto(`${server.origin}/specification/readings/#absent-service-outgoing`);
    const one = page.locator('ssbroute-case[about="absent-service-outgoing"]');
    await one.and(page.locator('[ready]')).waitFor();
    await one.getByLabel('delay', { exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await one.locator('.permitted', { hasText: 'Dropped' }).waitFor();
    assert.equal(await one.locator('.contested').textContent(), 'Delayed, if absent-service-outgoing is delay');
    assert.equal(await page.evaluate(() => document.activeElement.value), '1');
    assert.deepEqual(errors, []);
    await close();
});

test('a granted choice leads another way', options, async () => {
    const { page, close } = await openPage(browser, server.origin);
    await page.goto(`${server.origin}/specification/locating-the-destination-service/#LOCATE-3`);
    const one = page.locator('ssbroute-case[about="LOCATE-3"]');
    await one.and(page.locator('[ready]')).waitFor();
    const outcomeOf = () => one.locator('.outcome').getAttribute('data-outcome');
    const lastStep = () => one.locator('tr[data-rule]').last().textContent();
    assert.equal(await outcomeOf(), 'deliver');
    const before = await lastStep();
    await one.getByRole('group', { name: 'Granted choice of LOCATE-3' }).getByRole('radio').nth(1).check();
    await page.waitForFunction(([text, about]) => {
        const rows = document.querySelectorAll(`ssbroute-case[about="${about}"] tr[data-rule]`);
        return [...rows].at(-1)?.textContent !== text;
    }, [before, 'LOCATE-3']);
    assert.notEqual(await lastStep(), before);
    await close();
});

test('a case opens in the playground with its scenario', options, async () => {
    const { page, errors, close } = await openPage(browser, server.origin);
    await page.goto(`${server.origin}/`);
    await run(page);
    const address = await page.locator('.case-more a').getAttribute('href');
    const state = await page.evaluate(async (fragment) => {
        const packed = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        return JSON.parse(await new Response(stream).text());
    }, new URL(address).hash.slice('#s='.length));
    assert.deepEqual(state.scenario, corpus.get(await page.locator('ssbroute-case').getAttribute('case')).scenario);
    assert.deepEqual(errors, []);
    await close();
});

test('a script that breaks a rule about definitions is told so, until it is mended', options, async () => {
    const { page, errors, close } = await openPage(browser, server.origin);
    await page.goto(`${server.origin}/specification/route-definitions/`);
    const one = page.locator('ssbroute-script[code="script-DEFINE-6"]');
    await one.getByRole('button').click();
    await one.getByText('DEFINE-6').waitFor();
    await one.getByRole('textbox').fill("USE Sales;\nCREATE ROUTE Parts WITH ADDRESS = 'TCP://parts.example:4022';");
    await one.getByText('Nothing is said against this script.').waitFor();
    assert.deepEqual(errors, []);
    await close();
});

test('without script a page says what the case permits, and shows its scenario', options, async () => {
    const { page, close } = await openPage(browser, server.origin, { javaScriptEnabled: false });
    await page.goto(`${server.origin}/`);
    const text = await page.locator('ssbroute-case').textContent();
    assert.match(text, /Permitted: Delayed\./);
    assert.match(text, /Contested: Dropped, if absent-service-outgoing is drop\./);
    assert.match(await page.locator('details.scenario code').textContent(), /"to_service_name": "orderparts"/);
    await close();
});

test('without WebAssembly a page says so, and keeps what it said', options, async () => {
    const { page, close } = await openPage(browser, server.origin);
    await page.addInitScript(() => delete globalThis.WebAssembly);
    await page.goto(`${server.origin}/`);
    await page.locator('.case-failure').waitFor();
    const text = await page.locator('ssbroute-case').textContent();
    assert.match(text, /cannot run here/);
    assert.match(text, /Permitted: Delayed\./);
    await close();
});

test('the search finds a rule by its id, without network', options, async () => {
    const { page, foreign, close } = await openPage(browser, server.origin);
    await page.goto(`${server.origin}/`);
    await page.getByRole('textbox', { name: 'Search' }).fill('CHOOSE-0');
    await page.locator('.md-search-result__link').first().waitFor();
    const found = await page.locator('.md-search-result__link').evaluateAll((links) => links.map((one) => one.getAttribute('href')));
    assert.ok(found.some((href) => href.includes('specification/choosing-a-route/')), found.join(' '));
    assert.deepEqual(foreign, []);
    await close();
});

const looked = ['', 'guide/', 'specification/reply-messages-from-a-target-service/', 'specification/route-definitions/', 'formats/profile/', 'command-line/'];
for (const colorScheme of ['light', 'dark']) {
    test(`axe-core finds nothing serious in ${colorScheme}`, options, async () => {
        for (const address of looked) {
            const { page, close } = await openPage(browser, server.origin, { colorScheme });
            await page.goto(`${server.origin}/${address}`);
            await run(page);
            assert.deepEqual(await seriousFindings(page), [], address);
            await close();
        }
    });
}

test('no page is wider than a phone', options, async () => {
    for (const address of looked) {
        const { page, close } = await openPage(browser, server.origin, { viewport: { width: 390, height: 844 } });
        await page.goto(`${server.origin}/${address}`);
        await run(page);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, address);
        await close();
    }
});

// The playground as a person uses it. Needs the page, put together, and the program: see playground-page.mjs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, seriousFindings } from './browser.mjs';
import { corpusFile, openPlayground, pageFolder, program } from './playground-page.mjs';
import { serve } from './server.mjs';

const golden = fileURLToPath(new URL('../../golden', import.meta.url));
const sales = 'AdventureWorks2008R2';
const toHost2 = 'Sent to TCP://host2.Adventure-Works.com:4022/';

const skip = existsSync(`${pageFolder}/ssbroute/ssbroute.wasm`) ? false : 'the site is not built: ./dev site';

let browser;
let site;
before(async () => {
    if (skip) return;
    site = await serve(pageFolder);
    browser = await launch();
});
after(async () => {
    await browser?.close();
    await site?.close();
});

/** A test on a page of its own, which must not ask anything of anyone else, and must not complain. */
function pageTest(name, options, body) {
    test(name, { skip }, async () => {
        const opened = await openPlayground(browser, site.origin, options);
        await body(opened);
        assert.deepEqual(opened.foreign, []);
        assert.deepEqual(opened.errors, []);
        await opened.close();
    });
}

pageTest('it starts with example 2, and says why AutoCreatedLocal is not used', {}, async ({ page, permitted, contested, cell }) => {
    assert.deepEqual(await permitted(), [toHost2]);
    assert.deepEqual(await contested(), []);
    await cell(sales, 0, 'name').hover();
    const told = page.getByRole('region', { name: sales }).locator('.fate-told');
    assert.match(await told.textContent(), /AutoCreatedLocal fell out at MATCH-2: MATCH-2 ended matching before MATCH-5/u);
    assert.match(await told.textContent(), /MATCH-5\s+The routes match that have neither service name nor identifier/u);
    const fallen = page.locator('svg .fallen[data-route=AutoCreatedLocal]');
    assert.equal(await fallen.count(), 1);
    assert.ok(await fallen.evaluate((route) => route.classList.contains('linked')));
    assert.ok(!(await page.locator('svg .kept[data-route=OrderPartsRoute]').first().evaluate((route) => route.classList.contains('linked'))));
});

pageTest('a route that is pointed at in the picture stands out in its table', {}, async ({ page, grid }) => {
    await page.locator('svg .fallen[data-route=AutoCreatedLocal]').hover();
    assert.deepEqual(await grid(sales).locator('.linked').locator('[aria-colindex="2"]').allTextContents(), ['AutoCreatedLocal']);
    assert.equal(await grid('msdb').locator('.linked').count(), 0);
});

pageTest('a cell is edited with the keyboard, and the answer follows', {}, async ({ page, permitted, contested, cell }) => {
    await cell(sales, 0, 'name').click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'OrderParts');
    await page.keyboard.type('orderparts');
    assert.deepEqual(await permitted(), ['Delayed']);
    assert.deepEqual(await contested(), ['Dropped']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await permitted(), [toHost2]);
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    assert.equal(await cell(sales, 1, 'remote_service_name').textContent(), 'OrderParts!');
    assert.deepEqual(await permitted(), ['Delayed']);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await permitted(), [toHost2]);
    await page.keyboard.press('Control+y');
    assert.deepEqual(await permitted(), ['Delayed']);
});

pageTest('Delete empties cells to NULL, and Ctrl+Delete removes rows', {}, async ({ page, permitted, cell, grid }) => {
    await cell(sales, 1, 'remote_service_name').click();
    await page.keyboard.press('Delete');
    assert.equal(await cell(sales, 1, 'remote_service_name').textContent(), 'NULL');
    assert.deepEqual(await permitted(), [toHost2]);
    await page.keyboard.press('Control+Delete');
    assert.deepEqual(await permitted(), ['Delayed']);
    assert.equal(await grid(sales).getByRole('row').count(), 3);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
});

pageTest('routes are added and deleted with buttons', {}, async ({ page, grid, cell }) => {
    const section = page.getByRole('region', { name: sales });
    await section.getByRole('button', { name: 'Add route' }).click();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Stock');
    await page.keyboard.press('Enter');
    assert.equal(await cell(sales, 2, 'name').textContent(), 'Mine');
    assert.equal(await cell(sales, 2, 'remote_service_name').textContent(), 'Stock');
    await cell(sales, 0, 'name').click();
    await section.getByRole('button', { name: 'Delete AutoCreatedLocal' }).click();
    assert.equal(await cell(sales, 0, 'name').textContent(), 'OrderPartsRoute');
    assert.equal(await grid(sales).getByRole('row').count(), 4);
});

pageTest('rows of Management Studio are pasted, and a range is copied', {}, async ({ page, paste, permitted, cell }) => {
    await cell(sales, 2, 'name').click();
    await paste(
        'name\tprincipal_id\troute_id\tremote_service_name\tbroker_instance\tlifetime\taddress\tmirror_address\r\n' +
            'Second\t1\t65540\tOrderParts\tNULL\tNULL\tTCP://second.example:4022\tNULL\r\n' +
            'Third\t1\t65541\tOrderParts\tNULL\tNULL\tTCP://third.example:4022\tNULL\r\n',
    );
    assert.deepEqual(await permitted(), [toHost2, 'Sent to TCP://second.example:4022', 'Sent to TCP://third.example:4022']);
    await cell(sales, 2, 'name').click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    const copied = await page.evaluate(() => {
        const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
        return event.clipboardData.getData('text/plain');
    });
    assert.equal(copied, 'Second\tOrderParts\nThird\tOrderParts');
    await cell(sales, 4, 'name').click();
    await paste('Fourth\tStock\n');
    assert.equal(await cell(sales, 4, 'remote_service_name').textContent(), 'Stock');
});

pageTest('what is pasted into a range of one value fills it', {}, async ({ page, paste, cell }) => {
    await cell(sales, 0, 'address').click();
    await page.keyboard.press('Shift+ArrowDown');
    await paste('TRANSPORT');
    assert.equal(await cell(sales, 0, 'address').textContent(), 'TRANSPORT');
    assert.equal(await cell(sales, 1, 'address').textContent(), 'TRANSPORT');
});

const script = `CREATE DATABASE Shop;
GO
USE Shop;
CREATE QUEUE q;
CREATE SERVICE OrderEntry ON QUEUE q;
CREATE ROUTE ToStock WITH SERVICE_NAME = 'Stock', ADDRESS = 'TCP://stock.example:4022';
DROP ROUTE NoSuchRoute;
GO
`;

pageTest('a T-SQL script is pasted, and what was remarked is told', {}, async ({ page, permitted, cell }) => {
    await page.getByRole('button', { name: 'Paste a script' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Script or export').fill(script);
    await dialog.getByRole('radio', { name: /2 databases, 3 routes/u }).waitFor();
    assert.match(await dialog.locator('.remarks').textContent(), /line 7, column 1.*NoSuchRoute/u);
    await dialog.getByRole('button', { name: 'Use this instance' }).click();
    assert.deepEqual(await permitted(), ['Sent to TCP://stock.example:4022']);
    assert.equal(await cell('Shop', 1, 'name').textContent(), 'ToStock');
});

pageTest('of several instances one is chosen', {}, async ({ page, permitted }) => {
    await page.getByRole('button', { name: 'Paste a script' }).click();
    const dialog = page.getByRole('dialog');
    const named = (name, address) => ({
        name,
        instance: { databases: [{ name: 'msdb' }, { name: 'Shop', routes: [{ name: 'R', remote_service_name: 'Stock', address }] }] },
    });
    const instances = [named('one.example', 'TCP://a:1'), named('two.example', 'TCP://b:1')];
    await dialog.getByLabel('Script or export').fill(JSON.stringify({ instances }));
    await dialog.getByRole('radio', { name: /two\.example/u }).check();
    await dialog.getByRole('button', { name: 'Use this instance' }).click();
    assert.deepEqual(await permitted(), ['Sent to TCP://b:1']);
});

pageTest('text that is nothing is refused in the dialog', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Paste a script' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Script or export').fill('{"instances": 7}');
    await dialog.locator('.wrong').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Use this instance' }).isDisabled());
});

pageTest('a wrong GUID, a wrong date and an address that is none are told where they stand', {}, async ({ page, cell, settled, permitted }) => {
    const guid = page.getByRole('region', { name: sales }).getByLabel('service_broker_guid');
    await guid.fill('a1000000-wrong');
    await settled();
    await page.getByText('No answer yet.').waitFor();
    assert.equal(await guid.getAttribute('aria-invalid'), 'true');
    assert.match(await described(page, guid), /expected a GUID/u);
    await page.locator('h1').click();
    await page.getByRole('button', { name: 'Go to it' }).click();
    assert.ok(await guid.evaluate((input) => input === document.activeElement));
    await guid.fill('');

    const lifetime = cell(sales, 1, 'lifetime');
    await lifetime.click();
    await page.keyboard.type('tomorrow');
    await page.keyboard.press('Enter');
    await settled();
    assert.equal(await lifetime.getAttribute('aria-invalid'), 'true');
    assert.match(await described(page, lifetime), /expected a time/u);
    await lifetime.click();
    await page.keyboard.press('Delete');

    const address = cell(sales, 1, 'address');
    await address.click();
    await page.keyboard.type('host2, port 4022');
    await page.keyboard.press('Enter');
    assert.deepEqual(await permitted(), ['Sent to host2, port 4022']);
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    assert.match(await described(page, address), /is not of the form TCP:\/\/host:port/u);
});

async function described(page, element) {
    return page.locator(`[id="${await element.getAttribute('aria-describedby')}"]`).textContent();
}

pageTest('two routes of one name are told at the second', {}, async ({ page, cell, settled }) => {
    await cell(sales, 1, 'name').click();
    await page.keyboard.type('AutoCreatedLocal');
    await settled();
    assert.match(await described(page, cell(sales, 1, 'name')), /no other route of the database has/u);
});

pageTest('what the review finds leads to the row', {}, async ({ page, cell, settled }) => {
    await cell(sales, 1, 'address').click();
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Enter');
    await settled();
    await page.getByText(/The review of the tables: \d+ finding.*error/u).click();
    await page.locator('.findings').getByRole('button', { name: `${sales}: OrderPartsRoute` }).first().click();
    assert.ok(await cell(sales, 1, 'name').evaluate((focused) => focused === document.activeElement));
});

pageTest('another answer to a reading changes what is permitted', {}, async ({ page, permitted, contested }) => {
    await page.getByLabel('To service').fill('orderparts');
    assert.deepEqual(await permitted(), ['Delayed']);
    assert.deepEqual(await contested(), ['Dropped']);
    const reading = page.getByRole('group', { name: /absent-service-outgoing/u });
    await reading.getByRole('radio', { name: 'drop' }).check();
    assert.deepEqual(await permitted(), ['Dropped']);
    assert.deepEqual(await contested(), ['Delayed']);
    await reading.getByRole('radio', { name: 'delay' }).check();
    assert.deepEqual(await permitted(), ['Delayed']);
});

pageTest('a contested outcome shows its way', {}, async ({ page, permitted, settled }) => {
    await page.getByLabel('To service').fill('orderparts');
    await settled();
    await page.getByRole('button', { name: /^Dropped/u }).click();
    await page.locator('svg .outcome[data-outcome=drop]').waitFor();
    assert.deepEqual(await permitted(), ['Delayed']);
    assert.equal(await page.getByRole('button', { name: /^Dropped/u }).getAttribute('aria-pressed'), 'true');
});

pageTest('between alternatives one chooses in the list of outcomes, and at the choice', {}, async ({ page, load, permitted, settled }) => {
    await load('The sending database lacks the service and two others have it, so either may get the message');
    assert.deepEqual(await permitted(), ['Delivered to Factory', 'Delivered to Warehouse']);
    const choice = page.getByLabel(/the documents leave the choice/u);
    await page.getByRole('button', { name: /^Delivered to Warehouse/u }).click();
    await settled();
    const warehouse = await choice.locator('option:checked').textContent();
    assert.match(warehouse, /Warehouse/u);
    await choice.selectOption({ label: warehouse.replace('Warehouse', 'Factory') });
    await settled();
    assert.equal(await page.getByRole('button', { name: /^Delivered to Factory/u }).getAttribute('aria-pressed'), 'true');
    await page.locator('svg [data-choice="0"] [data-pick]', { hasText: 'Warehouse' }).click();
    await settled();
    assert.match(await choice.locator('option:checked').textContent(), /Warehouse/u);
});

pageTest('one steps through the way with buttons and keys, and hears each step', {}, async ({ page, drawnRules }) => {
    const told = page.locator('.told');
    const current = () => page.locator('svg .current').evaluateAll((parts) => parts.map((part) => part.dataset.rule ?? part.dataset.outcome));
    await page.getByRole('button', { name: 'Forward' }).click();
    assert.match(await told.textContent(), /^Step 1 of 8, SCOPE-1: The table in scope is sys\.routes of AdventureWorks2008R2/u);
    assert.deepEqual(await current(), ['SCOPE-1']);
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('button', { name: 'Forward' }).click();
    assert.match(await told.textContent(), /MATCH-2: Kept: OrderPartsRoute\. AutoCreatedLocal fell out/u);
    await page.getByRole('button', { name: 'Back' }).click();
    assert.deepEqual(await current(), ['MATCH-1']);
    await page.getByRole('group', { name: /Picture of the way/u }).focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await current(), ['MATCH-2']);
    await page.keyboard.press('End');
    assert.deepEqual(await current(), ['send']);
    assert.match(await told.textContent(), /Sent to TCP:\/\/host2/u);
    await page.keyboard.press('Escape');
    assert.deepEqual(await current(), []);
    assert.equal(await told.getAttribute('aria-live'), 'polite');
    assert.equal((await drawnRules()).length, 7);
});

pageTest('a share link brings everything back on a fresh page', {}, async ({ page, permitted, settled, taken, drawnRules }) => {
    await page.getByLabel('To service').fill('orderparts');
    await page.getByRole('group', { name: /absent-service-outgoing/u }).getByRole('radio', { name: 'drop' }).check();
    assert.deepEqual(await permitted(), ['Dropped']);
    await settled();
    await page.waitForFunction(() => location.hash.startsWith('#s='));
    const link = await taken('Share link');
    const other = await openPlayground(browser, site.origin, { fragment: new URL(link).hash });
    assert.deepEqual(await other.permitted(), ['Dropped']);
    assert.equal(await other.page.getByLabel('To service').inputValue(), 'orderparts');
    assert.deepEqual(await other.drawnRules(), await drawnRules());
    await other.page.evaluate(() => (location.hash = '#s=damaged'));
    await other.page.getByText('This link is damaged; the page stays as it was.').waitFor();
    assert.deepEqual(other.errors, []);
    await other.close();
});

pageTest('a damaged link starts with the example', { fragment: '#s=AAAA' }, async ({ page, permitted }) => {
    await page.getByText('This link is damaged; the page starts with example 2.').waitFor();
    assert.deepEqual(await permitted(), [toHost2]);
});

pageTest('a link that shares something wrong tells where it is wrong', {}, async ({ page, taken, settled }) => {
    await page.getByRole('region', { name: 'msdb' }).getByLabel('service_broker_guid').fill('none');
    await settled();
    await page.waitForTimeout(200);
    const other = await openPlayground(browser, site.origin, { fragment: new URL(await taken('Share link')).hash });
    await other.page.getByText('No answer yet.').waitFor();
    assert.equal(await other.page.getByRole('region', { name: 'msdb' }).getByLabel('service_broker_guid').getAttribute('aria-invalid'), 'true');
    await other.close();
});

pageTest('what is taken away is what the program takes', {}, async ({ page, permitted, taken }) => {
    await page.getByLabel('To service').fill('Stock');
    assert.deepEqual(await permitted(), ['Delayed']);
    const folder = mkdtempSync(join(tmpdir(), 'playground-'));
    const file = (name, text) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
    };
    const run = (...args) => JSON.parse(execFileSync(program, args, { encoding: 'utf8' }));

    const scenario = await taken('As scenario');
    assert.equal(run('decide', '--json', file('scenario.json', scenario)).permitted[0].outcome, 'delay');

    const group = await taken('As golden case');
    assert.match(group, /TO BE DERIVED/u);
    const golden = run('decide', '--json', file('group.json', group));
    assert.deepEqual(JSON.parse(group).cases[0].permitted, golden.permitted);
    assert.deepEqual(JSON.parse(group).cases[0].contested, golden.contested);

    const command = await taken('As command line');
    const shell = `ssbroute() { "${resolve(program)}" "$@"; }\n${command}`;
    assert.match(execFileSync('sh', ['-c', shell], { cwd: folder, encoding: 'utf8' }), /to Stock\n\s+delay/u);

    const sql = await taken('As T-SQL');
    const { instances } = run('import', file('routes.sql', sql));
    const { routes } = instances[0].instance.databases.find(({ name }) => name === sales);
    assert.deepEqual(routes.map(({ address }) => address), ['LOCAL', 'TCP://host2.Adventure-Works.com:4022/']);
});

pageTest('a dialog takes the focus, keeps it, and gives it back', {}, async ({ page }) => {
    const opener = page.getByRole('button', { name: 'As scenario' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'As scenario' }).waitFor();
    assert.ok(await page.evaluate(() => document.activeElement.closest('dialog') !== null));
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.ok(await opener.evaluate((button) => button === document.activeElement));
});

pageTest('the list of cases is searched', {}, async ({ page }) => {
    await page.getByRole('button', { name: 'Examples and cases' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.getByRole('heading', { level: 3 }).first().textContent(), /^examples\/1-/u);
    await dialog.getByLabel('Search').fill('mirrored transport');
    const titles = await dialog.locator('[data-case]').evaluateAll((buttons) => buttons.map((button) => button.dataset.case));
    assert.ok(titles.length > 0 && titles.length < 40);
    assert.match(await dialog.getByRole('status').textContent(), new RegExp(`^${titles.length} case`, 'u'));
});

pageTest('everything is reached with the keyboard alone', {}, async ({ page }) => {
    const reached = new Set();
    for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        reached.add(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()));
    }
    for (const name of ['Examples and cases', 'Paste a script', 'Add route', 'Forward', 'As T-SQL', 'AutoCreatedLocal']) {
        assert.ok(reached.has(name), `${name} of ${[...reached].join(', ')}`);
    }
});

pageTest('with 1,000 routes an edit is answered within a second', {}, async ({ page, paste, cell, permitted, grid }) => {
    const rows = Array.from({ length: 1000 }, (_, i) => `Route${i}\tService${i}\tNULL\tNULL\tTCP://host${i}.example:4022\tNULL`);
    await cell(sales, 2, 'name').click();
    await paste(rows.join('\n'));
    assert.deepEqual(await permitted(), [toHost2]);
    assert.ok((await grid(sales).getByRole('row').count()) < 60, 'only the rows in sight are there');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    assert.equal(await cell(sales, 1001, 'name').textContent(), 'Route999');
    await cell(sales, 1001, 'remote_service_name').click();
    await page.keyboard.type('OrderPart');
    await permitted();
    const begun = performance.now();
    await page.keyboard.type('s');
    await page.getByRole('button', { name: 'Sent to TCP://host999.example:4022' }).waitFor();
    await page.locator('#answer[aria-busy=false]').waitFor();
    assert.ok(performance.now() - begun < 1000, `${performance.now() - begun} ms`);
});

for (const [name, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
]) {
    pageTest(`axe-core finds nothing serious: ${name}`, options, async ({ page, cell, settled }) => {
        assert.deepEqual(await seriousFindings(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing stands out on the right');
        await cell(sales, 1, 'address').click();
        await page.keyboard.type('nowhere');
        await settled();
        for (const summary of await page.locator('summary').all()) await summary.click();
        await page.getByRole('button', { name: 'Forward' }).click();
        assert.deepEqual(await seriousFindings(page), []);
        for (const button of ['Examples and cases', 'Paste a script', 'As golden case']) {
            await page.getByRole('button', { name: button }).click();
            assert.deepEqual(await seriousFindings(page, 'dialog'), [], button);
            await page.keyboard.press('Escape');
        }
        await page.getByLabel('To broker identifier').fill('x');
        await page.getByRole('region', { name: 'msdb' }).getByLabel('service_broker_guid').fill('x');
        await settled();
        assert.deepEqual(await seriousFindings(page), [], 'with something wrong');
    });
}

/** By ids: what the program says of each golden case, with its ways. */
function explanations() {
    const text = execFileSync(program, ['decide', '--json', '--explain', golden], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const lines = text.trim().split('\n').map((line) => JSON.parse(line));
    return new Map(lines.map((line) => [line.source.case, line]));
}

/** What the page calls an outcome; two quotes for an empty text. */
function textOf({ outcome, database, address, mirror_address: mirror, route_requested: requested }) {
    const name = (text) => text || "''";
    const other = mirror === undefined ? '' : ` or ${name(mirror)}, whichever is the principal`;
    switch (outcome) {
        case 'deliver': return `Delivered to ${name(database)}`;
        case 'send': return `Sent to ${name(address)}${other}`;
        case 'forward': return `Forwarded to ${name(address)}${other}`;
        case 'delay': return requested ? 'Delayed, and a route is requested' : 'Delayed';
        default: return 'Dropped';
    }
}

pageTest('every golden case is answered as in the corpus, by the rules that decide --explain names', {}, async ({ page }) => {
    const explained = explanations();
    const cases = readFileSync(corpusFile, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    assert.ok(cases.length > 400);
    const seen = await page.evaluate(loadEach, cases.map(({ id }) => id));
    for (const [index, { id, permitted, contested }] of cases.entries()) {
        assert.deepEqual(seen[index].permitted, permitted.map(textOf), id);
        assert.deepEqual(seen[index].contested, contested.map(textOf), id);
        const shown = explained.get(id).permitted.find((outcome) => textOf(outcome) === seen[index].shown);
        assert.deepEqual(seen[index].rules, shown.trace.map(({ rule }) => rule), id);
    }
});

/** Runs in the page: picks one case after the other from the list, and reads the answer. */
async function loadEach(ids) {
    const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
    const until = async (holds, id) => {
        for (const begun = performance.now(); !holds(); ) {
            if (performance.now() - begun > 5000) throw new Error(`${id}: waited too long`);
            await new Promise((done) => setTimeout(done, 0));
        }
    };
    const opener = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Examples and cases');
    const seen = [];
    for (const id of ids) {
        opener.click();
        await until(() => document.querySelector(`[data-case="${id}"]`), id);
        document.querySelector(`[data-case="${id}"]`).click();
        await until(() => !document.querySelector('dialog') && document.querySelector('#answer[aria-busy=false]'), id);
        seen.push({
            permitted: texts('[aria-label=Permitted] b'),
            contested: texts('[aria-label=Contested] b'),
            shown: texts('[aria-pressed=true] b')[0],
            rules: [...document.querySelectorAll('svg .step')].map((step) => step.dataset.rule),
        });
    }
    return seen;
}

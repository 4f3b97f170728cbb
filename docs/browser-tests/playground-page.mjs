// The playground in a browser, by the names that a person reads on it.
import { openPage } from './browser.mjs';

/** Where the page was put together, and what it is compared with. */
export const pageFolder = `${process.env.SITE ?? 'build-site'}/playground`;
export const corpusFile = process.env.CORPUS ?? 'build/golden/corpus.jsonl';
export const program = process.env.PROGRAM ?? 'build/ssbroute';

/** The page as it opens, with what a test says and sees of it. */
export async function openPlayground(browser, origin, { fragment = '', ...options } = {}) {
    const opened = await openPage(browser, origin, { viewport: { width: 1400, height: 1000 }, ...options });
    const { page } = opened;
    await page.goto(`${origin}/${fragment}`);
    await page.getByRole('heading', { name: 'Where it goes' }).waitFor();
    return { ...opened, ...actions(page) };
}

function actions(page) {
    const settled = () => page.locator('#answer[aria-busy=false]').waitFor();
    const outcomes = async (title) => {
        await settled();
        const list = page.getByRole('list', { name: title });
        return (await list.count()) === 0 ? [] : list.locator('b').allTextContents();
    };
    const grid = (database) => page.getByRole('grid', { name: `Routes of ${database}` });
    return {
        settled,
        grid,
        permitted: () => outcomes('Permitted'),
        contested: () => outcomes('Contested'),
        /** A cell by its column; rows count from 0. */
        cell: (database, row, column) =>
            grid(database).locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${gridColumns.indexOf(column) + 1}"]`),
        load: async (title) => {
            await page.getByRole('button', { name: 'Examples and cases' }).click();
            await page.getByLabel('Search').fill(title);
            await page.getByRole('dialog').getByRole('button', { name: title }).click();
            await settled();
        },
        /** As if it had been copied elsewhere. */
        paste: (text) =>
            page.evaluate((pasted) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData('text/plain', pasted);
                const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
                document.activeElement.dispatchEvent(event);
            }, text),
        /** The text of a dialog that is opened by a button. */
        taken: async (button) => {
            await page.getByRole('button', { name: button }).click();
            const text = await page.getByRole('dialog').getByRole('textbox').inputValue();
            await page.keyboard.press('Escape');
            return text;
        },
        drawnRules: () => page.locator('svg .step').evaluateAll((parts) => parts.map((part) => part.dataset.rule)),
    };
}

const gridColumns = ['ended at', 'name', 'remote_service_name', 'broker_instance', 'lifetime', 'address', 'mirror_address'];

// <ssbroute-script code="ID">: the T-SQL in the code block below the element ID, to be changed, and what an import says to it.
import { element, loadOracle } from './page.mjs';

class SsbrouteScript extends HTMLElement {
    connectedCallback() {
        const change = element('button', { type: 'button' }, 'Change the script');
        change.addEventListener('click', () => this.#open());
        this.append(change);
    }

    async #open() {
        const block = document.querySelector(`#${CSS.escape(this.getAttribute('code'))}`);
        const text = block.querySelector('code').textContent.trimEnd();
        const script = element('textarea', { rows: text.split('\n').length + 1, spellcheck: 'false', 'aria-label': 'Script' }, text);
        const said = element('ul', { 'aria-live': 'polite' });
        this.replaceChildren(script, said);
        block.hidden = true;
        script.focus();
        try {
            const { importSql } = await loadOracle();
            const show = () => said.replaceChildren(...remarks(importSql, script.value).map((remark) => element('li', {}, remark)));
            script.addEventListener('input', show);
            show();
        } catch (error) {
            said.append(element('li', { role: 'alert' }, `This script cannot be read here: ${error.message}`));
        }
    }
}

/** What is said against the script, a line each. */
function remarks(importSql, text) {
    try {
        const against = importSql(text, { name: 'script' }).reported.filter(({ severity }) => severity !== 'note');
        return against.length === 0
            ? ['Nothing is said against this script.']
            : against.map(({ line, column, severity, message }) => `${line}:${column}: ${severity}: ${message}`);
    } catch (error) {
        return [error.message];
    }
}

customElements.define('ssbroute-script', SsbrouteScript);

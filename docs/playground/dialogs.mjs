// Dialogs: cases to start from, something to import, and the state in other forms.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messagesOf } from './adoption.mjs';
import { found } from './corpus.mjs';
import { Dialog } from './fields.mjs';
import { html } from './html.mjs';
import { databasesOf, routesOf } from './scenario.mjs';
import { countText } from './words.mjs';

export function CasesDialog({ corpus, onLoad, onClose }) {
    const [sought, setSought] = useState('');
    const groups = useMemo(() => found(corpus, sought), [corpus, sought]);
    const count = groups.reduce((sum, { cases }) => sum + cases.length, 0);
    return html`<${Dialog} title="Start from a case" onClose=${onClose} wide>
        <div class="field">
            <label for="case-search">Search</label>
            <input id="case-search" type="search" value=${sought} onInput=${(event) => setSought(event.currentTarget.value)} autofocus />
        </div>
        <p class="aside" role="status">${countText(count, 'case')}. The seven documented examples come first.</p>
        <div class="cases">
            ${groups.map(
                ({ group, source, cases }) => html`<section key=${group}>
                    <h3>${group}</h3>
                    <p class="aside">${source}</p>
                    <ul>
                        ${cases.map(
                            (one) => html`<li key=${one.id}>
                                <button type="button" class="plain" data-case=${one.id} onClick=${() => onLoad(one)}>
                                    ${one.title} <span class="aside">${one.id.slice(group.length + 1)}</span>
                                </button>
                            </li>`,
                        )}
                    </ul>
                </section>`,
            )}
        </div>
    <//>`;
}

function attempted(read, text, options) {
    try {
        return { result: read(text, options) };
    } catch (error) {
        return { error: error.message };
    }
}

const messageText = ({ origin_database: origin, to_service_name: service, transmission_status: status }) =>
    `${service}, from ${origin ?? 'outside'}${status === undefined ? '' : ' (waits in sys.transmission_queue)'}`;

function instanceText({ name, instance }) {
    const routes = databasesOf({ instance }).reduce((sum, database) => sum + routesOf(database).length, 0);
    return `${name}: ${countText(instance.databases.length, 'database')}, ${countText(routes, 'route')}`;
}

function Options({ legend, name, texts, chosen, onChoose }) {
    return html`<fieldset>
        <legend>${legend}</legend>
        ${texts.map(
            (text, index) => html`<label class="check">
                <input type="radio" name=${name} checked=${index === chosen} onChange=${() => onChoose(index)} /> ${text}
            </label>`,
        )}
    </fieldset>`;
}

/** `read` is importSql of the package; `onAdopt` takes one of its instances and, perhaps, one of its messages. */
export function ImportDialog({ read, onAdopt, onClose }) {
    const [text, setText] = useState('');
    const [database, setDatabase] = useState('');
    const [instance, setInstance] = useState(0);
    const [message, setMessage] = useState(0);
    const { result, error } = useMemo(
        () => (text.trim() === '' ? {} : attempted(read, text, database === '' ? {} : { database })),
        [text, database],
    );
    const chosen = result?.instances[Math.min(instance, result.instances.length - 1)];
    const messages = chosen ? messagesOf(result, chosen.name) : [];
    const chosenFiles = async (event) => {
        const texts = await Promise.all([...event.currentTarget.files].map((file) => file.text()));
        setText(texts.join('\n'));
    };
    return html`<${Dialog} title="Paste a script or an export" onClose=${onClose} wide>
        <p class="aside">
            T-SQL, exports of catalog views (JSON, CSV, the text of sqlcmd), or an instance as JSON. It stays on this page: nothing is sent
            anywhere.
        </p>
        <div class="field">
            <label for="import-text">Script or export</label>
            <textarea
                id="import-text"
                rows="10"
                spellcheck=${false}
                value=${text}
                onInput=${(event) => setText(event.currentTarget.value)}
                autofocus
            ></textarea>
        </div>
        <div class="fields">
            <div class="field">
                <label for="import-file">Or files</label>
                <input id="import-file" type="file" multiple onChange=${chosenFiles} />
            </div>
            <div class="field">
                <label for="import-database">Database, where the text names none</label>
                <input id="import-database" value=${database} onInput=${(event) => setDatabase(event.currentTarget.value)} />
            </div>
        </div>
        <div aria-live="polite">
            ${error && html`<p class="wrong">${error}</p>`}
            ${chosen &&
            html`<${Options}
                    legend="Instance"
                    name="import-instance"
                    texts=${result.instances.map(instanceText)}
                    chosen=${instance}
                    onChoose=${setInstance}
                />
                ${messages.length > 0 &&
                html`<${Options}
                    legend="Message"
                    name="import-message"
                    texts=${messages.map(messageText)}
                    chosen=${message}
                    onChoose=${setMessage}
                />`}
                ${result.reported?.length > 0 &&
                html`<details open>
                    <summary>${countText(result.reported.length, 'remark')}</summary>
                    <ul class="remarks">
                        ${result.reported.slice(0, 100).map(
                            ({ severity, line, column, message: remark }) =>
                                html`<li>${severity} at line ${line}, column ${column}: ${remark}</li>`,
                        )}
                    </ul>
                </details>`}`}
        </div>
        <footer>
            <button type="button" class="main" disabled=${!chosen} onClick=${() => onAdopt(chosen, messages[message])}>Use this instance</button>
        </footer>
    <//>`;
}

/** Text to take away. `note` says what is to be known of it. */
export function TextDialog({ title, text, note, onClose }) {
    const [copied, setCopied] = useState('');
    const area = useRef(null);
    useEffect(() => area.current.focus(), []);
    const copy = async () => {
        area.current.select();
        const done = await navigator.clipboard.writeText(text).then(() => true, () => document.execCommand('copy'));
        setCopied(done ? 'Copied.' : 'The text is selected; copy it with Ctrl+C.');
    };
    return html`<${Dialog} title=${title} onClose=${onClose} wide>
        ${note && html`<p class="aside">${note}</p>`}
        <textarea ref=${area} aria-label=${title} readonly rows="18" spellcheck=${false} value=${text}></textarea>
        <footer>
            <span role="status">${copied}</span>
            <button type="button" class="main" onClick=${copy}>Copy</button>
        </footer>
    <//>`;
}

// Labelled controls. Each knows its place in the scenario, and tells there what is wrong with it.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { html } from './html.mjs';
import { linesOf, listOf, textOf, valueOf } from './values.mjs';

/** The problem, if it is the one of this place. */
export const problemAt = (problem, place) => (problem?.where === place ? problem : undefined);

/**
 * The text that is being typed, for a value that it stands for. Several texts may stand for one value; as long as the value is what
 * was typed, the text stays as it was typed.
 */
function useDraft(value, { parse, print, isSame }) {
    const [draft, setDraft] = useState(() => print(value));
    const text = isSame(parse(draft), value) ? draft : print(value);
    return [text, setDraft];
}

const nullable = { parse: valueOf, print: textOf, isSame: (one, other) => one === (other ?? null) };
const plain = { parse: (text) => text, print: (text) => text, isSame: (one, other) => one === other };
const lines = {
    parse: listOf,
    print: linesOf,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other ?? []),
};

function Wrong({ id, problem }) {
    return problem && html`<p class="wrong" id=${id}>${problem.message}</p>`;
}

const marks = (id, problem) => (problem ? { 'aria-invalid': 'true', 'aria-describedby': id } : {});

/** A line of text; nothing at all is null, unless it is `required`. */
export function TextField({ label, value, onChange, place, problem, required = false, hint, children }) {
    const form = required ? plain : nullable;
    const [text, setText] = useDraft(value, form);
    const id = useId();
    const wrong = problemAt(problem, place);
    const typed = (event) => {
        setText(event.currentTarget.value);
        onChange(form.parse(event.currentTarget.value));
    };
    return html`<div class="field">
        <label for=${id}>${label}</label>
        <div class="control">
            <input
                id=${id}
                value=${text}
                onInput=${typed}
                placeholder=${hint}
                data-place=${place}
                spellcheck=${false}
                autocomplete="off"
                ...${marks(`${id}-wrong`, wrong)}
            />
            ${children}
        </div>
        <${Wrong} id=${`${id}-wrong`} problem=${wrong} />
    </div>`;
}

/** A list, a line an element. */
export function LinesField({ label, value, onChange, place, problem, hint }) {
    const [text, setText] = useDraft(value, lines);
    const id = useId();
    const wrong = problem?.where.startsWith(`${place}/`) ? problem : problemAt(problem, place);
    const typed = (event) => {
        setText(event.currentTarget.value);
        onChange(lines.parse(event.currentTarget.value));
    };
    return html`<div class="field">
        <label for=${id}>${label} <span class="aside">one a line</span></label>
        <textarea
            id=${id}
            value=${text}
            rows=${Math.min(Math.max(text.split('\n').length, 1), 8)}
            onInput=${typed}
            placeholder=${hint}
            data-place=${place}
            spellcheck=${false}
            ...${marks(`${id}-wrong`, wrong)}
        ></textarea>
        <${Wrong} id=${`${id}-wrong`} problem=${wrong} />
    </div>`;
}

export function CheckField({ label, checked, onChange, place }) {
    const toggled = (event) => onChange(event.currentTarget.checked);
    return html`<label class="check">
        <input type="checkbox" checked=${checked} onChange=${toggled} data-place=${place} /> ${label}
    </label>`;
}

/** One of `options`: [{value, text}]. A value that is none of them is shown all the same, so that it can be put right. */
export function SelectField({ label, value, options, onChange, place, problem }) {
    const id = useId();
    const wrong = problemAt(problem, place);
    const known = options.some((option) => option.value === value);
    const all = known ? options : [...options, { value, text: value }];
    const chosen = (event) => onChange(all[event.currentTarget.selectedIndex].value);
    return html`<div class="field">
        <label for=${id}>${label}</label>
        <select id=${id} onChange=${chosen} data-place=${place} ...${marks(`${id}-wrong`, wrong)}>
            ${all.map((option) => html`<option selected=${option.value === value}>${option.text}</option>`)}
        </select>
        <${Wrong} id=${`${id}-wrong`} problem=${wrong} />
    </div>`;
}

/** A dialog that is open as long as it is there. It gives the focus back by itself when it closes. */
export function Dialog({ title, onClose, children, wide = false }) {
    const element = useRef(null);
    const id = useId();
    useEffect(() => {
        const dialog = element.current;
        dialog.showModal();
        return () => dialog.close();
    }, []);
    // Its closing is told late; by then it may be gone, and another one open.
    const closed = (event) => event.currentTarget.isConnected && onClose();
    return html`<dialog ref=${element} aria-labelledby=${id} class=${wide ? 'wide' : ''} onClose=${closed}>
        <header>
            <h2 id=${id}>${title}</h2>
            <button type="button" class="plain" onClick=${onClose}>Close</button>
        </header>
        ${children}
    </dialog>`;
}

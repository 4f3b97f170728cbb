// The way of the message as a picture, through which one steps.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { html, marked } from './html.mjs';
import { mentionedRules, outcomeText, stepText } from './words.mjs';
import { fallenAt, tablesOf } from './way.mjs';

/** Null is the whole way; the step behind the last rule is the outcome. */
const forward = (step, count) => (step === null ? 0 : Math.min(step + 1, count));
const back = (step, count) => (step === null ? count : Math.max(step - 1, 0));

function Drawing({ picture, step, way, linked, onLink, onPick }) {
    const place = useRef(null);
    const tables = tablesOf(way.trace);
    const partOf = (element) => element.closest('[data-step]');
    const tableOf = (element) => tables[Number(partOf(element)?.dataset.step)];

    useLayoutEffect(() => {
        const drawn = new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement;
        place.current.replaceChildren(document.importNode(drawn, true));
    }, [picture]);

    useLayoutEffect(() => {
        const svg = place.current.firstElementChild;
        svg?.classList.toggle('stepping', step !== null);
        for (const part of svg?.querySelectorAll('.step, .outcome') ?? []) {
            const index = part.classList.contains('outcome') ? way.trace.length : Number(part.dataset.step);
            part.classList.toggle('current', index === step);
            part.classList.toggle('ahead', step !== null && index > step);
            if (index === step) reveal(part);
        }
    }, [picture, step]);

    useLayoutEffect(() => {
        for (const route of place.current.querySelectorAll('[data-route]')) {
            const isLinked = linked !== null && linked.route === route.dataset.route && linked.table === tableOf(route);
            route.classList.toggle('linked', isLinked);
        }
    }, [picture, linked]);

    const pointed = ({ target }) => {
        const route = target.closest('[data-route]');
        onLink(route ? { table: tableOf(route), route: route.dataset.route } : null);
    };
    const clicked = ({ target }) => {
        const alternative = target.closest('[data-pick]');
        const choice = target.closest('[data-choice]');
        if (alternative && choice) onPick(Number(choice.dataset.choice), Number(alternative.dataset.pick));
    };
    return html`<div
        ref=${place}
        class="drawing"
        onPointerOver=${pointed}
        onPointerLeave=${() => onLink(null)}
        onClick=${clicked}
    ></div>`;
}

/** Scrolls so that a part of the picture is in sight, below the buttons, which stay where they are. */
function reveal(part) {
    const { top, bottom } = part.getBoundingClientRect();
    const upper = part.closest('.way').querySelector('.controls').getBoundingClientRect().bottom + 8;
    const lower = innerHeight - 56;
    const by = bottom > lower ? Math.min(bottom - lower, top - upper) : Math.min(top - upper, 0);
    const panel = part.closest('.answered');
    const scroller = getComputedStyle(panel).overflowY === 'auto' ? panel : document.scrollingElement;
    scroller.scrollBy({ top: by });
}

function Choice({ choice, index, onPick }) {
    const id = `choice-${index}`;
    return html`<div class="field choice">
        <label for=${id}>At ${choice.rule} the documents leave the choice</label>
        <select id=${id} onChange=${(event) => onPick(index, event.currentTarget.selectedIndex)}>
            ${choice.alternatives.map((name, pick) => html`<option selected=${pick === choice.pick}>${name}</option>`)}
        </select>
    </div>`;
}

export function WayView({ way, picture, ruleTexts, linked, onLink, onPick }) {
    const [step, setStep] = useState(null);
    const count = way.trace.length;
    const shownStep = step === null ? null : Math.min(step, count);
    const fallen = useMemo(() => fallenAt(way), [way]);
    const keys = {
        ArrowRight: () => forward(shownStep, count),
        ArrowLeft: () => back(shownStep, count),
        Home: () => 0,
        End: () => count,
        Escape: () => null,
    };
    const pressed = (event) => {
        if (event.target.tagName === 'SELECT' || !keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        setStep(keys[event.key]());
    };
    const button = (label, next, isIdle) =>
        html`<button type="button" aria-disabled=${isIdle ? 'true' : undefined} onClick=${() => !isIdle && setStep(next)}>
            ${label}
        </button>`;
    return html`<section class="way" aria-labelledby="way-heading" onKeyDown=${pressed}>
        <h3 id="way-heading">The way there</h3>
        ${way.choices.map((choice, index) => html`<${Choice} key=${index} ...${{ choice, index, onPick }} />`)}
        <div class="controls">
            <div class="steps" role="group" aria-label="Steps of the way">
                ${button('Back', back(shownStep, count), shownStep === 0)}
                ${button('Forward', forward(shownStep, count), shownStep === count)}
                ${button('Whole way', null, shownStep === null)}
            </div>
            <p class="told" aria-live="polite">
                ${shownStep === null
                    ? `${count} steps. Step through them with the buttons, or with the arrow keys in the picture.`
                    : html`<${Told} step=${shownStep} ...${{ way, fallen, ruleTexts }} />`}
            </p>
        </div>
        <div class="frame" tabindex="0" role="group" aria-label="Picture of the way; the arrow keys step through it">
            <${Drawing} step=${shownStep} ...${{ picture, way, linked, onLink, onPick }} />
        </div>
        <details class="in-words">
            <summary>The way in words</summary>
            <ol>
                ${way.trace.map(
                    (one, index) => html`<li key=${index}><b>${one.rule}</b> ${stepText(one, fallen[index])}</li>`,
                )}
                <li><b>${outcomeText(way.outcome)}</b></li>
            </ol>
        </details>
    </section>`;
}

function Told({ step, way, fallen, ruleTexts }) {
    const number = `Step ${step + 1} of ${way.trace.length + 1}`;
    if (step === way.trace.length) return html`${number}: <b>${outcomeText(way.outcome)}.</b>`;
    const one = way.trace[step];
    const rules = mentionedRules(`${one.rule} ${fallen[step].map(({ because }) => because).join(' ')}`);
    return html`${number}, <b>${one.rule}</b>: ${stepText(one, fallen[step])}
        ${rules.map((id) => html`<span class="rule"><b>${id}</b> ${marked(ruleTexts.get(id))}</span>`)}`;
}

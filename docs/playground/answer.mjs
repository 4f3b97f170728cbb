// The answer: what is permitted, what is contested and by which readings, and what the review of the tables finds.
import { html, marked } from './html.mjs';
import { WayView } from './picture.mjs';
import { isSameOutcome } from './way.mjs';
import { countText, outcomeMeaning, outcomeText, placeText, readingsText } from './words.mjs';

function Outcome({ outcome, isShown, onShow }) {
    return html`<li>
        <button
            type="button"
            class=${`outcome ${outcome.outcome}`}
            aria-pressed=${isShown ? 'true' : 'false'}
            onClick=${() => onShow(outcome)}
        >
            <b>${outcomeText(outcome)}</b>
            <span>${outcome.readings ? `if ${readingsText(outcome.readings)}` : outcomeMeaning(outcome)}</span>
        </button>
    </li>`;
}

function Outcomes({ title, note, outcomes, shown, onShow }) {
    if (outcomes.length === 0) return null;
    return html`<h3>${title}</h3>
        ${note && html`<p class="aside">${note}</p>`}
        <ul class="outcomes" aria-label=${title}>
            ${outcomes.map((outcome) => html`<${Outcome} ...${{ outcome, onShow }} isShown=${isSameOutcome(outcome, shown)} />`)}
        </ul>`;
}

function Reading({ reading, answer, onAnswer }) {
    return html`<fieldset class="reading">
        <legend><b>${reading.id}</b> ${marked(reading.text)}</legend>
        ${reading.answers.map(
            (one) => html`<label class="check">
                <input
                    type="radio"
                    name=${reading.id}
                    checked=${answer === undefined ? one.preferred : one.answer === answer}
                    onChange=${() => onAnswer(reading, one.answer)}
                />
                ${one.answer}${one.preferred && html` <span class="aside">preferred</span>`}
            </label>`,
        )}
    </fieldset>`;
}

function Readings({ catalogue, mattering, readings, onAnswer }) {
    const isMattering = ({ id }) => mattering.includes(id);
    const others = catalogue.filter((reading) => !isMattering(reading));
    const list = (some) =>
        some.map((reading) => html`<${Reading} key=${reading.id} ...${{ reading, onAnswer }} answer=${readings[reading.id]} />`);
    return html`<section class="readings" aria-labelledby="readings-heading">
        <h3 id="readings-heading">Readings</h3>
        <p class="aside">
            Questions that the documents answer in two ways, or not at all.
            ${mattering.length === 0 ? ' None of them makes a difference here.' : ' These make a difference here:'}
        </p>
        ${list(catalogue.filter(isMattering))}
        <details>
            <summary>${countText(others.length, 'other reading')}</summary>
            ${list(others)}
        </details>
    </section>`;
}

function Findings({ findings, onGoTo }) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const summary =
        findings.length === 0
            ? 'The review of the tables finds nothing'
            : `The review of the tables: ${countText(findings.length, 'finding')}${errors > 0 ? `, ${countText(errors, 'error')}` : ''}`;
    return html`<details class="findings">
        <summary>${summary}</summary>
        <ul>
            ${findings.slice(0, 100).map(
                (finding) => html`<li class=${finding.severity}>
                    <p><b>${finding.severity}</b> ${finding.message}. <span class="aside">${finding.advice}</span></p>
                    ${finding.routes.slice(0, 6).map(
                        (route) => html`<button type="button" class="plain" onClick=${() => onGoTo(route)}>
                            ${route.database}: ${route.route}
                        </button>`,
                    )}
                    ${finding.routes.length === 0 &&
                    finding.database &&
                    html`<button type="button" class="plain" onClick=${() => onGoTo({ database: finding.database })}>
                        ${finding.database}
                    </button>`}
                </li>`,
            )}
            ${findings.length > 100 && html`<li>and ${findings.length - 100} more</li>`}
        </ul>
    </details>`;
}

/** `given` is what answerTo gives; `last` the last one of these that was an answer. */
export function AnswerView({ scenario, given, isBusy, last, readings, catalogue, mattering, ruleTexts, linked, ...told }) {
    const { onLink, onShow, onPick, onAnswer, onGoTo, onGoToProblem } = told;
    const { problem } = given;
    const status = last?.way.transmission_status;
    return html`<section
        class="answer"
        id="answer"
        aria-labelledby="answer-heading"
        aria-busy=${isBusy ? 'true' : 'false'}
        tabindex="-1"
    >
        <h2 id="answer-heading">Where it goes</h2>
        <p class="visually-hidden" role="status">
            ${problem ? `No answer: ${problem.message}` : last.answer.permitted.map(outcomeText).join(', or ')}
        </p>
        ${problem &&
        html`<div class="problem">
            <p><b>No answer yet.</b> ${placeText(scenario, problem.where)}: ${problem.message}</p>
            <button type="button" onClick=${onGoToProblem}>Go to it</button>
        </div>`}
        ${last &&
        html`<div class=${problem ? 'stale' : ''}>
            ${problem && html`<p class="aside">The last answer, before this:</p>`}
            <${Outcomes} title="Permitted" outcomes=${last.answer.permitted} shown=${last.way.outcome} onShow=${onShow}
                note=${last.answer.permitted.length > 1 ? 'The documents leave it to the server which of these happens.' : undefined} />
            <${Outcomes} title="Contested" outcomes=${last.answer.contested} shown=${last.way.outcome} onShow=${onShow}
                note="What only another reading of the documents permits." />
            ${status &&
            html`<p class="status">
                <code>transmission_status</code>${status.number && html`, message ${status.number}`}: ${status.meaning}
            </p>`}
            <${WayView} way=${last.way} picture=${last.picture} ...${{ ruleTexts, linked, onLink, onPick }} />
            <${Readings} ...${{ mattering, catalogue, readings, onAnswer }} />
            <${Findings} findings=${last.findings} onGoTo=${onGoTo} />
        </div>`}
    </section>`;
}

// <ssbroute-case scenario="ID" case="GOLDEN-CASE" about="RULE" shows="TEXT">: decides, in the page, the scenario in the code block below the element ID.
// What stands in the element is for readers without script, and stays until the answer is there.
import { fragmentOf } from '../playground/share.mjs';
import { outcomeText, readingsText } from '../playground/words.mjs';
import { element, loadOracle } from './page.mjs';
import { places } from './places.mjs';

const site = new URL('..', import.meta.url);
const columns = ['name', 'remote_service_name', 'broker_instance', 'lifetime', 'address', 'mirror_address'];
const alwaysShown = ['name', 'remote_service_name', 'address'];

const link = (id) => (places[id] ? element('a', { href: new URL(places[id], site).href }, id) : id);

function table(caption, head, rows, kind = '') {
    return element(
        'div',
        { class: `case-scroll ${kind}`, tabindex: '0', role: 'region', 'aria-label': caption },
        element(
            'table',
            { class: 'case-table' },
            element('caption', {}, caption),
            element('thead', {}, element('tr', {}, head.map((text) => element('th', { scope: 'col' }, text)))),
            element('tbody', {}, rows.map(({ cells, ...attributes }) =>
                element('tr', attributes, cells.map((cell) => element('td', {}, cell))))),
        ),
    );
}

const cellOf = (value) => value ?? element('span', { class: 'case-null' }, 'NULL');

function routingTable(database) {
    const routes = database.routes ?? [];
    const shown = columns.filter((column) => alwaysShown.includes(column) || routes.some((route) => route[column] != null));
    const rows = routes.map((route) => ({ cells: shown.map((column) => cellOf(route[column])) }));
    const caption = rows.length > 0 ? `sys.routes of ${database.name}` : `sys.routes of ${database.name}: no routes`;
    return table(caption, shown, rows);
}

/** The databases by what counts besides their routes; nothing where that is nothing. */
function databases({ databases: all }) {
    const facts = all.filter((one) => (one.services ?? []).length > 0 || one.service_broker_guid || one.is_broker_enabled === false);
    if (facts.length === 0) return null;
    const rows = facts.map((one) => ({
        cells: [
            one.name,
            cellOf(one.service_broker_guid),
            (one.services ?? []).join(', ') || 'none',
            one.is_broker_enabled === false ? 'disabled' : 'enabled',
        ],
    }));
    return table('Databases', ['name', 'service_broker_guid', 'services', 'broker'], rows);
}

const strong = (text) => element('strong', {}, text);

/** The message and the state of the instance, in a sentence or two. */
function question({ message, instance, now }) {
    const of = [
        message.to_broker_instance != null && ['with the identifier ', element('code', {}, message.to_broker_instance)],
        message.sent_by === 'target' && ['sent by the target'],
        message.conversation_begun_at && [`of a conversation begun at ${message.conversation_begun_at}`],
        now && [`at ${now}`],
    ].filter(Boolean);
    const state = [
        instance.is_message_forwarding_enabled && 'Message forwarding is enabled.',
        instance.addresses?.length > 0 && `Addresses of the instance: ${instance.addresses.join(', ')}.`,
        instance.pending_route_requests?.length > 0 && `Pending requests for: ${instance.pending_route_requests.join(', ')}.`,
    ].filter(Boolean);
    const from = message.origin_database == null ? ' from outside the instance' : [' from database ', strong(message.origin_database)];
    return element(
        'p',
        { class: 'case-question' },
        ['A message to ', strong(message.to_service_name), from, of.map((one) => [', ', one]), '. ', state.join(' ')].flat(3),
    );
}

function outcomes({ permitted, contested }) {
    const items = [
        ...permitted.map((one) => element('li', { class: 'permitted' }, strong(outcomeText(one)))),
        ...contested.map((one) => element('li', { class: 'contested' }, `${outcomeText(one)}, if ${readingsText(one.readings)}`)),
    ];
    return element('ul', { class: 'case-outcomes', 'aria-label': 'Outcomes' }, items);
}

const nothingFound = { 'MATCH-7': 'no step matches', 'CHOOSE-5': 'nothing is left to choose' };

function lookedAt({ rule, table: name, expired, chosen, routes, database, address, mirror_address: mirror, reason }) {
    if (name) return `sys.routes of ${name}`;
    if (expired) return `expired: ${expired.join(', ')}`;
    if (chosen === '') return 'the supposed LOCAL route';
    if (chosen) return routes.length > 1 ? `${chosen}, among ${routes.join(', ')}` : chosen;
    if (address) return mirror ? `${address} or ${mirror}` : address;
    if (reason) return reason;
    if (database) return `database ${database}`;
    return routes?.length ? routes.join(', ') : (nothingFound[rule] ?? 'nothing found: the next step follows');
}

/** A step that found nothing and hands on. */
const handsOn = ({ routes, chosen, rule }) => routes?.length === 0 && chosen === undefined && !(rule in nothingFound);

function steps({ trace }) {
    const rows = trace.map((step) => ({
        class: handsOn(step) ? 'hands-on' : null,
        'data-rule': step.rule,
        cells: [link(step.rule), lookedAt(step)],
    }));
    return table('Steps', ['rule', 'what it looked at'], rows, 'case-steps');
}

function notTaken({ why_not: why }) {
    if (!why || why.length === 0) return null;
    const rows = why.map(({ table: name, route, rule, because }) => ({ cells: [`${route} of ${name}`, link(rule), because] }));
    return table('Routes not taken', ['route', 'rule', 'why'], rows);
}

/** A choice among a few values; `changed` gets the index of the new one. */
function choice(name, legend, values, selected, changed) {
    const buttons = values.map((text, value) => {
        const button = element('input', { type: 'radio', name, value });
        button.checked = value === selected;
        button.addEventListener('change', () => changed(value));
        return element('label', {}, button, text);
    });
    return element('fieldset', {}, element('legend', {}, legend), buttons);
}

class SsbrouteCase extends HTMLElement {
    #state = { readings: {}, picks: [] };

    connectedCallback() {
        const seen = new IntersectionObserver((entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            seen.disconnect();
            this.run();
        }, { rootMargin: '200px' });
        seen.observe(this);
    }

    /** Decides the case and shows it; resolves when the answer is in the page. */
    async run() {
        try {
            this.#state.scenario = JSON.parse(document.querySelector(`#${CSS.escape(this.getAttribute('scenario'))} code`).textContent);
            this.oracle = await loadOracle();
            await this.#show();
        } catch (error) {
            this.append(element('p', { class: 'case-failure', role: 'alert' }, `This case cannot run here: ${error.message}`));
        }
    }

    async #show() {
        const { scenario } = this.#state;
        this.answer = element('div', { class: 'case-answer', 'aria-live': 'polite' });
        this.switches = element('div', { class: 'case-switches' });
        this.more = element('a', {}, 'Open in the playground');
        const golden = element('code', {}, this.getAttribute('case'));
        await this.#decide();
        this.replaceChildren(
            element('p', { class: 'case-title' }, this.getAttribute('shows'), '. ', golden),
            question(scenario),
            ...[databases(scenario.instance), ...this.#tables(scenario)].filter((one) => one !== null),
            this.switches,
            this.answer,
            element('p', { class: 'case-more' }, this.more),
        );
        this.setAttribute('ready', '');
    }

    /** The routing tables that some way of the process looks at. */
    #tables(scenario) {
        const { permitted, contested } = this.oracle.explain(scenario);
        const seen = new Set([...permitted, ...contested].flatMap(({ trace }) => trace.map((step) => step.table)));
        return scenario.instance.databases.filter(({ name }) => seen.has(name)).map(routingTable);
    }

    async #decide() {
        const { scenario, readings, picks } = this.#state;
        const { decide, follow, picture } = this.oracle;
        const answer = decide(scenario, { readings });
        const way = follow(scenario, { readings, picks });
        const drawn = element('figure', { class: 'case-picture' });
        drawn.innerHTML = picture(scenario, { readings, picks });
        this.answer.replaceChildren(
            outcomes(answer),
            element('div', { class: 'case-columns' }, drawn, element('div', {}, steps(way), notTaken(way))),
        );
        this.#offer(answer, way);
        this.more.href = new URL(`playground/${await fragmentOf({ scenario, readings, assumed: {}, picks })}`, site).href;
    }

    /** A switch for each reading that matters here, and for each choice that the way has met. */
    #offer({ contested }, { choices }) {
        const wanted = [this.getAttribute('about'), ...Object.keys(this.#state.readings), ...contested.flatMap((one) => Object.keys(one.readings))];
        const known = this.oracle.rules().readings.filter(({ id }) => wanted.includes(id));
        const focused = this.switches.querySelector(':focus')?.name;
        this.switches.replaceChildren(
            ...known.map((reading) => this.#readingSwitch(reading)),
            ...choices.flatMap((one, index) => (one.alternatives.length > 1 ? [this.#pickSwitch(choices, index)] : [])),
        );
        if (focused) this.switches.querySelector(`[name="${CSS.escape(focused)}"]:checked`)?.focus();
    }

    #readingSwitch({ id, answers }) {
        const names = answers.map(({ answer }) => answer);
        const selected = this.#state.readings[id] ?? answers.find(({ preferred }) => preferred).answer;
        return choice(`${this.getAttribute('scenario')}-${id}`, ['Reading ', link(id)], names, names.indexOf(selected), (index) => {
            this.#state.readings = { ...this.#state.readings, [id]: names[index] };
            this.#state.picks = [];
            this.#decide();
        });
    }

    #pickSwitch(choices, index) {
        const { rule, alternatives, pick } = choices[index];
        const before = choices.slice(0, index).map((one) => one.pick);
        return choice(`${this.getAttribute('scenario')}-pick-${index}`, ['Granted choice of ', link(rule)], alternatives, pick, (picked) => {
            this.#state.picks = [...before, picked];
            this.#decide();
        });
    }
}

customElements.define('ssbroute-case', SsbrouteCase);

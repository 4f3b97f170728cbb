// The instance: its databases with their routing tables, and what it knows beside them.
import { CheckField, LinesField, TextField, problemAt } from './fields.mjs';
import { RoutesGrid } from './grid.mjs';
import { html, marked } from './html.mjs';
import { notesOf } from './notes.mjs';
import { pointer, put } from './pointer.mjs';
import { addDatabase, databasesOf, removeDatabase, renameDatabase, routesOf, withRoutes } from './scenario.mjs';
import { fatesIn, tablesOf } from './way.mjs';
import { mentionedRules } from './words.mjs';

export const gridId = (index) => `routes-${index}`;

/** What became of a route, in words. */
function Fate({ name, fate, ruleTexts, inScope, isKnown }) {
    if (name === undefined || !isKnown) return html`<p class="fate-told"></p>`;
    if (fate === undefined) {
        const why = inScope ? 'was not reached' : 'plays no part: this table is not in scope';
        return html`<p class="fate-told"><b>${name}</b> ${why}</p>`;
    }
    const { rule, because } = fate;
    const rules = mentionedRules(`${rule} ${because ?? ''}`);
    return html`<p class="fate-told">
        <b>${name}</b> ${fate.fate === 'chosen' ? `was chosen at ${rule}` : `fell out at ${rule}: ${because}`}.${' '}
        <span class="aside">${rules.map((id) => html`<b>${id}</b> ${marked(ruleTexts.get(id))}${' '}`)}</span>
    </p>`;
}

function DatabaseSection({ scenario, index, findings, problem, way, ruleTexts, linked, onLink, onChange }) {
    const database = databasesOf(scenario)[index];
    const place = (...steps) => pointer('instance', 'databases', index, ...steps);
    const set = (member, value) => onChange(put(scenario, ['instance', 'databases', index, member], value), place(member));
    const fates = way === undefined ? new Map() : fatesIn(database.name, way);
    const inScope = way !== undefined && tablesOf(way.trace).includes(database.name);
    const linkedHere = linked?.table === database.name ? linked.route : null;
    const headingId = `database-${index}`;
    return html`<section class=${`database ${inScope ? 'in-scope' : ''}`} aria-labelledby=${headingId}>
        <h3 id=${headingId}>
            <span>${database.name}</span>
            ${inScope && html`<span class="badge">in scope</span>`}
        </h3>
        <${RoutesGrid}
            id=${gridId(index)}
            label=${`Routes of ${database.name}`}
            routes=${routesOf(database)}
            notes=${notesOf(scenario, index, findings, problem)}
            fates=${fates}
            linked=${linkedHere}
            onLink=${(route) => onLink(route === null ? null : { table: database.name, route })}
            onChange=${(routes, subject) => onChange(withRoutes(scenario, index, routes), subject)}
        >
            ${(name) => html`<${Fate} name=${name} fate=${fates.get(name)} isKnown=${way !== undefined} ...${{ ruleTexts, inScope }} />`}
        <//>
        <div class="fields">
            <${TextField}
                label="Database"
                required
                value=${database.name}
                place=${place('name')}
                problem=${problem}
                onChange=${(name) => onChange(renameDatabase(scenario, index, name), place('name'))}
            />
            <${TextField}
                label="service_broker_guid"
                value=${database.service_broker_guid}
                place=${place('service_broker_guid')}
                problem=${problem}
                hint="none"
                onChange=${(value) => set('service_broker_guid', value)}
            />
            <${LinesField}
                label="Services"
                value=${database.services}
                place=${place('services')}
                problem=${problem}
                hint="none"
                onChange=${(value) => set('services', value)}
            />
            <${CheckField}
                label="Broker enabled"
                checked=${database.is_broker_enabled ?? true}
                place=${place('is_broker_enabled')}
                onChange=${(value) => set('is_broker_enabled', value)}
            />
        </div>
        <button
            type="button"
            class="plain remove"
            onClick=${() => onChange(removeDatabase(scenario, index), null)}
            aria-label=${`Remove database ${database.name}`}
        >
            Remove database
        </button>
    </section>`;
}

export function InstanceView({ scenario, findings, problem, way, ruleTexts, linked, onLink, onChange }) {
    const place = (member) => pointer('instance', member);
    const set = (member, value) => onChange(put(scenario, ['instance', member], value), place(member));
    const { is_message_forwarding_enabled: forwarding, addresses, pending_route_requests: pending } = scenario.instance;
    const missing = problemAt(problem, '/instance/databases');
    return html`<section class="instance" aria-labelledby="instance-heading">
        <h2 id="instance-heading">The instance</h2>
        <p class="aside" id="grid-help">
            A table a database, as <code>sys.routes</code> has it. Type, paste rows, or press Enter to edit a cell; Ctrl+Delete removes rows.
        </p>
        ${databasesOf(scenario).map(
            (_, index) =>
                html`<${DatabaseSection}
                    key=${index}
                    ...${{ scenario, index, findings, problem, way, ruleTexts, linked, onLink, onChange }}
                />`,
        )}
        ${missing && html`<p class="wrong">${missing.message}</p>`}
        <button type="button" class="add" onClick=${() => onChange(addDatabase(scenario), null)}>Add database</button>
        <div class="fields instance-fields">
            <${CheckField}
                label="Message forwarding enabled"
                checked=${forwarding ?? false}
                place=${place('is_message_forwarding_enabled')}
                onChange=${(value) => set('is_message_forwarding_enabled', value)}
            />
            <${LinesField}
                label="Addresses of this instance"
                value=${addresses}
                place=${place('addresses')}
                problem=${problem}
                hint="TCP://here.example:4022"
                onChange=${(value) => set('addresses', value)}
            />
            <${LinesField}
                label="Pending route requests"
                value=${pending}
                place=${place('pending_route_requests')}
                problem=${problem}
                hint="service names"
                onChange=${(value) => set('pending_route_requests', value)}
            />
        </div>
    </section>`;
}

// The message, and the moment at which it is routed.
import { SelectField, TextField } from './fields.mjs';
import { html } from './html.mjs';
import { pointer, put } from './pointer.mjs';
import { databasesOf } from './scenario.mjs';

const ends = [
    { value: 'initiator', text: 'initiator' },
    { value: 'target', text: 'target' },
];

export function MessageView({ scenario, problem, onChange, today }) {
    const { message, now } = scenario;
    const place = (member) => pointer('message', member);
    const set = (member, value) => onChange(put(scenario, ['message', member], value), place(member));
    const setNow = (value) => onChange(put(scenario, ['now'], value), '/now');
    const origins = [
        ...databasesOf(scenario).map(({ name }) => ({ value: name, text: name })),
        { value: null, text: 'outside this instance' },
    ];
    return html`<section class="message" aria-labelledby="message-heading">
        <h2 id="message-heading">The message</h2>
        <div class="fields">
            <${TextField}
                label="To service"
                required
                value=${message.to_service_name}
                place=${place('to_service_name')}
                problem=${problem}
                onChange=${(value) => set('to_service_name', value)}
            />
            <${SelectField}
                label="From"
                value=${message.origin_database ?? null}
                options=${origins}
                place=${place('origin_database')}
                problem=${problem}
                onChange=${(value) => set('origin_database', value)}
            />
            <${TextField}
                label="To broker identifier"
                value=${message.to_broker_instance}
                place=${place('to_broker_instance')}
                problem=${problem}
                hint="none: any broker"
                onChange=${(value) => set('to_broker_instance', value)}
            />
        </div>
        <details open=${isGiven(now) || isGiven(message.conversation_begun_at) || message.sent_by === 'target' || undefined}>
            <summary>Time, and which end sends it</summary>
            <div class="fields">
                <${TextField}
                    label="Now"
                    value=${now}
                    place="/now"
                    problem=${problem}
                    hint="not needed without lifetimes"
                    onChange=${setNow}
                >
                    <button type="button" onClick=${() => setNow(today())}>Present time</button>
                <//>
                <${SelectField}
                    label="Sent by"
                    value=${message.sent_by ?? 'initiator'}
                    options=${ends}
                    place=${place('sent_by')}
                    problem=${problem}
                    onChange=${(value) => set('sent_by', value)}
                />
                <${TextField}
                    label="Conversation begun at"
                    value=${message.conversation_begun_at}
                    place=${place('conversation_begun_at')}
                    problem=${problem}
                    hint="not known"
                    onChange=${(value) => set('conversation_begun_at', value)}
                />
            </div>
        </details>
    </section>`;
}

const isGiven = (value) => value !== undefined && value !== null;

// A state in the forms in which it is used elsewhere.
import { readingsOfWay } from './state.mjs';
import { outcomeMembers } from './way.mjs';

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

export const asScenario = ({ scenario }) => json(scenario);

/**
 * A golden group with one case. What is expected of it is what ssbroute has answered, and so proves nothing yet: a golden case is
 * derived from the documents. `explained` is the answer under the preferred readings, with its ways.
 */
export function asGoldenCase({ scenario: { now, instance, message }, title }, { permitted, contested }) {
    return json({
        group: 'playground/my-table',
        source: 'TO BE DERIVED: the document and section that this stands on. Expectations below are printed, not yet derived.',
        instance,
        cases: [
            {
                id: 'my-message',
                title: title ?? 'TO BE DERIVED: one sentence, what is shown and why it is so',
                ...(isGiven(now) && { now }),
                message,
                rules: [...new Set(permitted.flatMap(passedRules))],
                permitted: permitted.map(bare),
                contested: contested.map((outcome) => ({ ...bare(outcome), readings: outcome.readings })),
            },
        ],
    });
}

/** The rules that decided something on a way: a step that found nothing and handed on is not passed. The last one is. */
function passedRules({ trace }) {
    const isPassed = ({ routes }, index) => routes === undefined || routes.length > 0 || index === trace.length - 1;
    return trace.filter(isPassed).map(({ rule }) => rule);
}

function bare(outcome) {
    return Object.fromEntries(outcomeMembers.filter((name) => name in outcome).map((name) => [name, outcome[name]]));
}

/** For a POSIX shell. */
export function asCommandLine(state) {
    const readings = Object.entries(readingsOfWay(state)).map(([id, answer]) => ` --reading ${id}=${answer}`);
    return `cat > scenario.json <<'END'\n${asScenario(state)}END\nssbroute decide --explain${readings.join('')} scenario.json\n`;
}

/** The form in which the package ssbroute takes instances: one, with its message. */
export function asImport({ instance, message }) {
    const { origin_database: origin, to_service_name: service, to_broker_instance: identifier } = message;
    return {
        instances: [{ name: '(local)', instance }],
        messages: [
            {
                instance: '(local)',
                ...(isGiven(origin) && { origin_database: origin }),
                to_service_name: service,
                ...(isGiven(identifier) && { to_broker_instance: identifier }),
            },
        ],
    };
}

const isGiven = (value) => value !== undefined && value !== null;

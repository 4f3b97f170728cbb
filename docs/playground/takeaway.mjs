// A state in the forms in which it is used elsewhere.
import { readingsOfWay } from './state.mjs';

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

export const asScenario = ({ scenario }) => json(scenario);

/**
 * A golden group with one case. What is expected of it is what ssbroute has answered, and so proves nothing yet: a golden case is
 * derived from the documents.
 */
export function asGoldenCase({ scenario, title }, answer, way) {
    const { now, instance, message } = scenario;
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
                rules: passedRules(way),
                permitted: answer.permitted,
                contested: answer.contested,
            },
        ],
    });
}

/** The rules that decided something on this way: a step that found nothing and handed on is not passed. */
function passedRules({ trace }) {
    const passed = trace.filter(({ routes, chosen }) => chosen !== undefined || routes === undefined || routes.length > 0);
    return [...new Set([...passed, ...trace.slice(-1)].map(({ rule }) => rule))];
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

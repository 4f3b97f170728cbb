// Everything that the page says about a state, asked of the package ssbroute.
import { readingsOfWay } from './state.mjs';
import { isSameOutcome } from './way.mjs';

/**
 * {answer, way, picture, findings}; or {problem: {where, message}} if the scenario is wrong. `ssbroute` is the package,
 * or what stands in for it in tests; `today` is for the review of a scenario that has no now.
 */
export function answerTo(ssbroute, { scenario, readings, assumed, picks }, today) {
    try {
        const options = { readings: readingsOfWay({ readings, assumed }), picks };
        const answer = ssbroute.decide(scenario, { readings });
        return {
            answer,
            way: ssbroute.follow(scenario, options),
            picture: ssbroute.picture(scenario, options),
            findings: ssbroute.lint(scenario.instance, { now: scenario.now ?? today }).findings,
        };
    } catch (error) {
        if (error instanceof ssbroute.SsbrouteError) return { problem: problemOf(error) };
        throw error;
    }
}

/** A state that came by a link, without readings that there are not, and without picks that lead nowhere. */
export function soundState(ssbroute, state, catalogue) {
    const isKnown = ([id, answer]) => catalogue.some((one) => one.id === id && one.answers.some((other) => other.answer === answer));
    const known = (readings) => Object.fromEntries(Object.entries(readings).filter(isKnown));
    const sound = { ...state, readings: known(state.readings), assumed: known(state.assumed) };
    try {
        ssbroute.follow(sound.scenario, { readings: readingsOfWay(sound), picks: sound.picks });
        return sound;
    } catch {
        return { ...sound, picks: [] };
    }
}

/** The message begins with the place, which the page shows in its own way. */
function problemOf({ where, message }) {
    const start = `${where}: `;
    return { where, message: message.startsWith(start) ? message.slice(start.length) : message };
}

/**
 * Whether a reading matters to an answer: another answer to it changes what is permitted, or has already; or a contested outcome hangs
 * on it. It takes as many decisions as the reading has answers.
 */
export function matters(ssbroute, { scenario, readings }, { permitted, contested }, { id, answers }) {
    if (id in readings || contested.some((outcome) => id in outcome.readings)) return true;
    return answers.some(({ answer }) => {
        const other = ssbroute.decide(scenario, { readings: { ...readings, [id]: answer }, contested: false });
        return !areSameOutcomes(other.permitted, permitted);
    });
}

function areSameOutcomes(some, others) {
    return some.length === others.length && some.every((outcome, index) => isSameOutcome(outcome, others[index]));
}

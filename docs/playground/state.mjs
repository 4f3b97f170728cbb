// What the page shows, as one value: a scenario; the readings that are not at their preferred answers; what is assumed beyond them
// to see a contested outcome; what is picked at the choices that the documents grant.

export const begin = (scenario, title = null) => ({ scenario, readings: {}, assumed: {}, picks: [], title });

/** Choices of one scenario may not be choices of another. */
export const withScenario = (state, scenario) => ({ ...state, scenario, assumed: {}, picks: [] });

export function withReading(state, { id, answers }, answer) {
    const { [id]: _, ...others } = state.readings;
    const preferred = answers.find((one) => one.preferred).answer;
    const readings = answer === preferred ? others : { ...others, [id]: answer };
    return { ...state, readings, assumed: {}, picks: [] };
}

/** Another alternative at a choice. Behind it the way is a new one. */
export const withPick = (state, way, choice, pick) => ({
    ...state,
    picks: [...way.choices.slice(0, choice).map((one) => one.pick), pick],
});

export const withWay = (state, { assumed, picks }) => ({ ...state, assumed, picks });

/** The readings along the way that is shown. */
export const readingsOfWay = ({ readings, assumed }) => ({ ...readings, ...assumed });

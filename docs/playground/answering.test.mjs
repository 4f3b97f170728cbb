import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, matters, soundState } from './answering.mjs';
import { begin } from './state.mjs';

class SsbrouteError extends Error {
    constructor(where, message) {
        super(message);
        this.where = where;
    }
}

/** Delays, unless the reading `lost` is drop; under the reading `both` and `lost` together it delivers. */
const standIn = {
    SsbrouteError,
    decide(scenario, { readings }) {
        if (scenario.wrong) throw new SsbrouteError('/now', '/now: expected a time');
        return {
            permitted: [{ outcome: readings.lost === 'drop' ? 'drop' : 'delay' }],
            contested: [{ outcome: 'deliver', database: 'S', readings: { lost: 'drop', both: 'yes' } }],
        };
    },
    follow: (_, options) => options,
    picture: () => '<svg/>',
    lint: (_, { now }) => ({ findings: [now] }),
};

const reading = (id, ...answers) => ({ id, answers: answers.map((answer, index) => ({ answer, preferred: index === 0 })) });
const catalogue = [reading('idle', 'no', 'yes'), reading('lost', 'delay', 'drop'), reading('both', 'no', 'yes')];

function mattering(state) {
    const { answer } = answerTo(standIn, state, 'today');
    return catalogue.filter((one) => matters(standIn, state, answer, one)).map(({ id }) => id);
}

test('the readings that matter change what is permitted, or a contested outcome hangs on them', () => {
    assert.deepEqual(mattering(begin({ instance: {} })), ['lost', 'both']);
});

test('a reading that is switched matters', () => {
    const state = { ...begin({ instance: {} }), readings: { idle: 'yes' } };
    assert.ok(mattering(state).includes('idle'));
});

test('the way follows what is assumed, the answer does not', () => {
    const state = { ...begin({ instance: {} }), assumed: { lost: 'drop' }, picks: [1] };
    const { answer, way } = answerTo(standIn, state, 'today');
    assert.equal(answer.permitted[0].outcome, 'delay');
    assert.deepEqual(way, { readings: { lost: 'drop' }, picks: [1] });
});

test('the review is of the moment of the decision, or of today', () => {
    assert.deepEqual(answerTo(standIn, begin({ now: 'then', instance: {} }), 'today').findings, ['then']);
    assert.deepEqual(answerTo(standIn, begin({ instance: {} }), 'today').findings, ['today']);
});

test('a wrong scenario is a problem at a place, another error is one of the page', () => {
    assert.deepEqual(answerTo(standIn, begin({ wrong: true }), 'today'), {
        problem: { where: '/now', message: 'expected a time' },
    });
    const broken = { ...standIn, follow: () => { throw new TypeError('broken'); } };
    assert.throws(() => answerTo(broken, begin({ instance: {} }), 'today'), TypeError);
});

test('a state from elsewhere loses the readings and the picks that there are not', () => {
    const state = { ...begin({}), readings: { lost: 'drop', idle: 'perhaps', unknown: 'x' }, assumed: { both: 'yes', other: 'y' }, picks: [1] };
    const sound = soundState(standIn, state, catalogue);
    assert.deepEqual(sound, { ...state, readings: { lost: 'drop' }, assumed: { both: 'yes' } });
    const refusing = { ...standIn, follow: () => { throw new SsbrouteError('/picks/0', 'expected fewer'); } };
    assert.deepEqual(soundState(refusing, state, catalogue).picks, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText, mentionedRules, outcomeText, placeText, readingsText, stepText } from './words.mjs';

test('outcomes are sentences', () => {
    assert.equal(outcomeText({ outcome: 'deliver', database: 'Sales' }), 'Delivered to Sales');
    assert.equal(outcomeText({ outcome: 'forward', address: 'TCP://a:1' }), 'Forwarded to TCP://a:1');
    assert.equal(
        outcomeText({ outcome: 'send', address: 'TCP://a:1', mirror_address: 'TCP://b:1' }),
        'Sent to TCP://a:1 or TCP://b:1, whichever is the principal',
    );
    assert.equal(outcomeText({ outcome: 'send', address: '' }), "Sent to ''");
    assert.equal(outcomeText({ outcome: 'delay', route_requested: true }), 'Delayed, and a route is requested');
    assert.equal(outcomeText({ outcome: 'drop' }), 'Dropped');
});

test('a step says what it kept, what it chose, and what fell out', () => {
    assert.equal(
        stepText({ rule: 'CHOOSE-3', routes: ['A', 'B'], chosen: 'A' }, [{ route: 'B', because: "'A' was picked among 2" }]),
        "Kept: A, B. Chosen: A. B fell out: 'A' was picked among 2.",
    );
    assert.equal(stepText({ rule: 'MATCH-3', routes: [] }, []), 'Nothing was found here; the next step is tried.');
    assert.equal(stepText({ rule: 'MATCH-1', routes: [], reason: 'the conversation gives no identifier' }, []), 'The conversation gives no identifier.');
    assert.equal(stepText({ rule: 'SCOPE-2', table: 'msdb' }, []), 'The table in scope is sys.routes of msdb.');
});

test('of many routes some are named', () => {
    const routes = Array.from({ length: 1000 }, (_, i) => `R${i}`);
    assert.equal(stepText({ routes }, []), 'Kept: R0, R1, R2, R3 and 996 more.');
    assert.match(stepText({ routes }, routes.map((route) => ({ route, because: 'x' }))), /R3 fell out: x\. So did 996 more\.$/u);
});

test('rules that are mentioned are found once each', () => {
    assert.deepEqual(mentionedRules('MATCH-2 MATCH-2 ended matching before MATCH-5'), ['MATCH-2', 'MATCH-5']);
    assert.deepEqual(mentionedRules('none'), []);
});

test('counts and readings are words', () => {
    assert.equal(countText(1, 'route'), '1 route');
    assert.equal(countText(0, 'route'), '0 routes');
    assert.equal(readingsText({ a: 'b', c: 'd' }), 'a is b and c is d');
});

test('a place is told by the names that stand there', () => {
    const scenario = { instance: { databases: [{ name: 'Sales', routes: [{ name: 'R' }] }] } };
    assert.equal(placeText(scenario, '/instance/databases/0/routes/0/lifetime'), 'Sales, route R, lifetime');
    assert.equal(placeText(scenario, '/instance/databases/0/routes/0'), 'Sales, route R');
    assert.equal(placeText(scenario, '/instance/databases/0/service_broker_guid'), 'Sales, service_broker_guid');
    assert.equal(placeText(scenario, '/instance/databases'), 'instance, databases');
    assert.equal(placeText(scenario, '/message/to_service_name'), 'the message, to_service_name');
    assert.equal(placeText(scenario, '/now'), 'now');
    assert.equal(placeText(scenario, ''), '');
});

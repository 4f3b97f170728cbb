// What a program in TypeScript writes; the compiler checks it against the package's types.
import { decide, emitSql, explain, importSql, lint, rules, SsbrouteError, version } from 'ssbroute';
import type { Answer, Import, Outcome, Scenario } from 'ssbroute';

const scenario: Scenario = {
    instance: { databases: [{ name: 'msdb', routes: [{ name: 'R', address: 'LOCAL', lifetime: null }] }] },
    message: { to_service_name: 'OrderParts' },
};

function inWords(outcome: Outcome): string {
    switch (outcome.outcome) {
        case 'deliver':
            return outcome.database;
        case 'send':
        case 'forward':
            return outcome.mirror_address ?? outcome.address;
        case 'delay':
            return outcome.route_requested ? 'asks for a route' : 'waits';
        case 'drop':
            return 'drops';
    }
}

const answer: Answer = decide(scenario, { readings: { 'identical-routes': 'all-members' }, contested: false });
const words: string[] = answer.permitted.map(inWords);
const reading: string | undefined = answer.contested[0]?.readings['identical-routes'];
const because: string = explain(JSON.stringify(scenario)).permitted[0].why_not[0].because;
const imported: Import = importSql('USE Sales', { now: '2026-01-01T00:00:00Z', variables: { Host: 'host2' } });
const script: string = emitSql(imported).text + emitSql(scenario.instance).left_out.join();
const severity: 'note' | 'warning' | 'error' = lint(imported, { soon: 30, ignore: ['open-relay'] }).findings[0].severity;
const preferred: boolean = rules().readings[0].answers[0].preferred;
const where: string = new SsbrouteError('').where;

// @ts-expect-error: a scenario has a message
decide({ instance: scenario.instance });
// @ts-expect-error: no such option
decide(scenario, { reading: {} });
// @ts-expect-error: what is imported is a text
importSql(scenario.instance);

export { because, preferred, reading, script, severity, version, where, words };

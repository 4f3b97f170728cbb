// Types of the npm package ssbroute. The formats are those of spec/schema; absent and null mean the same.

// --- scenarios ---

/** A row of `sys.routes`. */
export interface Route {
    name: string;
    /** The service that the route leads to, compared byte by byte; absent: any. */
    remote_service_name?: string | null;
    /** The identifier of the database that the route leads to; absent: any. */
    broker_instance?: string | null;
    /** The moment at which the route expires (RFC 3339, UTC unless it says otherwise); absent: never. */
    lifetime?: string | null;
    /** `LOCAL`, `TRANSPORT`, or `TCP://host:port`. */
    address: string;
    mirror_address?: string | null;
    /** Columns that have no say in routing. */
    route_id?: number | null;
    principal_id?: number | null;
}

export interface Database {
    name: string;
    service_broker_guid?: string | null;
    /** True unless said otherwise. */
    is_broker_enabled?: boolean | null;
    services?: string[] | null;
    routes?: Route[] | null;
}

export interface Instance {
    is_message_forwarding_enabled?: boolean | null;
    /** The network addresses that resolve to this instance. */
    addresses?: string[] | null;
    /** The services for which a request to the dynamic routing service is pending. */
    pending_route_requests?: string[] | null;
    /** `msdb` is among them. */
    databases: Database[];
}

export interface Message {
    /** The sending database; absent: the message arrived from outside the instance. */
    origin_database?: string | null;
    /** `initiator` unless said otherwise. */
    sent_by?: 'initiator' | 'target' | null;
    to_service_name: string;
    to_broker_instance?: string | null;
    conversation_begun_at?: string | null;
}

/** One routing decision: the state of an instance and a message. */
export interface Scenario {
    /** The time of the decision; needed as soon as a route has a lifetime. */
    now?: string | null;
    instance: Instance;
    message: Message;
}

// --- answers ---

/** Answers to readings by their ids: `{"absent-service-outgoing": "drop"}`. `rules()` lists them. */
export type Readings = Record<string, string>;

export type Outcome =
    | { outcome: 'deliver'; database: string }
    | { outcome: 'send' | 'forward'; address: string; mirror_address?: string }
    | { outcome: 'delay'; route_requested?: true }
    | { outcome: 'drop' };

/** What only other answers to readings permit; `readings` is a smallest set of them. */
export type ContestedOutcome = Outcome & { readings: Readings };

export interface Answer {
    permitted: Outcome[];
    contested: ContestedOutcome[];
}

/** A rule that was passed, with what it looked at and what it left. */
export interface TraceStep {
    rule: string;
    /** The database whose table comes into scope. */
    table?: string;
    /** Routes that are out of the running because they have expired. */
    expired?: string[];
    routes?: string[];
    chosen?: string;
    database?: string;
    address?: string;
    mirror_address?: string;
    reason?: string;
}

/** A route of a table in scope that was not taken. */
export interface WhyNot {
    /** The database of the table. */
    table: string;
    route: string;
    /** The first rule that put it out of the running. */
    rule: string;
    /** The values that were compared, in words. */
    because: string;
}

export interface Explanation {
    trace: TraceStep[];
    why_not: WhyNot[];
    /** What `sys.transmission_queue` shows while the message waits there, where it is known. */
    transmission_status?: { number: number; meaning: string };
}

export interface ExplainedAnswer {
    permitted: (Outcome & Explanation)[];
    contested: (ContestedOutcome & Explanation)[];
}

export interface OracleOptions {
    /** Answers that are the preferred ones instead of the documents'. */
    readings?: Readings | null;
    /** False: what only other answers permit is left out. */
    contested?: boolean | null;
}

/** The outcomes that are permitted, and those that only another reading of the documents permits. */
export function decide(scenario: Scenario | string, options?: OracleOptions): Answer;

/** The same, each outcome with the rules on the way to it, and why each other route was not taken. */
export function explain(scenario: Scenario | string, options?: OracleOptions): ExplainedAnswer;

/** A choice that the documents grant. */
export interface Choice {
    rule: string;
    /** Routes, databases or identifiers by name, or ways to go on in words. */
    alternatives: string[];
    /** The one that is taken, from 0. */
    pick: number;
}

export interface WayOptions {
    readings?: Readings | null;
    /** The alternative that is taken at each granted choice, from 0; the first where none is named. */
    picks?: number[] | null;
}

/** One way of the process. */
export interface Way extends Explanation {
    outcome: Outcome;
    choices: Choice[];
}

/** Follows one way on which the preferred answers to readings hold. A pick that is no alternative is an error. */
export function follow(scenario: Scenario | string, options?: WayOptions): Way;

/** The way that `follow` takes, drawn: SVG, Mermaid (`mmd`) or Graphviz (`dot`). */
export function picture(scenario: Scenario | string, options?: WayOptions & { format?: 'svg' | 'mmd' | 'dot' | null }): string;

// --- routing tables ---

/** A remark on a text; lines and columns count from 1. */
export interface Remark {
    file: string;
    line: number;
    column: number;
    severity: 'note' | 'warning' | 'error';
    message: string;
}

/** What scripts and exports say of instances. */
export interface Import {
    instances: { name: string; instance: Instance }[];
    /** Messages that scripts would send, and those that wait in `sys.transmission_queue`. */
    messages?: (Message & { instance?: string | null; transmission_status?: string | null })[] | null;
    reported?: Remark[] | null;
}

export interface ImportOptions {
    /** The name under which the text is reported; one that ends in `.md` is of Markdown with T-SQL in it. */
    name?: string | null;
    /** The instance that the text is of; `(local)` unless said otherwise. */
    instance?: string | null;
    /** The database that a script starts in, and that exports are of which do not say. */
    database?: string | null;
    /** What `LIFETIME` counts from; the clock's time unless said otherwise. */
    now?: string | null;
    /** sqlcmd's variables, `-v NAME=VALUE`. */
    variables?: Record<string, string> | null;
    /** True: what the server would refuse is taken. */
    lenient?: boolean | null;
}

/**
 * Reads a T-SQL script, an export of catalog views, or JSON (an import, an instance, a scenario). Other files
 * cannot be read: `:r` is reported.
 */
export function importSql(text: string, options?: ImportOptions): Required<Import>;

export interface Finding {
    id: string;
    severity: 'note' | 'warning' | 'error';
    /** The rules and readings behind it. */
    rules: string[];
    instance: string;
    database?: string;
    routes: { instance: string; database: string; route: string }[];
    message: string;
    advice: string;
}

/** Instances as `importSql` gives them, one alone, or a text that `importSql` reads. */
export type Tables = Import | Instance | string;

/** A T-SQL script that makes the instances' databases, services and routes, and what T-SQL cannot say. */
export function emitSql(tables: Tables, options?: { now?: string | null }): { text: string; left_out: string[] };

export interface LintOptions {
    /** The time by which routes have expired; the clock's unless said otherwise. */
    now?: string | null;
    /** A route that expires within so many days expires soon; 7 unless said otherwise. */
    soon?: number | null;
    /** Ids of findings that are left out. */
    ignore?: string[] | null;
}

/** Faults and traps in routing tables. */
export function lint(tables: Tables, options?: LintOptions): { findings: Finding[]; reported: Remark[] };

// --- the specification ---

export interface Rule {
    id: string;
    /** The rule itself, or the question of a reading. */
    text: string;
    /** What explains it, and its sources, in plain text. */
    details: string;
}

export interface Reading extends Rule {
    answers: { answer: string; preferred: boolean }[];
}

/** The rules, and the readings that `decide` can be asked with, as the specification words them. */
export function rules(): { rules: Rule[]; readings: Reading[] };

/** The version of ssbroute. */
export const version: string;

/** Input that cannot be used, or a question that cannot be answered. */
export class SsbrouteError extends Error {
    /** Where the input is wrong: a JSON pointer, or line and column; empty for the whole. */
    readonly where: string;
}

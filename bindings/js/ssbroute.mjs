// The oracle of SQL Server Service Broker routing. ssbroute.d.ts says what each function takes and gives.
//
// All of it is ssbroute.wasm, the library's C interface (bindings/c/ssbroute.h) compiled to WebAssembly; here
// texts go into its memory and come back.

const url = new URL('ssbroute.wasm', import.meta.url);

// Bytes, not a stream: a server need not know the type of .wasm.
async function bytesOf(file) {
    if (file.protocol === 'file:') {
        const { readFile } = await import('node:fs/promises');
        return readFile(file);
    }
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

const module = await WebAssembly.compile(await bytesOf(url));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// --- what the module asks of its surroundings ---

const imports = {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
        clock_time_get(_clock, _precision, place) {
            new DataView(wasm.memory.buffer).setBigUint64(place, BigInt(Date.now()) * 1_000_000n, true);
            return 0;
        },
        // There are no variables of an environment.
        environ_sizes_get(count, size) {
            const view = new DataView(wasm.memory.buffer);
            view.setUint32(count, 0, true);
            view.setUint32(size, 0, true);
            return 0;
        },
        environ_get() {
            return 0;
        },
        proc_exit(status) {
            throw new Error(`ssbroute.wasm ended with ${status}`);
        },
    },
};

let wasm;
// The oracle that was asked last, with its options.
let oracle;

function start(instance) {
    wasm = instance.exports;
    wasm._initialize();
    oracle = { options: null, handle: 0 };
}

start(await WebAssembly.instantiate(module, imports));

// --- texts ---

// Each character takes three bytes at most.
function put(text) {
    const place = wasm.malloc(3 * text.length + 1);
    if (place === 0) throw new RangeError('expected a text for which memory suffices');
    const { written } = encoder.encodeInto(text, new Uint8Array(wasm.memory.buffer, place, 3 * text.length));
    return { place, size: written };
}

function read(place, size) {
    return decoder.decode(new Uint8Array(wasm.memory.buffer, place, size));
}

function readToZero(place) {
    return read(place, new Uint8Array(wasm.memory.buffer).indexOf(0, place) - place);
}

/** Input that cannot be used, or a question that cannot be answered. */
export class SsbrouteError extends Error {
    constructor(message, where = '') {
        super(message);
        this.name = 'SsbrouteError';
        this.where = where;
    }
}

const done = 0;

function take(result) {
    const text = read(wasm.ssbroute_result_text(result), wasm.ssbroute_result_size(result));
    const where = readToZero(wasm.ssbroute_result_where(result));
    const status = wasm.ssbroute_result_status(result);
    wasm.ssbroute_result_free(result);
    if (status !== done) throw new SsbrouteError(text, where);
    return text;
}

// The answer of a function of the C interface, which takes each text as its place and its size.
function call(name, ...args) {
    const texts = args.map((one) => (typeof one === 'string' ? put(one) : { place: one }));
    const result = wasm[name](...texts.flatMap(({ place, size }) => (size === undefined ? [place] : [place, size])));
    for (const { place, size } of texts) if (size !== undefined) wasm.free(place);
    return take(result);
}

// --- questions ---

// What breaks off in the middle, as where memory ends, leaves the module in no known state: it starts anew.
function answer(question) {
    try {
        return question();
    } catch (fault) {
        if (fault instanceof SsbrouteError) throw fault;
        start(new WebAssembly.Instance(module, imports));
        throw new SsbrouteError(`no answer: ${fault.message}`);
    }
}

function json(value) {
    try {
        return JSON.stringify(value) ?? 'null';
    } catch (fault) {
        throw new SsbrouteError(`expected what JSON can say: ${fault.message}`);
    }
}

// A text is taken as it is.
function textOf(value) {
    return typeof value === 'string' ? value : json(value);
}

// Questions often come with the same options.
function oracleWith(options) {
    if (oracle.options === options) return oracle.handle;
    const handle = wasm.malloc(4);
    try {
        call('ssbroute_oracle_new', options, handle);
        wasm.ssbroute_oracle_free(oracle.handle);
        oracle = { options, handle: new DataView(wasm.memory.buffer).getUint32(handle, true) };
    } finally {
        wasm.free(handle);
    }
    return oracle.handle;
}

function askOracle(name, scenario, options, ...more) {
    const texts = [textOf(scenario), ...more.map(json)];
    const ofOracle = json(options);
    return answer(() => call(name, oracleWith(ofOracle), ...texts));
}

function askAbout(name, value, options) {
    const texts = [textOf(value), json(options)];
    return JSON.parse(answer(() => call(name, ...texts)));
}

// --- the interface ---

export const version = readToZero(wasm.ssbroute_version());

export function decide(scenario, options = {}) {
    return JSON.parse(askOracle('ssbroute_decide', scenario, options));
}

export function explain(scenario, options = {}) {
    return JSON.parse(askOracle('ssbroute_explain', scenario, options));
}

export function follow(scenario, options = {}) {
    const { picks, ...ofOracle } = options ?? {};
    return JSON.parse(askOracle('ssbroute_follow', scenario, ofOracle, { picks }));
}

export function picture(scenario, options = {}) {
    const { picks, format, ...ofOracle } = options ?? {};
    return askOracle('ssbroute_picture', scenario, ofOracle, { picks, format });
}

export function importSql(text, options = {}) {
    return askAbout('ssbroute_import_sql', text, options);
}

export function emitSql(tables, options = {}) {
    return askAbout('ssbroute_emit_sql', tables, options);
}

export function lint(tables, options = {}) {
    return askAbout('ssbroute_lint', tables, options);
}

export function rules() {
    return JSON.parse(answer(() => call('ssbroute_rules')));
}

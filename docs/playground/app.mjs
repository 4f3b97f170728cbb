// The page: one state with its history, the answer to it, and what is open on top.
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { adopted } from './adoption.mjs';
import { AnswerView } from './answer.mjs';
import { answerTo, matters } from './answering.mjs';
import { CasesDialog, ImportDialog, TextDialog } from './dialogs.mjs';
import { canRedo, canUndo, change, begin as historyOf, redo, undo } from './history.mjs';
import { html } from './html.mjs';
import { MessageView } from './message.mjs';
import { stepsOf } from './pointer.mjs';
import { databasesOf, routesOf } from './scenario.mjs';
import { fragmentOf } from './share.mjs';
import { begin, readingsOfWay, withPick, withReading, withScenario, withWay } from './state.mjs';
import { InstanceView, gridId } from './tables.mjs';
import { asCommandLine, asGoldenCase, asImport, asScenario } from './takeaway.mjs';
import { likelyNames, picksTo } from './way.mjs';
import { outcomeText } from './words.mjs';

/** Long enough to type on, short enough not to be waited for. */
const pause = 80;

const today = () => new Date().toISOString().replace(/\.\d+Z$/u, 'Z');

const steps = {
    change: (history, { state, subject }) => change(history, state, subject),
    undo: (history) => (canUndo(history) ? undo(history) : history),
    redo: (history) => (canRedo(history) ? redo(history) : history),
};

/** The state a moment after it has changed by typing, or at once after it has otherwise. */
function useSettled({ present: state, subject }) {
    const [settled, setSettled] = useState(state);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(state), subject === null ? 0 : pause);
        return () => clearTimeout(timer);
    }, [state]);
    return settled;
}

/** The ids of the readings that matter, after the answer: in a large table they take longer than it, and must not hold up typing. */
function useMattering(ssbroute, state, { answer }, readings) {
    const [mattering, setMattering] = useState([]);
    useEffect(() => {
        if (!answer) return undefined;
        let isCurrent = true;
        const found = [];
        const ask = async () => {
            for (const reading of readings) {
                await new Promise((done) => setTimeout(done));
                if (!isCurrent) return;
                if (matters(ssbroute, state, answer, reading)) found.push(reading.id);
            }
            setMattering(found);
        };
        const timer = setTimeout(ask, pause);
        return () => {
            clearTimeout(timer);
            isCurrent = false;
        };
    }, [answer]);
    return mattering;
}

/** The address follows the state, so that a bookmark, a reload and a link bring it back. */
function useAddress(state, arrive, onArrive, onDamaged) {
    const written = useRef(null);
    useEffect(() => {
        let isCurrent = true;
        fragmentOf(state).then((fragment) => {
            if (!isCurrent) return;
            written.current = fragment;
            history.replaceState(null, '', fragment);
        });
        return () => (isCurrent = false);
    }, [state]);
    useEffect(() => {
        const arrived = () => {
            if (location.hash !== written.current) arrive().then((other) => other && onArrive(other), onDamaged);
        };
        addEventListener('hashchange', arrived);
        return () => removeEventListener('hashchange', arrived);
    }, []);
}

function useTheme() {
    const [theme, setTheme] = useState(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
    useEffect(() => {
        document.documentElement.dataset.theme = theme;
    }, [theme]);
    return [theme, () => setTheme(theme === 'dark' ? 'light' : 'dark')];
}

/** Moves the focus to a cell of a routing table. */
function goToCell(index, row, key) {
    document.getElementById(gridId(index))?.dispatchEvent(new CustomEvent('focuscell', { detail: { row, key } }));
}

function goToRoute(scenario, { database, route }) {
    const index = databasesOf(scenario).findIndex(({ name }) => name === database);
    const row = routesOf(databasesOf(scenario)[index]).findIndex(({ name }) => name === route);
    goToCell(index, Math.max(0, row), 'name');
}

/** Moves the focus to the control at a place; a place within a list or an object that has none of its own is its owner's. */
function goToPlace(where) {
    const [, , database, routes, row, column] = stepsOf(where);
    if (routes === 'routes' && row !== undefined) return goToCell(Number(database), Number(row), column);
    const parts = where.split('/');
    const around = parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter((place) => place !== '');
    const control = around.map((place) => document.querySelector(`[data-place="${CSS.escape(place)}"]`)).find(Boolean);
    (control ?? document.querySelector('[data-place^="/instance/databases"]'))?.focus();
}

/** `arrive` gives the state that the address holds by now. */
export function App({ ssbroute, catalogue, corpus, start, damaged, arrive }) {
    const [past, dispatch] = useReducer((all, action) => steps[action.type](all, action), historyOf(start));
    const state = past.present;
    const { scenario } = state;
    const [open, setOpen] = useState(null);
    const [linked, setLinked] = useState(null);
    const [said, setSaid] = useState(damaged ? 'This link is damaged; the page starts with example 2.' : '');
    const [theme, toggleTheme] = useTheme();

    const ruleTexts = useMemo(() => new Map(catalogue.rules.map(({ id, text }) => [id, text])), [catalogue]);
    const settled = useSettled(past);
    const given = useMemo(() => answerTo(ssbroute, settled, today()), [settled]);
    const lastGood = useRef(null);
    if (!given.problem) lastGood.current = given;
    const last = lastGood.current;
    const mattering = useMattering(ssbroute, settled, given, catalogue.readings);

    const set = (next, subject = null) => dispatch({ type: 'change', state: next, subject });
    const edit = (next, subject) => set(withScenario(state, next), subject);
    useAddress(settled, arrive, set, () => setSaid('This link is damaged; the page stays as it was.'));

    const show = (outcome) => {
        const assumed = outcome.readings ?? {};
        const readings = readingsOfWay({ readings: state.readings, assumed });
        const follow = (picks) => ssbroute.follow(scenario, { readings, picks });
        const picks = picksTo(outcome, follow, likelyNames(scenario, outcome));
        if (picks) set(withWay(state, { assumed, picks }));
        else setSaid('The ways to this outcome are too many to search; choose at the choices instead.');
    };
    const load = ({ id, title, scenario: other }) => {
        set(begin(other, `${id.slice(0, id.lastIndexOf('/'))}: ${title}`));
        setOpen(null);
        setSaid('');
    };
    const adopt = (instance, message) => {
        set(begin(adopted(scenario, instance, message, today())));
        setOpen(null);
        setSaid(`Now on the page: ${instance.name}`);
    };
    const close = () => setOpen(null);
    const texts = {
        scenario: () => ({ title: 'As scenario', text: asScenario(state), note: 'For ssbroute decide, and for the package ssbroute.' }),
        golden: () => ({
            title: 'As golden case',
            text: asGoldenCase(state, ssbroute.explain(scenario)),
            note:
                'A golden case is derived from the documents, not recorded: what is expected here was printed by ssbroute, and has to ' +
                'be derived by hand.',
        }),
        command: () => ({ title: 'As command line', text: asCommandLine(state) }),
        sql: () => {
            const { text, left_out: leftOut } = ssbroute.emitSql(asImport(scenario), { now: scenario.now ?? today() });
            return { title: 'As T-SQL', text, note: leftOut.length === 0 ? undefined : `Left out: ${leftOut.map(saidOf).join('; ')}` };
        },
        link: () => ({ title: 'Share link', text: location.href, note: 'The link holds the whole state; nothing is kept anywhere else.' }),
    };
    const take = (form) => setOpen({ kind: 'text', ...texts[form]() });
    const shortcuts = (event) => {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || open || !['z', 'y'].includes(key)) return;
        event.preventDefault();
        dispatch({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    };
    const problem = given.problem;
    const way = problem ? undefined : given.way;
    const shared = { scenario, problem, way, ruleTexts, linked, onLink: setLinked, onChange: edit };

    return html`<div class="page" onKeyDown=${shortcuts}>
        <header class="top">
            <p class="name"><a href="../">ssbroute</a> <span>playground</span></p>
            <div class="tools" role="toolbar" aria-label="Page">
                <button type="button" onClick=${() => setOpen({ kind: 'cases' })}>Examples and cases</button>
                <button type="button" onClick=${() => setOpen({ kind: 'import' })}>Paste a script</button>
                <button type="button" onClick=${() => take('link')}>Share link</button>
                <button type="button" onClick=${() => dispatch({ type: 'undo' })} aria-disabled=${canUndo(past) ? undefined : 'true'}>
                    Undo
                </button>
                <button type="button" onClick=${() => dispatch({ type: 'redo' })} aria-disabled=${canRedo(past) ? undefined : 'true'}>
                    Redo
                </button>
                <button type="button" onClick=${toggleTheme} aria-pressed=${theme === 'dark' ? 'true' : 'false'}>Dark</button>
            </div>
        </header>
        <main>
            <div class="lead">
                <h1>Where does a Service Broker message go?</h1>
                <p>
                    A message names a <em>service</em>, not a server. The database that sends it has a table of <em>routes</em>, and they say where
                    services are. This page decides as Microsoft’s documents say, rule by rule: change a cell, and the answer follows. What
                    you enter stays on this page.
                </p>
                <p role="status" class="aside">${said || (state.title && `Started from ${state.title}`)}</p>
            </div>
            <div class="columns">
                <div class="asked">
                    <${MessageView} ...${shared} today=${today} />
                    <${InstanceView} ...${shared} findings=${last?.findings ?? []} />
                </div>
                <div class="answered">
                    <${AnswerView}
                        scenario=${settled.scenario}
                        given=${given}
                        isBusy=${settled !== state}
                        last=${last}
                        readings=${state.readings}
                        catalogue=${catalogue.readings}
                        ...${{ mattering, ruleTexts, linked }}
                        onLink=${setLinked}
                        onShow=${show}
                        onPick=${(choice, pick) => set(withPick(state, last.way, choice, pick))}
                        onAnswer=${(reading, answer) => set(withReading(state, reading, answer))}
                        onGoTo=${(route) => goToRoute(scenario, route)}
                        onGoToProblem=${() => goToPlace(problem.where)}
                    />
                    <section class="take" aria-labelledby="take-heading">
                        <h2 id="take-heading">Take it with you</h2>
                        <div class="tools">
                            <button type="button" onClick=${() => take('scenario')}>As scenario</button>
                            <button type="button" disabled=${Boolean(problem)} onClick=${() => take('golden')}>As golden case</button>
                            <button type="button" onClick=${() => take('command')}>As command line</button>
                            <button type="button" disabled=${Boolean(problem)} onClick=${() => take('sql')}>As T-SQL</button>
                        </div>
                    </section>
                </div>
            </div>
        </main>
        <a class="summary" href="#answer" onClick=${toAnswer}>
            ${problem ? 'No answer yet' : given.answer.permitted.map(outcomeText).join(', or ')}
        </a>
        ${open?.kind === 'cases' && html`<${CasesDialog} corpus=${corpus} onLoad=${load} onClose=${close} />`}
        ${open?.kind === 'import' && html`<${ImportDialog} read=${ssbroute.importSql} onAdopt=${adopt} onClose=${close} />`}
        ${open?.kind === 'text' && html`<${TextDialog} ...${open} onClose=${close} />`}
    </div>`;
}

const saidOf = (one) => (typeof one === 'string' ? one : (one.message ?? JSON.stringify(one)));

/** The fragment holds the state, so a jump within the page must not change it. */
function toAnswer(event) {
    event.preventDefault();
    const answer = document.getElementById('answer');
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
}

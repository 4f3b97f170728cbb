// Starts the page: from the link that led here, or else from example 2.
import { render } from 'preact';
import * as ssbroute from 'ssbroute';
import { soundState } from './answering.mjs';
import { App } from './app.mjs';
import { html } from './html.mjs';
import { stateOf } from './share.mjs';
import { begin } from './state.mjs';

const first = 'examples/2-network-route-to-a-specific-service/outgoing-order-parts';

const corpus = await (await fetch('corpus.json')).json();
const example = corpus.flatMap(({ cases }) => cases).find(({ id }) => id === first);
const catalogue = ssbroute.rules();

/** The state of the address; null if it has none. */
async function arrive() {
    const state = await stateOf(location.hash);
    return state && soundState(ssbroute, state, catalogue.readings);
}

const arrived = await arrive().then(
    (state) => ({ state, damaged: false }),
    () => ({ state: null, damaged: true }),
);
const start = arrived.state ?? begin(example.scenario, 'Microsoft’s routing example 2: a network route to a specific service');
const place = document.getElementById('page');
place.replaceChildren();
render(html`<${App} ssbroute=${ssbroute} ...${{ catalogue, corpus, start, arrive }} damaged=${arrived.damaged} />`, place);

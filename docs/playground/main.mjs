// Starts the page: from the link that led here, or else from example 2.
import { render } from 'preact';
import * as ssbroute from 'ssbroute';
import { App } from './app.mjs';
import { html } from './html.mjs';
import { stateOf } from './share.mjs';
import { begin } from './state.mjs';

const first = 'examples/2-network-route-to-a-specific-service/outgoing-order-parts';

const corpus = await (await fetch('corpus.json')).json();
const example = corpus.flatMap(({ cases }) => cases).find(({ id }) => id === first);
const arrived = await stateOf(location.hash).then(
    (state) => ({ state, damaged: false }),
    () => ({ state: null, damaged: true }),
);
const start = arrived.state ?? begin(example.scenario, 'Microsoft’s routing example 2: a network route to a specific service');
const place = document.getElementById('page');
place.replaceChildren();
render(html`<${App} ssbroute=${ssbroute} corpus=${corpus} start=${start} damaged=${arrived.damaged} />`, place);

// Preact with templates in place of JSX: nothing has to be compiled.
import htm from 'htm';
import { h } from 'preact';

export const html = htm.bind(h);

/** Text in which backticks mark code. */
export const marked = (text) => text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));

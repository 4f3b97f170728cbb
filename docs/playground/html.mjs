// Preact with templates in place of JSX: nothing has to be compiled.
import htm from 'htm';
import { h } from 'preact';

export const html = htm.bind(h);

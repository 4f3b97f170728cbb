// A share link: everything that the page shows, in the fragment of its address.
import { isScenario } from './scenario.mjs';

const mark = '#s=';
/** More than any table that a person shares, and little enough for a page that was sent a bomb. */
const greatestLength = 16_000_000;

/** The fragment for a state. */
export async function fragmentOf({ scenario, readings, assumed, picks }) {
    const text = JSON.stringify({ scenario, readings, picks, ...(hasMembers(assumed) && { assumed }) });
    const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')));
    return mark + base64url(packed);
}

/** The state of a fragment; null for a fragment that is no share link. One that is damaged is an error. */
export async function stateOf(fragment) {
    if (!fragment.startsWith(mark)) return null;
    const shared = JSON.parse(await unpacked(fragment.slice(mark.length)));
    const { scenario, readings = {}, assumed = {}, picks = [] } = shared;
    if (!isScenario(scenario) || !isTexts(readings) || !isTexts(assumed) || !isIndices(picks)) {
        throw new Error('this link holds no scenario');
    }
    return { scenario, readings, assumed, picks, title: null };
}

async function unpacked(text) {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(stream));
}

async function bytesOf(stream) {
    const chunks = [];
    let length = 0;
    for (const reader = stream.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
        length += value.length;
        if (length > greatestLength) throw new Error('this link holds too much');
        chunks.push(value);
    }
}

function base64url(bytes) {
    // A call takes only so many arguments.
    const binary = Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, part) =>
        String.fromCharCode(...bytes.subarray(part * 8192, (part + 1) * 8192)),
    ).join('');
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const hasMembers = (object) => Object.keys(object).length > 0;
const isTexts = (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string');
const isIndices = (value) => Array.isArray(value) && value.every((index) => Number.isSafeInteger(index) && index >= 0);

// JSON Pointers (RFC 6901): errors name places by them, and so do the controls of the page.

export function pointer(...steps) {
    return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function stepsOf(text) {
    return text
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** `value` with another thing at `steps`; everything beside the way there is shared with the old one. */
export function put(value, [first, ...rest], thing) {
    const changed = rest.length === 0 ? thing : put(value?.[first], rest, thing);
    if (!Array.isArray(value)) return { ...value, [first]: changed };
    return value.map((element, index) => (index === Number(first) ? changed : element));
}

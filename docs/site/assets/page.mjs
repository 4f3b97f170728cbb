// What the elements of these pages share.

let oracle;

/** The oracle, loaded when it is first asked for. */
export const loadOracle = () => (oracle ??= import('../playground/ssbroute/ssbroute.mjs'));

/** An element with its content: texts, elements, and nothing for what is null. */
export function element(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
        if (value !== null) made.setAttribute(attribute, value);
    }
    made.append(...content.flat().filter((one) => one !== null));
    return made;
}

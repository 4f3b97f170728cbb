// A value with its past and its future: for undo and redo.

const longest = 200;

export const begin = (present) => ({ past: [], present, future: [], subject: null });

/** Changes of one subject that follow each other, as letters typed into one cell, are one step. */
export function change(history, present, subject = null) {
    if (present === history.present) return history;
    const same = subject !== null && subject === history.subject;
    const past = same ? history.past : [...history.past, history.present].slice(-longest);
    return { past, present, future: [], subject };
}

export function undo({ past, present, future }) {
    return { past: past.slice(0, -1), present: past.at(-1), future: [present, ...future], subject: null };
}

export function redo({ past, present, future: [next, ...future] }) {
    return { past: [...past, present], present: next, future, subject: null };
}

export const canUndo = ({ past }) => past.length > 0;
export const canRedo = ({ future }) => future.length > 0;

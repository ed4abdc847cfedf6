// A file is deleted as a conversation with many items is (conversation-remains.ts): first it becomes remains, which no reader finds and whose
// key is gone, then its pieces go, some at a time, then its row.

/** Most pieces that are deleted at once: some megabytes. */
export const maxChunksAtOnce = 4;

/** Files that one step of a sweep hides. */
export const hiddenAtOnce = 50;

/** Before every id, and behind every one, in the order of bytes: where a list begins. */
export const edgeOf = { asc: '', desc: '\u{10ffff}' } as const;

// A file is deleted like a conversation with many items (conversation-tombstones.ts): first it becomes a tombstone
// without a key, which no reader finds, then its chunks are deleted in batches, then its row.

/** Maximum number of chunks deleted at once: some megabytes. */
export const maxChunksAtOnce = 4;

/** Number of files that one step of a sweep hides. */
export const filesPerSweepStep = 50;

/** Bounds before and after every id in byte order: where a list starts. */
export const rangeStart = { asc: '', desc: '\u{10ffff}' } as const;

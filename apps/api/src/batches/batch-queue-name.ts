/**
 * The queue of message batches, which take hours: they have separate runners, so that no response waits for them.
 * Responses use the unnamed queue.
 */
export const batchQueue = 'batches';

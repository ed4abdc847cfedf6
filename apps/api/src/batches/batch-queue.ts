/**
 * The queue of message batches, which take hours: they have runners of their own, so that no response waits for them. Responses are in
 * the queue without a name.
 */
export const batchQueue = 'batches';

import { hash } from 'node:crypto';

/** Number of fair-queue keys: a claim reads all of them, and clients name models, so the number is bounded. */
const fairQueueKeyCount = 1_023;

/**
 * The fair-queue key of work for one model, within that of its owner: a slow or busy model does not block work for
 * another. Two models may share one by chance. Key 0 is for work without a single model.
 */
export function modelFairQueueKey(model: string): number {
  return 1 + (hash('sha256', model, 'buffer').readUInt32BE() % fairQueueKeyCount);
}

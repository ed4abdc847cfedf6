import { hash } from 'node:crypto';

/** A claim looks at every lane, and clients name models: so there are so many and no more. */
const fairQueueKeyCount = 1_023;

/**
 * The lane of work for one model, among that of its owner: who waits for a model that is slow or busy holds up nobody who waits for
 * another. Two models may have the same by chance. Lane 0 is for work that is for no model alone.
 */
export function modelFairQueueKey(model: string): number {
  return 1 + (hash('sha256', model, 'buffer').readUInt32BE() % fairQueueKeyCount);
}

import type { Unwatch } from '@org/engine/storage';
import { toLookupKey } from './key-text.js';

/** The topic under which a turn is watched: safe in any channel, and reveals neither owner nor id. */
export function turnTopic(owner: string, turnId: string): string {
  return toLookupKey(JSON.stringify([owner, turnId])).toString('base64url');
}

/** The topic under which the line of a conversation is watched. */
export function lockTopic(owner: string, conversationId: string): string {
  return toLookupKey(JSON.stringify(['line', owner, conversationId])).toString('base64url');
}

/** The topic under which the jobs are watched. */
export const jobsTopic = 'jobs';

/** The topic under which files that wait for ingestion are watched. */
export const ingestionsTopic = 'ingestions';

/** The watchers in this process, by topic. */
export class Watchers {
  readonly #byTopic = new Map<string, Set<() => void>>();

  get empty(): boolean {
    return this.#byTopic.size === 0;
  }

  add(topic: string, wake: () => void): Unwatch {
    const entry = (): void => wake(); // The same function may watch twice.
    const set = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, set.add(entry));
    return () => {
      set.delete(entry);
      if (set.size === 0 && this.#byTopic.get(topic) === set) this.#byTopic.delete(topic);
    };
  }

  wake(topic: string): void {
    for (const wake of this.#byTopic.get(topic) ?? []) wake();
  }

  /** When it is not known what changed, or whether. */
  wakeAll(): void {
    for (const set of this.#byTopic.values()) for (const wake of set) wake();
  }
}

import type { Backend, BackendRun, HealthRules } from './backend.js';
import type { Candidate } from './choose-backend.js';

/** A backend and its part in a group. */
export interface GroupMember {
  readonly backend: Backend;
  /** Its share of the requests, above 0. */
  readonly weight: number;
  /** Maximum concurrent requests of the backend. */
  readonly concurrency: number;
  /** Maximum requests queued for the backend. */
  readonly queue: number;
}

/** A member with its accounts. The backend may run requests of another group, too; they count. */
export class Slot implements Candidate {
  readonly backend: Backend;
  readonly weight: number;
  readonly concurrency: number;
  readonly queue: number;
  /** Requests that wait for it. */
  waiting = 0;
  turns = 0;

  constructor({ backend, weight, concurrency, queue }: GroupMember) {
    this.backend = backend;
    this.weight = weight;
    this.concurrency = concurrency;
    this.queue = queue;
  }

  get name(): string {
    return this.backend.name;
  }

  get running(): number {
    return this.backend.running;
  }

  get isFree(): boolean {
    return this.running < this.concurrency;
  }

  /** Starts a request here. A backend that was unavailable takes turns from now on and does not catch up. */
  start(rules: HealthRules, minTurns: number): BackendRun {
    this.turns = Math.max(this.turns, minTurns) + 1 / this.weight;
    return this.backend.start(rules);
  }
}

import type { Residency } from '@org/engine';
import type { ResidentModel } from './resident-model.js';

/** A model's place in the memory, as it changes. */
export interface MemorySlot {
  readonly residentModel: ResidentModel;
  state: Residency;
  /** Requests that use it now. */
  users: number;
  /** Order of use; the smallest is the least recently used. */
  used: number;
  loads: number;
  failedLoads: number;
  /** Runs while it is loaded without work. */
  idle: NodeJS.Timeout | undefined;
  /** It was given up; nobody can use it any more. */
  released: boolean;
}

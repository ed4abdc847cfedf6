import type { Residency } from '@org/engine';
import type { ResidentModel } from './resident-model.js';

/** The mutable memory slot of a model. */
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
  /** The slot was released and can no longer be used. */
  released: boolean;
}

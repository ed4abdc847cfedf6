import type { Residency } from '@org/engine';

/** A model that can be loaded into memory and unloaded again. */
export interface ResidentModel {
  readonly name: string;
  /** What it takes while it is loaded. Bytes. */
  readonly bytes: number;
  /** Stays once it is loaded, whoever else needs room. */
  readonly pinned: boolean;
  /** How long it stays without work. Milliseconds; 0 is for ever. */
  readonly idleMs: number;
  /** Resolves when it can answer. Rejects with an EngineError when it cannot be loaded; nothing of it is left then. */
  load(): Promise<void>;
  /** Resolves when nothing of it is left; a load that is under way is given up. Does not reject. */
  unload(): Promise<void>;
}

/** A model as it stands in memory. */
export interface ResidentModelStatus {
  readonly name: string;
  readonly bytes: number;
  readonly state: Residency;
  /** Requests that use it now. */
  readonly users: number;
  /** Requests that wait until it is loaded. */
  readonly waiting: number;
  /** How often it was loaded, and how often that failed. */
  readonly loads: number;
  readonly failedLoads: number;
}

import type { Residency } from '@org/engine';

/** A model that can be loaded into memory and unloaded again. */
export interface ResidentModel {
  readonly name: string;
  /** What it takes while it is loaded. Bytes. */
  readonly bytes: number;
  /** Whether the model stays loaded even when others need memory. */
  readonly pinned: boolean;
  /** Time without work after which it is unloaded, in milliseconds; 0 disables this. */
  readonly idleMs: number;
  /**
   * Resolves when the model is ready. Rejects with an EngineError when it cannot be loaded; all its resources are
   * freed then.
   */
  load(): Promise<void>;
  /** Resolves when all resources are freed; a load in progress is aborted. Does not reject. */
  unload(): Promise<void>;
}

/** The memory status of a model. */
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

/** How a process works on jobs. All times in milliseconds. */
export interface JobSettings {
  /** Maximum number of concurrent jobs. */
  readonly concurrency: number;
  /** How long a claimed job is safe from other runners without a heartbeat. */
  readonly leaseMs: number;
  /** Heartbeat interval; well below `leaseMs`. */
  readonly heartbeatMs: number;
  /** Poll interval for jobs without a notification, such as those of a process that crashed. */
  readonly pollMs: number;
  /** How long events wait to be written in a batch with others. */
  readonly batchMs: number;
  /** How many attempts a job gets before it fails for good. */
  readonly maxAttempts: number;
}

/** Settings of a job runner that the operator leaves out. */
export const defaultJobSettings: JobSettings = {
  concurrency: 16,
  leaseMs: 10_000,
  heartbeatMs: 3_000,
  pollMs: 1_000,
  batchMs: 50,
  maxAttempts: 5,
};

/** How a process works on jobs. All times in milliseconds. */
export interface JobSettings {
  /** Most jobs at once. */
  readonly concurrency: number;
  /** How long a claimed job is safe from others without a sign of life. */
  readonly leaseMs: number;
  /** How often a sign of life is given; well below `leaseMs`. */
  readonly heartbeatMs: number;
  /** How often is looked for jobs that nobody announced: those of a process that vanished. */
  readonly pollMs: number;
  /** How long events wait for others to be written together with them. */
  readonly batchMs: number;
  /** How often a job is begun before it counts as one that cannot be done. */
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

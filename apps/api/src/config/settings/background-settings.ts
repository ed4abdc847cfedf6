import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { defaultJobSettings, type JobSettings } from '@org/engine';

/** `background` in service.yaml. */
export class BackgroundSettings {
  /** Maximum concurrent background responses of this process. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  concurrency: number = defaultJobSettings.concurrency;

  /**
   * Maximum concurrent message batches of this process, in addition to the responses. Default: half of `concurrency`,
   * at least one.
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  batches?: number;

  /** Seconds without a heartbeat after which the work of a process counts as abandoned. */
  @IsNumber()
  @Min(1)
  @Max(600)
  leaseSeconds: number = defaultJobSettings.leaseMs / 1000;

  /** Maximum number of restarts of a response before it fails. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  attempts: number = defaultJobSettings.maxAttempts;
}

/** How this process works on message batches. */
export interface BatchSettings {
  /** Maximum concurrent jobs. */
  readonly concurrency: number;
  /** Interval of checks for waiting jobs with precedence, in milliseconds. */
  readonly yieldCheckMs: number;
}

/** Resuming a batch reads little compared with a minute of work. */
const yieldCheckMs = 60_000;

export function toBatchSettings({ concurrency, batches }: BackgroundSettings): BatchSettings {
  return { concurrency: batches ?? Math.max(1, Math.floor(concurrency / 2)), yieldCheckMs };
}

/** Sends heartbeats three times per lease, and looks for abandoned work ten times: one may get lost. */
export function toJobSettings({ concurrency, leaseSeconds, attempts }: BackgroundSettings): JobSettings {
  const leaseMs = Math.round(leaseSeconds * 1000);
  return {
    ...defaultJobSettings,
    concurrency,
    leaseMs,
    heartbeatMs: leaseMs * 0.3,
    pollMs: leaseMs / 10,
    maxAttempts: attempts,
  };
}

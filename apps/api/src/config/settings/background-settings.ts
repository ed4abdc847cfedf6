import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { defaultJobSettings, type JobSettings } from '@org/engine';

/** `background` in service.yaml. */
export class BackgroundSettings {
  /** Most background responses that this process makes at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  concurrency: number = defaultJobSettings.concurrency;

  /** Most message batches that this process works on at once, beside the responses. Default: half of `concurrency`, at least one. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  batches?: number;

  /** Seconds without a sign of life after which the work of a process counts as abandoned. */
  @IsNumber()
  @Min(1)
  @Max(600)
  leaseSeconds: number = defaultJobSettings.leaseMs / 1000;

  /** How often a response is begun again after restarts before it fails. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  attempts: number = defaultJobSettings.maxAttempts;
}

/** How this process works on message batches. */
export interface BatchSettings {
  /** Most at once. */
  readonly concurrency: number;
  /** How often one looks whether somebody waits whose turn it is, in milliseconds. */
  readonly yieldCheckMs: number;
}

/** What a batch reads when it goes on costs little of a minute. */
const yieldCheckMs = 60_000;

export function toBatchSettings({ concurrency, batches }: BackgroundSettings): BatchSettings {
  return { concurrency: batches ?? Math.max(1, Math.floor(concurrency / 2)), yieldCheckMs };
}

/** Signs of life come three times in a lease, and abandoned work is looked for ten times: one may get lost. */
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

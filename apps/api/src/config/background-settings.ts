import { IsInt, IsNumber, Max, Min } from 'class-validator';
import { defaultJobSettings, type JobSettings } from '@org/engine/background/job-settings';

/** `background` in service.yaml. */
export class BackgroundSettings {
  /** Most background responses that this process makes at once. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  concurrency: number = defaultJobSettings.concurrency;

  /** Seconds without a sign of life after which the work of a process counts as abandoned. */
  @IsNumber()
  @Min(1)
  @Max(600)
  leaseSeconds: number = defaultJobSettings.leaseMs / 1000;

  /** How often a response is begun again after restarts before it fails. */
  @IsInt()
  @Min(1)
  @Max(1_000)
  attempts: number = defaultJobSettings.mostAttempts;
}

/** Signs of life come three times in a lease, and abandoned work is looked for ten times: one may get lost. */
export function toJobSettings({ concurrency, leaseSeconds, attempts }: BackgroundSettings): JobSettings {
  const leaseMs = Math.round(leaseSeconds * 1000);
  return { ...defaultJobSettings, concurrency, leaseMs, heartbeatMs: leaseMs * 0.3, pollMs: leaseMs / 10, mostAttempts: attempts };
}

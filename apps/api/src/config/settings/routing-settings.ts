import { IsBoolean, IsInt, IsNumber, Max, Min } from 'class-validator';
import { defaultRoutingRules, type RoutingRules } from '@org/engine';

const { affinity, retries, queueMs, silenceMs, breaker } = defaultRoutingRules;

/** `routing` of a model with several backends. */
export class RoutingSettings {
  /** Send each conversation to the same backend: that is where its cache is. */
  @IsBoolean()
  affinity: boolean = affinity;

  /** Maximum retries per request that failed before its first event, on another backend if there is one. */
  @IsInt()
  @Min(0)
  @Max(10)
  retries: number = retries;

  /** Seconds that a request waits for a slot before it is rejected. */
  @IsNumber()
  @Min(0.01)
  @Max(3600)
  queueSeconds: number = queueMs / 1000;

  /** Seconds without a first event after which the service probes a backend; 0 disables the probe. */
  @IsNumber()
  @Min(0)
  @Max(3600)
  silenceSeconds: number = silenceMs / 1000;

  /** Consecutive failures after which the circuit of a backend opens. */
  @IsInt()
  @Min(1)
  @Max(1000)
  failures: number = breaker.failures;

  /** Failure ratio of the latest requests at which the circuit opens, too. */
  @IsNumber()
  @Min(0.01)
  @Max(1)
  failureShare: number = breaker.failureShare;

  /** Seconds that the circuit stays open the first time; doubled each further time in a row. */
  @IsNumber()
  @Min(0.01)
  @Max(3600)
  openSeconds: number = breaker.openMs / 1000;

  /** Maximum of these times in seconds. */
  @IsNumber()
  @Min(0.01)
  @Max(3600)
  maxOpenSeconds: number = breaker.maxOpenMs / 1000;
}

export function toRoutingRules(settings: RoutingSettings): RoutingRules {
  const { openSeconds, maxOpenSeconds, failures, failureShare, queueSeconds, silenceSeconds } = settings;
  const openMs = openSeconds * 1000;
  return {
    affinity: settings.affinity,
    retries: settings.retries,
    queueMs: queueSeconds * 1000,
    silenceMs: silenceSeconds * 1000,
    breaker: { ...breaker, failures, failureShare, openMs, maxOpenMs: Math.max(openMs, maxOpenSeconds * 1000) },
  };
}

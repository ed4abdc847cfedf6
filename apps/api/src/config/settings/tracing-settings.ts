import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import { IsPublicUrl } from '../checks/is-public-url.js';

/** `tracing` in service.yaml: spans for OpenTelemetry. Absent: none is recorded. */
export class TracingSettings {
  /**
   * OTLP over HTTP endpoint; `/v1/traces` is appended. Default: the variables of OpenTelemetry
   * (`OTEL_EXPORTER_OTLP_ENDPOINT`), or port 4318 of this machine.
   */
  @IsOptional()
  @IsPublicUrl()
  endpoint?: string;

  /** The share of traces that is recorded, by their ids: all replicas choose the same. A trace that its client does not record is not. */
  @IsNumber()
  @Min(0)
  @Max(1)
  sample: number = 1;
}

import { IsInt, IsNotEmpty, IsString, Max, Min } from 'class-validator';

/** `metrics` in service.yaml: a separate listener without keys. Absent: none. */
export class MetricsSettings {
  /** Anyone who reaches this address can read the metrics. */
  @IsString()
  @IsNotEmpty()
  host: string = '127.0.0.1';

  /** 0 takes any free port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 9464;
}

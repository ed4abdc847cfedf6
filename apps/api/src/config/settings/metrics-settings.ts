import { IsInt, IsNotEmpty, IsString, Max, Min } from 'class-validator';

/** `metrics` in service.yaml: a listener of its own, without keys. Absent: there is none. */
export class MetricsSettings {
  /** Whoever reaches this address can read the figures. */
  @IsString()
  @IsNotEmpty()
  host: string = '127.0.0.1';

  /** 0 takes any free port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 9464;
}

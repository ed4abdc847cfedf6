import { IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';

/** Sampling of a local model, for requests that name none. */
export class SamplingSettings {
  /** 0 is greedy. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(2)
  temperature?: number;

  /** 1 turns it off. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  topP?: number;

  /** 0 turns it off. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  topK?: number;

  /** 0 turns it off. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  minP?: number;

  /** 0 turns XTC off. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  xtcProbability?: number;

  /** More than 0.5 turns XTC off. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  xtcThreshold?: number;

  /** 1 turns it off. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(2)
  repeatPenalty?: number;

  @IsOptional()
  @IsNumber()
  @Min(-2)
  @Max(2)
  presencePenalty?: number;

  @IsOptional()
  @IsNumber()
  @Min(-2)
  @Max(2)
  frequencyPenalty?: number;
}

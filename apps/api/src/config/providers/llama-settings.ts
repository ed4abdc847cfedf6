import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { ProviderSettings } from './provider-settings.js';
import { NeedsGpu } from './needs-gpu.js';

/** A model file that runs in a process of its own on this machine. */
export class LlamaSettings extends ProviderSettings {
  declare kind: 'llama';

  /**
   * `demo` for the built-in model, the path of a GGUF file, relative to the configuration file, or `hf:ORG/REPO/FILE.gguf`,
   * which is loaded at the start when it is not there.
   */
  @IsString()
  @IsNotEmpty()
  model!: string;

  /** Tokens of prompt and answer together, 256 or more. Default: what the model was trained with, at most 8,192. */
  @IsOptional()
  @IsInt()
  @Min(256)
  @Max(4_194_304)
  contextLength?: number;

  /** Generations at the same time, 1 to 256. Default 4. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(256)
  slots?: number;

  /** Processor threads. Default: half of the processors, 4 at most. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1024)
  threads?: number;

  /** Requests of one owner that may wait; one more is refused. Default 64. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100_000)
  queueLimit?: number;

  /** Use a graphics processor if there is one. Default false. */
  @IsOptional()
  @IsBoolean()
  gpu?: boolean;

  /** With `gpu`: layers that go to the graphics processor; the model is not loaded when they cannot. Default: as many as there is room for. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10_000)
  @NeedsGpu()
  gpuLayers?: number;

  /** `start`: loaded at the start, and it stays. `demand`: loaded by the first request, unloaded for others or when nobody uses it. Default `start`. */
  @IsOptional()
  @IsIn(['start', 'demand'])
  load?: 'start' | 'demand';

  /** Seconds without a request after which a model that is loaded on demand is unloaded; 0 is never. Default 300. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(2_000_000)
  idleSeconds?: number;

  /** Bytes of memory that it counts for while it is loaded. Default: an estimate by the file, the context and the slots. */
  @IsOptional()
  @IsInt()
  @Min(1_048_576)
  @Max(Number.MAX_SAFE_INTEGER)
  memoryBytes?: number;

  /** Where files are that come from a hub. No setting: the reader of the file fills it in. */
  declare modelsFolder: string;

  /** Where drivers keep what they compile for a graphics processor. Filled in likewise. */
  declare compiledFolder?: string;
}

import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { ProviderSettings } from './provider-settings.js';
import { NeedsGpu } from './needs-gpu.js';

/** A model file that runs in a separate process on this machine. */
export class LlamaSettings extends ProviderSettings {
  declare kind: 'llama';

  /**
   * `demo` for the built-in model, the path of a GGUF file, relative to the configuration file, or `hf:ORG/REPO/FILE.gguf`,
   * which is loaded at the start when it is not there.
   */
  @IsString()
  @IsNotEmpty()
  model!: string;

  /**
   * Context length, in tokens of prompt and completion together, 256 or more. Default: the model's training context,
   * at most 8,192.
   */
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

  /** Processor threads. Default: half of the processors, at most 4. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1024)
  threads?: number;

  /** Maximum number of waiting requests per owner; more are rejected. Default 64. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100_000)
  queueLimit?: number;

  /** Use a GPU if available. Default false. */
  @IsOptional()
  @IsBoolean()
  gpu?: boolean;

  /** With `gpu`: number of layers on the GPU; the model is not loaded when they do not fit. Default: as many as fit. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10_000)
  @NeedsGpu()
  gpuLayers?: number;

  /**
   * `start`: loaded at startup and never unloaded. `demand`: loaded by the first request, unloaded for others or when
   * unused. Default `start`.
   */
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

  /** Folder of files downloaded from a hub. Not a setting: the reader of the file sets it. */
  declare modelsFolder: string;

  /** Folder where drivers cache compiled GPU code. Set in the same way. */
  declare compiledFolder?: string;

  /** `localModels.sandbox`. Set in the same way. */
  declare sandbox?: 'auto' | 'require' | 'off';

  /** Folders that the process of the model must not be able to read. Set in the same way. */
  declare privatePaths?: readonly string[];
}

import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  Min,
} from 'class-validator';
import { kvCacheTypes, type KvCacheType } from '@org/llama';
import { IsSection } from '../checks/is-section.js';
import { ProviderSettings } from './provider-settings.js';
import { NeedsGpu } from './needs-gpu.js';
import { SamplingSettings } from './sampling-settings.js';

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
   * Context length, in tokens of prompt and completion together, 256 or more. Default: what the memory allows, 8,192 to
   * 131,072, and never more than the model's training context.
   */
  @IsOptional()
  @IsInt()
  @Min(256)
  @Max(4_194_304)
  contextLength?: number;

  /** Generations at the same time, 1 to 256. Default 4, or fewer where the memory does not suffice for a long context. */
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

  /** Sampling of requests that name none. Default: what the model's file or the makers of its family recommend. */
  @IsOptional()
  @IsSection(() => SamplingSettings)
  sampling?: SamplingSettings;

  /** Type of the values in the KV cache. Default `f16`. */
  @IsOptional()
  @IsIn(kvCacheTypes)
  kvCacheType?: KvCacheType;

  /** Default: where the model and the processor support it. A quantized cache needs it. */
  @IsOptional()
  @IsBoolean()
  flashAttention?: boolean;

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

  /** With `task: embedding`: shorter lengths of vectors that the model was trained for. Default: none. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @IsInt({ each: true })
  @Min(1, { each: true })
  matryoshkaDimensions?: number[];

  /** Folder of files downloaded from a hub. Not a setting: the reader of the file sets it. */
  declare modelsFolder: string;

  /** Folder where drivers cache compiled GPU code. Set in the same way. */
  declare compiledFolder?: string;

  /** `localModels.sandbox`. Set in the same way. */
  declare sandbox?: 'auto' | 'require' | 'off';

  /** Folders that the process of the model must not be able to read. Set in the same way. */
  declare privatePaths?: readonly string[];
}

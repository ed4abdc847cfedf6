import type { SandboxMode } from './sandbox/sandbox-level.js';
import type { LoadedModel } from './loaded-model.js';
import type { KvCacheType } from './memory/kv-cache-type.js';
import type { ModelMemory } from './memory/model-memory.js';
import type { SamplingDefaults } from './sampling/sampling-defaults.js';

/** How a model file is loaded and used. Optional settings have a default. */
export interface LocalLanguageModelOptions {
  /** The name of the model in the list of models. */
  readonly id: string;
  /** Absolute path of a GGUF file. */
  readonly modelPath: string;
  /**
   * Context length, in tokens of prompt and completion together, 256 or more, at most the model's training context.
   * Default: what the memory allows, 8,192 to 131,072; see `planContext`.
   */
  readonly contextLength?: number;
  /**
   * Maximum number of concurrent requests; each needs memory for a complete context. Owners who request more than the
   * available slots get even shares. Default 4, or 2 or 1 where the memory does not suffice for a long context.
   */
  readonly slots?: number;
  /** Processor threads. Default: half of the processors, at most 4. */
  readonly threads?: number;
  /**
   * Maximum number of an owner's requests that wait for a slot, and of token counts that wait for their turn; the
   * service rejects the next one with `rate-limited`. Default 64.
   */
  readonly queueLimit?: number;
  /** Use a GPU if one is present and its engine is installed; `onLoaded` reports the result. Default false. */
  readonly gpu?: boolean;
  /**
   * With `gpu`, the number of layers to offload to the GPU; the model does not load when they do not fit. Default: as
   * many as fit into memory.
   */
  readonly gpuLayers?: number;
  /**
   * With `gpu`, the directory in which drivers cache compiled code; created if it does not exist. Default: the
   * default of each driver.
   */
  readonly compiledFolder?: string;
  /** How its process is separated from the service. Default `auto`. */
  readonly sandbox?: SandboxMode;
  /** Files and folders of the service that no sandbox may leave readable. Default: none. */
  readonly privatePaths?: readonly string[];
  /** Called with the device that the model runs on and how it was loaded, every time. */
  readonly onLoaded?: (model: LoadedModel) => void;
  /**
   * For requests that name none. Default of each parameter: what the model file recommends, else the makers of its
   * family, else llama.cpp's.
   */
  readonly sampling?: SamplingDefaults;
  /**
   * Type of the values in the KV cache. `q8_0` halves its memory, `q4_0` takes a quarter and loses quality. Default
   * `f16`.
   */
  readonly kvCacheType?: KvCacheType;
  /** Default: where the model and the processor support it. A quantized cache needs it. */
  readonly flashAttention?: boolean;
  /**
   * `start`: `warmUp` loads the model, and it stays loaded. `demand`: the first request loads it, and it is unloaded
   * when others need the memory. Default `start`.
   */
  readonly load?: 'start' | 'demand';
  /** Idle time after which a model loaded on demand is unloaded, in seconds; 0 means never. Default 300. */
  readonly idleSeconds?: number;
  /** Bytes that it counts for while it is loaded. Default: an estimate by the file, the context and the slots. */
  readonly memoryBytes?: number;
  /** The memory shared with other models. Default: a separate one without a limit. */
  readonly memory?: ModelMemory;
}

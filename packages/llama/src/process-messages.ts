import type { EscapeAttempts, EscapeKind, SandboxMode, SandboxReport } from './sandbox/sandbox-level.js';
import {
  EngineError,
  type EmbeddingInput,
  type EmbeddingOptions,
  type GenerationEvent,
  type GenerationRequest,
} from '@org/engine';
import type { KvCacheType } from './memory/kv-cache-type.js';
import type { CompleteSampling } from './sampling/sampling-defaults.js';

/** What a model file is loaded for. */
export type ModelTask = 'chat' | 'embedding' | 'rerank';

/** The load options of the model. Every value is a setting of the installation, and none is from a request. */
export interface RuntimeSettings {
  readonly modelPath: string;
  /** What the process is for. Default `chat`. */
  readonly task?: ModelTask;
  /** Tokens of prompt and completion together. */
  readonly contextLength: number;
  readonly slots: number;
  readonly threads: number;
  readonly gpu: boolean;
  /** Layers to offload to the GPU; `undefined`: as many as fit into memory. */
  readonly gpuLayers?: number | undefined;
  /** Directory in which drivers cache code compiled for a GPU; `undefined`: the default of each driver. */
  readonly compiledFolder?: string | undefined;
  /** How the process is separated from the service. */
  readonly sandbox: SandboxMode;
  /** Files and folders that the process must not be able to read. */
  readonly privatePaths: readonly string[];
  /** For requests that name none. */
  readonly sampling: CompleteSampling;
  readonly kvCacheType: KvCacheType;
  /** `undefined`: where the model and the processor support it. */
  readonly flashAttention?: boolean | undefined;
}

/** What a loaded model runs on. */
export interface LoadedOn {
  /** The engine's name for the kind of graphics processor; absent where none is used. */
  readonly gpu?: 'cuda' | 'vulkan' | 'metal';
  /** Names of the graphics processors. */
  readonly devices?: readonly string[];
  /** Layers on a graphics processor, and how many the model has. */
  readonly layers: number;
  readonly ofLayers: number;
  /** The reason why the model uses less of a GPU than the settings request. */
  readonly unmet?: string;
  /** Why the model cannot do its task; requests are rejected with it. */
  readonly unsuitable?: string;
  /** How its process is separated from the service. */
  readonly sandbox?: SandboxReport;
}

/** The work that can be asked of the process. */
export type Work = GenerationWork | RetrievalWork;

export interface GenerationWork {
  readonly type: 'generate' | 'count';
  readonly owner: string;
  readonly request: GenerationRequest;
}

/** The work of a process that is loaded for embeddings or for ranking. */
export type RetrievalWork = EmbeddingWork | RankingWork;

export interface EmbeddingWork {
  readonly type: 'embed';
  readonly inputs: readonly EmbeddingInput[];
  readonly purpose: NonNullable<EmbeddingOptions['purpose']>;
}

export interface RankingWork {
  readonly type: 'rank';
  readonly query: string;
  readonly documents: readonly string[];
}

export type PostedWork = Work & { readonly id: number };

/** What the service asks of the model process. */
export type ToWorker =
  | { readonly type: 'load'; readonly settings: RuntimeSettings; readonly attempts: EscapeAttempts }
  | PostedWork
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping' };

/**
 * The replies of the model process. All work ends with exactly one `done`, `counted`, `embedded`, `ranked` or
 * `failed`; from then on the process holds no state for that id.
 */
export type FromWorker =
  /** It runs, and these attempts to leave its sandbox succeeded; without any, it loads the model. */
  | { readonly type: 'started'; readonly escapes: readonly EscapeKind[] }
  | { readonly type: 'ready'; readonly on: LoadedOn }
  | { readonly type: 'load-failed'; readonly reason: string; readonly stack?: string | undefined }
  | { readonly type: 'pong' }
  | { readonly type: 'replies'; readonly replies: readonly WorkerReply[] };

export type WorkerReply =
  | { readonly type: 'events'; readonly id: number; readonly events: readonly GenerationEvent[] }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'counted'; readonly id: number; readonly tokens: number }
  /** The vectors as the model wrote them. */
  | {
      readonly type: 'embedded';
      readonly id: number;
      readonly vectors: readonly Float32Array[];
      readonly tokens: number;
    }
  | { readonly type: 'ranked'; readonly id: number; readonly scores: readonly number[]; readonly tokens: number }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure };

/** An EngineError serialized between processes; `reason` is for the log only. */
export interface Failure extends Pick<
  EngineError,
  'code' | 'message' | 'param' | 'retryAfter' | 'retryable' | 'byModel' | 'capability'
> {
  readonly reason: string | undefined;
}

export function toFailure({
  code,
  message,
  param,
  retryAfter,
  retryable,
  byModel,
  capability,
  cause,
}: EngineError): Failure {
  return {
    code,
    message,
    param,
    retryAfter,
    retryable,
    byModel,
    capability,
    reason: cause === undefined ? undefined : describe(cause),
  };
}

export function fromFailure({ code, message, reason, ...options }: Failure): EngineError {
  return new EngineError(code, message, { ...options, cause: reason });
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

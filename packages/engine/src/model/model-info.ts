/** A model as clients see it in the model list. */
export interface ModelInfo {
  readonly id: string;
  readonly displayName: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** The model's owner, such as `local` or an upstream's host. */
  readonly ownedBy: string;
  /** Maximum tokens of prompt and completion together, when known. */
  readonly contextLength?: number;
  /** Maximum tokens of one completion, when known. */
  readonly maxOutputTokens?: number;
  /** Whether the model is loaded in this machine's memory. Absent: it runs elsewhere. */
  readonly state?: Residency;
  /** What it does instead of generating. Absent: it generates. */
  readonly task?: 'embedding' | 'rerank';
  readonly capabilities: ModelCapabilities;
}

/** Whether a local model is in memory. */
export type Residency = 'unloaded' | 'loading' | 'loaded' | 'unloading';

export interface ModelCapabilities {
  readonly tools: boolean;
  readonly reasoning: boolean;
  readonly images: boolean;
  readonly structuredOutput: boolean;
}

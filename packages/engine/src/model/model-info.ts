/** A model as clients see it in the list. */
export interface ModelInfo {
  readonly id: string;
  readonly displayName: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Who made or runs it, such as `local` or an upstream's host. */
  readonly ownedBy: string;
  /** Tokens of prompt and answer together, when known. */
  readonly contextLength?: number;
  /** Most tokens of one answer, when known. */
  readonly maxOutputTokens?: number;
  /** Whether it stands in this machine's memory. Absent: it runs elsewhere. */
  readonly state?: Residency;
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

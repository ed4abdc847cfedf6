/** Why a generation ended, reduced to the reasons of both dialects; `raw` holds the upstream's own value. */
export interface FinishReason {
  readonly unified: FinishKind;
  readonly raw?: string;
  /** The stop sequence that was met, when `unified` is `stop-sequence`. */
  readonly stopSequence?: string;
}

/**
 * `stop`: the model ended its response. `length`: the token limit was reached. `context-window`: the context was
 * full. `tool-calls`: the response requests client tools. `paused`: the client can continue a long turn by sending it
 * back.
 */
export type FinishKind =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'context-window'
  | 'tool-calls'
  | 'refusal'
  | 'content-filter'
  | 'paused';

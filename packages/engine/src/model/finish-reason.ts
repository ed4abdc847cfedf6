/** Why a generation ended, narrowed to what both dialects can say; the upstream's own word stays in `raw`. */
export interface FinishReason {
  readonly unified: FinishKind;
  readonly raw?: string;
  /** The stop sequence that was met, when `unified` is `stop-sequence`. */
  readonly stopSequence?: string;
}

/**
 * `stop`: the model ended its answer. `length`: the token cap was reached. `context-window`: the context was full.
 * `tool-calls`: the answer asks for client tools. `paused`: a long turn can be continued by sending it back.
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

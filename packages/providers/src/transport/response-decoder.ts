import type { GenerationEvent } from '@org/engine';

/** Receives the events of a response in order. */
export type EmitEvent = (event: GenerationEvent) => void;

/**
 * Decodes the bytes of one response to neutral events. Pure: the same bytes in any chunks give the same events.
 * `push`, `end` and `pushDocument` throw an EngineError for a response that is invalid, truncated or an error itself.
 */
export interface ResponseDecoder {
  /** Whether `generation-end` was emitted. Nothing more is read after it. */
  readonly done: boolean;
  /** Whether the service ended the response: the upstream continues and must be stopped. */
  readonly stopped: boolean;
  /** Receives the headers of a successful response before its body. Default: the headers are ignored. */
  readonly onHeaders?:
    | ((headers: Readonly<Record<string, string | readonly string[] | undefined>>) => void)
    | undefined;
  /** More bytes of an event stream. */
  push(chunk: Uint8Array): void;
  /** The event stream is over. */
  end(): void;
  /** Decodes a complete response in one JSON document, from an upstream that does not stream. */
  pushDocument(text: string): void;
  /**
   * Ends an incomplete response: emits a `generation-usage` if the upstream has counted more than was emitted.
   * Absent: it never reports usage before the end.
   */
  giveUp?(): void;
}

/** Creates the decoder of one response. */
export type CreateDecoder = (emit: EmitEvent) => ResponseDecoder;

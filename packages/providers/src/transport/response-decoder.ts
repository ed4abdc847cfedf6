import type { GenerationEvent } from '@org/engine';

/** Takes the events of an answer in their order. */
export type EmitEvent = (event: GenerationEvent) => void;

/**
 * Bytes of one answer to neutral events. Pure: the same bytes in any pieces give the same events. `push`, `end` and
 * `pushDocument` throw an EngineError for an answer that is broken, cut or an error in itself.
 */
export interface ResponseDecoder {
  /** Whether `generation-end` was emitted. After it nothing more is read. */
  readonly done: boolean;
  /** Whether it was us who ended the answer: the upstream goes on and has to be stopped. */
  readonly stopped: boolean;
  /** The headers of an answer that is none of a failure, before anything of its body. Absent: nothing is read of them. */
  readonly onHeaders?:
    | ((headers: Readonly<Record<string, string | readonly string[] | undefined>>) => void)
    | undefined;
  /** More bytes of an event stream. */
  push(chunk: Uint8Array): void;
  /** The event stream is over. */
  end(): void;
  /** A whole answer in one JSON document, from an upstream that does not stream. */
  pushDocument(text: string): void;
  /**
   * The answer ends here though it is not whole: emits a `generation-usage` if the upstream has counted more than was
   * emitted. Absent: it never tells on the way.
   */
  giveUp?(): void;
}

/** Makes the decoder of one answer. */
export type CreateDecoder = (emit: EmitEvent) => ResponseDecoder;

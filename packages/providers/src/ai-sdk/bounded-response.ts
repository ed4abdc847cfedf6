import type { Dispatcher } from 'undici';
import { EngineError } from '@org/engine';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

const lineFeed = 0x0a;

/**
 * Maximum size of a response and of one line in it, in bytes. Packages buffer lines, and one line may contain a
 * complete picture.
 */
export interface ResponseLimits {
  readonly line: number;
  readonly responseBytes: number;
}

/** Forwards a response and aborts it beyond its limits: a package would buffer it until memory is exhausted. */
export class BoundedResponse implements Handler {
  #length = 0;
  #lineLength = 0;
  #hasLines = false;

  constructor(
    readonly inner: Handler,
    readonly bounds: ResponseLimits,
  ) {}

  onRequestStart(controller: Controller, context: unknown): void {
    this.inner.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    message?: string,
  ): void {
    const type = String(headers['content-type'] ?? '');
    this.#hasLines = type.includes('text/') || type.includes('json');
    this.inner.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#hasLines) {
      const end = chunk.lastIndexOf(lineFeed);
      this.#lineLength = end < 0 ? this.#lineLength + chunk.length : chunk.length - end - 1;
    }
    if (this.#length > this.bounds.responseBytes || this.#lineLength > this.bounds.line) {
      controller.abort(new EngineError('upstream-failed', 'The upstream sent a response that is too long.'));
      return;
    }
    this.inner.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Controller, trailers: Record<string, string | string[] | undefined>): void {
    this.inner.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Controller, error: Error): void {
    this.inner.onResponseError?.(controller, error);
  }
}

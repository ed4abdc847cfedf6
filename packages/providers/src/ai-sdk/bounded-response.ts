import type { Dispatcher } from 'undici';
import { EngineError } from '@org/engine';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

const lineFeed = 0x0a;

/** Most bytes of an answer, and of one line of it. Packages gather lines, and picture and all may lie in one. */
export interface ResponseLimits {
  readonly line: number;
  readonly responseBytes: number;
}

/** Hands an answer through, and ends one that grows beyond all bounds: a package would gather it until the memory is full. */
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

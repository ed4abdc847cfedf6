import type { Dispatcher } from 'undici';
import { YieldTimer, EngineError, type SetMember, type GenerationEvent } from '@org/engine';
import type { ResponseDecoder, CreateDecoder } from './response-decoder.js';
import type { CallConnection } from './call-connection.js';
import { bodyForm, emptyForm, type BodyForm } from './body-form.js';
import { incompleteStreamError } from './incomplete-stream-error.js';
import { maxLineBytes } from './data-lines.js';
import { mapUpstreamError } from '../errors/upstream-error.js';
import { PhaseLimits } from './phase-limits.js';
import { readingTurn } from './reading-turn.js';
import type { UpstreamTimeouts } from './upstream-options.js';
import { SurrogatePairJoiner } from './surrogate-pair-joiner.js';

/**
 * How an exchange failed. `connection`: no part of a response arrived, so nothing can have been delivered. `stale`:
 * the same, on a reused connection that the upstream was just closing.
 */
export interface UpstreamCallFailure {
  readonly kind: 'connection' | 'stale' | 'rejected' | 'broken' | 'stopped';
  readonly error: EngineError;
}

/** Form of the response body; `unread`: its first byte will determine it. */
type BodyMode = BodyForm | 'rejection' | 'unread';

/** Events that may wait for the consumer before the upstream is asked to wait, too. */
const maxPendingEvents = 64;
/** Bytes of a stream that may wait for the consumer likewise: events may be long. */
const maxPendingBytes = 131_072;
/** Chunks from this size on take turns with those of other upstreams, in bytes. */
const minLongChunk = 16_384;
/**
 * Maximum size of a streamed response, in bytes: far more than any context holds, and less than would exhaust the
 * memory of a client that buffers it.
 */
const maxResponseBytes = 512 * 1024 * 1024;
/** Maximum size of an error body that is read, in bytes. */
const maxErrorBodyBytes = 64 * 1024;
/**
 * Maximum time for which the end of a reused connection may have been in transit when a request met it, in
 * milliseconds. After that the upstream may have been processing the request.
 */
const staleWithinMs = 1_000;

/**
 * One HTTP request to the upstream and the events of its response. Undici pushes bytes in, the consumer takes events
 * out; `stop` ends it in every phase: waiting for a connection, for headers, or within the body.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler, SetMember {
  setIndex = -1;
  /** Ends the connection that is being opened for this exchange alone, if any. */
  giveUpConnecting: ((reason: Error) => void) | undefined;
  /** Set by the carrier. Absent: the connection counts as new. */
  connection: CallConnection | undefined;
  #sentAt = 0;
  /** Whether the first byte of a response arrived, even of an informational one. */
  #responseStarted = false;
  #events: GenerationEvent[] = [];
  #failure: UpstreamCallFailure | undefined;
  #wake: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #mode: BodyMode | undefined;
  #status = 0;
  #headers: Readonly<Record<string, unknown>> = {};
  /** As it is called. */
  #contentType = '';
  /** The fault of a response without content. */
  #protocolViolation: string | undefined;
  #body: Buffer[] = [];
  #bodyLength = 0;
  /** A received chunk that waits for its turn. */
  #deferred: Buffer | undefined;
  /** Bytes that were received since the consumer took events. */
  #pendingBytes = 0;
  /** Whether undici has finished: the connection is free or closed. */
  #closed = false;
  readonly #yieldTimer = new YieldTimer();
  readonly #decoder: ResponseDecoder;
  readonly #limits: PhaseLimits;

  constructor(
    createDecoder: CreateDecoder,
    timeouts: UpstreamTimeouts,
    /** Called once, when the connection is free or closed. */
    readonly onClosed: () => void,
  ) {
    const joiner = new SurrogatePairJoiner((event) => this.#events.push(event));
    this.#decoder = createDecoder((event) => joiner.push(event));
    this.#limits = new PhaseLimits(timeouts, {
      // A pause is the service's own backpressure.
      isPaused: () => this.#controller?.paused === true,
      onOver: (message) => this.#fail('stopped', new EngineError('timed-out', message)),
    });
  }

  get failure(): UpstreamCallFailure | undefined {
    return this.#failure;
  }

  /** Returns the events since the last call, at least one; none after the end or a failure. */
  async next(): Promise<readonly GenerationEvent[]> {
    if (this.#events.length === 0 && this.#failure === undefined && !this.#decoder.done) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const events = this.#events;
    if (events.length === 0) return events;
    this.#events = [];
    this.#pendingBytes = 0;
    if (this.#controller?.paused === true) await this.#resume(this.#controller);
    return events;
  }

  /**
   * Resumes reading after yielding to the event loop: an upstream ahead of its reader always has bytes available and
   * would otherwise block other requests.
   */
  async #resume(controller: Dispatcher.DispatchController): Promise<void> {
    if (this.#yieldTimer.due) await this.#yieldTimer.yieldToEventLoop();
    if (this.#failure !== undefined) return;
    this.#limits.resetIdleTimer();
    controller.resume();
  }

  /**
   * Ends the exchange and its upstream work now. Does nothing once the response is complete: `reason` is then never
   * called.
   */
  stop(reason: () => EngineError): void {
    if (this.#failure === undefined && !this.#decoder.done) this.#fail('stopped', reason());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sentAt = performance.now();
    if (this.#failure !== undefined) controller.abort(this.#failure.error);
  }

  onResponseStarted(): void {
    this.#responseStarted = true;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#failure !== undefined) return;
    this.#status = status;
    this.#headers = headers;
    this.#contentType = String(headers['content-type'] ?? '').toLowerCase();
    this.#mode = status >= 300 ? 'rejection' : 'unread';
    if (status < 300) this.#decoder.onHeaders?.(headers);
    if (status >= 300) this.#limits.start();
    else if (this.#contentType.startsWith('text/html'))
      this.#protocolViolation = 'The upstream responded with a web page: its URL may be wrong.';
    else if (isCoded(headers['content-encoding']))
      this.#protocolViolation = 'The upstream sent a compressed response, which the service did not request.';
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // Data after a complete response does not delay the connection.
    if (this.#failure !== undefined || this.#decoder.done) return;
    this.#limits.resetIdleTimer();
    this.#readDeferred(controller);
    if (chunk.length < minLongChunk) this.#read(controller, chunk);
    else if (readingTurn.isUsedUp && this.#bodyLength + chunk.length <= maxResponseBytes)
      this.#defer(controller, chunk);
    else readingTurn.run(() => this.#read(controller, chunk));
  }

  /** Reads the chunk in another turn of the event loop. */
  #defer(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#deferred = chunk;
    controller.pause();
    void this.#yieldTimer.yieldToEventLoop().then(() => {
      this.#readDeferred(controller);
      if (this.#failure === undefined && !this.#isAhead()) controller.resume();
    });
  }

  #readDeferred(controller: Dispatcher.DispatchController | undefined): void {
    const chunk = this.#deferred;
    this.#deferred = undefined;
    if (chunk !== undefined && controller !== undefined && this.#failure === undefined)
      readingTurn.run(() => this.#read(controller, chunk));
  }

  #read(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#failure !== undefined || this.#decoder.done) return;
    if (this.#mode === 'unread') this.#mode = bodyForm(this.#contentType, chunk) ?? 'unread';
    if (this.#mode === 'stream') this.#pushStream(controller, chunk);
    // Unread bytes are white space, which a stream ignores.
    else if (this.#mode !== undefined) this.#bufferBody(chunk);
  }

  #pushStream(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyLength += chunk.length;
    this.#pendingBytes += chunk.length;
    if (this.#bodyLength > maxResponseBytes) return this.#failTooLong();
    this.#guard(() => this.#decoder.push(chunk));
    this.#afterEvents(controller);
  }

  onResponseEnd(): void {
    this.connection?.markResponded();
    this.#readDeferred(this.#controller);
    if (this.#failure === undefined) this.#guard(() => this.#endBody());
    this.#close();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#readDeferred(this.#controller);
    if (this.#failure === undefined && !this.#decoder.done) this.#failConnection(error);
    this.#close();
  }

  /** Evaluates the complete body. */
  #endBody(): void {
    const mode = this.#mode === 'unread' ? emptyForm(this.#contentType) : this.#mode;
    if (mode === 'stream') this.#decoder.end();
    else if (mode === 'document') this.#decoder.pushDocument(this.#readBody());
    else this.#failRejected();
    this.#notify();
  }

  #afterEvents(controller: Dispatcher.DispatchController): void {
    if (this.#failure !== undefined || this.#events.length === 0) return;
    if (this.#decoder.done) {
      this.#limits.clear();
      // The response is complete. Only the end of the body can follow, after which the connection is reusable.
      if (this.#decoder.stopped) controller.abort(new Error('the service does not need the rest of the response'));
      else this.#limits.closeAfterGrace(() => controller.abort(new Error('the upstream did not end its response')));
    } else {
      if (!this.#limits.started) this.#limits.start();
      if (this.#isAhead()) controller.pause();
    }
    this.#notify();
  }

  /**
   * Whether so much waits for the consumer that the upstream has to wait, too. Without an event the consumer waits for
   * the upstream: a pause would never end.
   */
  #isAhead(): boolean {
    const { length } = this.#events;
    return length > maxPendingEvents || (length > 0 && this.#pendingBytes > maxPendingBytes);
  }

  #bufferBody(chunk: Buffer): void {
    const isRejection = this.#mode === 'rejection';
    this.#bodyLength += chunk.length;
    if (isRejection || this.#bodyLength <= maxLineBytes) this.#body.push(chunk);
    if (isRejection && this.#bodyLength > maxErrorBodyBytes) this.#failRejected(true);
    else if (this.#bodyLength > maxLineBytes) this.#failTooLong();
  }

  #failTooLong(): void {
    this.#fail('broken', new EngineError('upstream-failed', 'The upstream sent a response that is too long.'));
  }

  #readBody(): string {
    const [first = Buffer.alloc(0), ...more] = this.#body;
    const text = (more.length === 0 ? first : Buffer.concat(this.#body)).toString('utf8');
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  #failRejected(isTruncated = false): void {
    const status = this.#status;
    const body = this.#readBody().slice(0, maxErrorBodyBytes);
    this.#fail('rejected', mapUpstreamError({ status, body, headers: this.#headers, isTruncated }));
  }

  #failConnection(error: Error): void {
    if (this.#mode === 'rejection') this.#failRejected(true);
    else if (this.#mode !== undefined) this.#fail('broken', incompleteStreamError(error));
    else if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT')
      this.#fail(
        'connection',
        new EngineError('timed-out', 'The service could not reach the upstream in time.', { cause: error }),
      );
    else
      this.#fail(
        this.#isStale() ? 'stale' : 'connection',
        new EngineError('upstream-failed', 'The service could not reach the upstream.', { cause: error }),
      );
  }

  #isStale(): boolean {
    return (
      this.connection?.hasResponded === true &&
      !this.#responseStarted &&
      performance.now() - this.#sentAt < staleWithinMs
    );
  }

  #fail(kind: UpstreamCallFailure['kind'], error: EngineError): void {
    if (this.#failure !== undefined || this.#decoder.done) return;
    this.#decoder.giveUp?.();
    this.#failure = { kind, error };
    this.#limits.clear();
    if (!this.#closed) this.#abortConnection(error);
    this.#notify();
  }

  #abortConnection(reason: EngineError): void {
    if (this.#controller === undefined) this.giveUpConnecting?.(reason);
    else this.#controller.abort(reason);
  }

  /** A decoder that throws has found the stream broken. */
  #guard(decode: () => void): void {
    try {
      decode();
    } catch (thrown) {
      if (this.#protocolViolation !== undefined && !this.#limits.started)
        return this.#fail('broken', new EngineError('upstream-failed', this.#protocolViolation, { cause: thrown }));
      const error =
        thrown instanceof EngineError
          ? thrown
          : new EngineError('upstream-failed', 'The upstream sent a response that the service cannot read.', {
              cause: thrown,
            });
      this.#fail('broken', error);
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#limits.clear();
    this.#notify();
    this.onClosed();
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}

function isCoded(encoding: string | string[] | undefined): boolean {
  return encoding !== undefined && encoding !== '' && encoding !== 'identity';
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

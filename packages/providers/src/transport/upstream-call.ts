import type { Dispatcher } from 'undici';
import { YieldTimer, EngineError, type Enrolled, type GenerationEvent, retryAfterIn } from '@org/engine';
import type { ResponseDecoder, CreateDecoder } from './response-decoder.js';
import { bodyForm, emptyForm, type BodyForm } from './body-form.js';
import { incompleteStreamError } from './incomplete-stream-error.js';
import { maxLineBytes } from './data-lines.js';
import { mapUpstreamError } from '../errors/upstream-error.js';
import { PhaseLimits } from './phase-limits.js';
import type { UpstreamTimeouts } from './upstream-options.js';
import { SurrogatePairJoiner } from './surrogate-pair-joiner.js';

/**
 * How an exchange failed. `connection`: nothing of an answer came back, so nothing can have been delivered. `stale`: the same, and over
 * a connection kept from earlier answers, which the upstream was just closing.
 */
export interface UpstreamCallFailure {
  readonly kind: 'connection' | 'stale' | 'refused' | 'broken' | 'stopped';
  readonly error: EngineError;
}

/** What an exchange goes over. */
export interface Carrier {
  /** It has brought an answer before. */
  readonly hasResponded: boolean;
  markResponded(): void;
}

/** What the body of the answer is; `unread`: its first byte will tell. */
type BodyMode = BodyForm | 'refusal' | 'unread';

/** Events that may wait for the consumer before the upstream is asked to wait, too. */
const maxPendingEvents = 64;
/** Most bytes of a streamed answer: far more than any context holds, and less than would exhaust the memory of whoever gathers it. */
const maxResponseBytes = 512 * 1024 * 1024;
/** Bytes that are read of a refusal. */
const maxErrorBodyBytes = 64 * 1024;
/** How long the end of a kept connection may have been on its way when a request met it. What ends later may have been at work on it. */
const staleWithinMs = 1_000;

/**
 * One HTTP request to the upstream and the events of its answer. Undici pushes bytes in, the consumer takes events out;
 * `stop` ends it in every phase: waiting for a connection, for headers, or in the middle of the body.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler, Enrolled {
  setIndex = -1;
  /** Ends the connection that is being made for this exchange alone, if one is. */
  giveUpConnecting: ((reason: Error) => void) | undefined;
  /** Who carries it tells. Absent: nobody did, and it is taken for new. */
  carrier: Carrier | undefined;
  #sentAt = 0;
  /** The first byte of an answer came, even if it is one that only says to wait. */
  #responseStarted = false;
  #events: GenerationEvent[] = [];
  #failure: UpstreamCallFailure | undefined;
  #wake: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #mode: BodyMode | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  /** As it is called. */
  #contentType = '';
  /** What is wrong with an answer in which nothing is found. */
  #oddity: string | undefined;
  #body: Buffer[] = [];
  #bodyLength = 0;
  /** Undici is through with it: the connection is free or gone. */
  #closed = false;
  readonly #yieldTimer = new YieldTimer();
  readonly #decoder: ResponseDecoder;
  readonly #limits: PhaseLimits;

  constructor(
    createDecoder: CreateDecoder,
    timeouts: UpstreamTimeouts,
    /** Called once, when the connection is free or gone. */
    readonly onClosed: () => void,
  ) {
    const joiner = new SurrogatePairJoiner((event) => this.#events.push(event));
    this.#decoder = createDecoder((event) => joiner.push(event));
    this.#limits = new PhaseLimits(timeouts, {
      // It is we who ask the upstream to wait.
      isPaused: () => this.#controller?.paused === true,
      onOver: (message) => this.#fail('stopped', new EngineError('timed-out', message)),
    });
  }

  get failure(): UpstreamCallFailure | undefined {
    return this.#failure;
  }

  /** The events that arrived since the last call, at least one; none at all after the end or a failure. */
  async next(): Promise<readonly GenerationEvent[]> {
    if (this.#events.length === 0 && this.#failure === undefined && !this.#decoder.done) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const events = this.#events;
    if (events.length === 0) return events;
    this.#events = [];
    if (this.#controller?.paused === true) await this.#resume(this.#controller);
    return events;
  }

  /** Of an upstream that is ahead of its reader the next bytes are always there: unless somebody rests, nobody else gets his turn. */
  async #resume(controller: Dispatcher.DispatchController): Promise<void> {
    if (this.#yieldTimer.due) await this.#yieldTimer.yieldToEventLoop();
    if (this.#failure !== undefined) return;
    this.#limits.resetIdleTimer();
    controller.resume();
  }

  /** Ends the exchange now, and the work behind it. Does nothing once the answer is whole: then `reason` is not even made. */
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
    this.#retryAfter = retryAfterIn(headers);
    this.#contentType = String(headers['content-type'] ?? '').toLowerCase();
    this.#mode = status >= 300 ? 'refusal' : 'unread';
    if (status < 300) this.#decoder.onHeaders?.(headers);
    if (status >= 300) this.#limits.start();
    else if (this.#contentType.startsWith('text/html'))
      this.#oddity = 'The upstream responded with a web page: its URL may be wrong.';
    else if (isCoded(headers['content-encoding']))
      this.#oddity = 'The upstream sent a compressed response, which the service did not request.';
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // What comes after the whole answer does not keep the connection waiting.
    if (this.#failure !== undefined || this.#decoder.done) return;
    this.#limits.resetIdleTimer();
    if (this.#mode === 'unread') this.#mode = bodyForm(this.#contentType, chunk) ?? 'unread';
    if (this.#mode === 'stream') this.#pushStream(controller, chunk);
    // What is unread are blanks, and those of a stream say nothing.
    else if (this.#mode !== undefined) this.#bufferBody(chunk);
  }

  #pushStream(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyLength += chunk.length;
    if (this.#bodyLength > maxResponseBytes) {
      this.#failTooLong();
      return;
    }
    this.#guard(() => this.#decoder.push(chunk));
    this.#afterEvents(controller);
  }

  onResponseEnd(): void {
    this.carrier?.markResponded();
    if (this.#failure === undefined) this.#guard(() => this.#endBody());
    this.#close();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#failure === undefined && !this.#decoder.done) this.#failConnection(error);
    this.#close();
  }

  /** What the answer amounts to once its body is whole. */
  #endBody(): void {
    const mode = this.#mode === 'unread' ? emptyForm(this.#contentType) : this.#mode;
    if (mode === 'stream') this.#decoder.end();
    else if (mode === 'document') this.#decoder.pushDocument(this.#readBody());
    else this.#failRefused();
    this.#notify();
  }

  #afterEvents(controller: Dispatcher.DispatchController): void {
    if (this.#failure !== undefined || this.#events.length === 0) return;
    if (this.#decoder.done) {
      this.#limits.clear();
      // The answer is whole. What follows can only be the end of the body, after which the connection can be used again.
      if (this.#decoder.stopped) controller.abort(new Error('the service does not need the rest of the response'));
      else this.#limits.linger(() => controller.abort(new Error('the upstream did not end its response')));
    } else {
      if (!this.#limits.started) this.#limits.start();
      if (this.#events.length > maxPendingEvents) controller.pause();
    }
    this.#notify();
  }

  #bufferBody(chunk: Buffer): void {
    const isRejection = this.#mode === 'refusal';
    this.#bodyLength += chunk.length;
    if (isRejection || this.#bodyLength <= maxLineBytes) this.#body.push(chunk);
    if (isRejection && this.#bodyLength > maxErrorBodyBytes) this.#failRefused();
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

  #failRefused(): void {
    const upstreamError = { status: this.#status, body: this.#readBody().slice(0, maxErrorBodyBytes) };
    this.#fail(
      'refused',
      mapUpstreamError(
        this.#retryAfter === undefined ? upstreamError : { ...upstreamError, retryAfter: this.#retryAfter },
      ),
    );
  }

  #failConnection(error: Error): void {
    if (this.#mode === 'refusal') this.#failRefused();
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
      this.carrier?.hasResponded === true && !this.#responseStarted && performance.now() - this.#sentAt < staleWithinMs
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
      if (this.#oddity !== undefined && !this.#limits.started)
        return this.#fail('broken', new EngineError('upstream-failed', this.#oddity, { cause: thrown }));
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

import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { streamMediaType } from '../../request-context/media-types.js';
import type { RequestContext } from '../../request-context/request-context.js';
import { warningHeader } from '../../request-context/warning-header.js';
import type { FrameSegment } from './long-frame.js';
import { StreamBody, type Drain } from './stream-body.js';

/** What is sent in a silence. */
export interface StreamKeepAlive {
  /** A complete frame, which follows the frames that were sent. */
  frame(): string;
  /** Whether it is sent only after the first frame. Default false. */
  readonly waitsForStart?: boolean;
}

export interface StreamWriterOptions {
  readonly keepAlive: StreamKeepAlive;
  /** Milliseconds of silence after which it is sent. */
  readonly keepAliveMs: number;
  readonly requestContext: RequestContext;
}

/** Buffered characters after which frames are written without waiting to share a write. */
const flushAt = 16_384;

const streamHeaders = {
  'content-type': streamMediaType,
  'cache-control': 'no-cache',
  // Buffering proxies would delay the first tokens.
  'x-accel-buffering': 'no',
} as const;

/**
 * Writes SSE frames to one reply. Frames of one tick share a write, and no frame but a long one is split over
 * two. The status line is sent with the first frame, so that until then a failure can still become an HTTP status.
 * Buffers at most about 64 KB, or one segment of a long frame: the result of `write` must be awaited, and resolves when the client has read enough
 * or is disconnected, or the request is aborted.
 */
export class StreamWriter {
  readonly #reply: FastifyReply;
  readonly #body: StreamBody;
  readonly #options: StreamWriterOptions;
  readonly #keepAlive: NodeJS.Timeout;
  #pending = '';
  #scheduled = false;
  /** A frame is not yet complete. */
  #isInFrame = false;
  #drained: Promise<void> | undefined;

  constructor(reply: FastifyReply, options: StreamWriterOptions) {
    this.#reply = reply;
    this.#body = new StreamBody(reply.raw);
    this.#options = options;
    this.#keepAlive = setTimeout(() => this.#sendKeepAlive(), options.keepAliveMs);
  }

  /** True once the status line was sent: from then on a failure must be an event of the stream. */
  get started(): boolean {
    return this.#reply.raw.headersSent;
  }

  /** Writes complete frames. Returns undefined when more may follow at once. */
  write(frames: string): Promise<void> | undefined {
    if (frames === '') return this.#drained;
    this.#options.requestContext.idempotentWrite?.recording?.take(frames);
    this.#pending += frames;
    if (this.#pending.length >= flushAt) this.#flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      // Runs after everything that is ready now: all events of one read of the upstream arrive in one tick.
      process.nextTick(this.#flushScheduled);
    }
    return this.#drained;
  }

  /** Writes a segment of a long frame, after all earlier frames. */
  writeSegment({ bytes, endsFrame }: FrameSegment): Promise<void> | undefined {
    this.#flush();
    this.#options.requestContext.idempotentWrite?.recording?.take(bytes);
    this.#isInFrame = !endsFrame;
    this.#send(bytes);
    this.#keepAlive.refresh();
    return this.#drained;
  }

  /** Sends the buffered frames; nothing more follows. */
  flush(): void {
    this.discard();
    if (this.#pending !== '') this.#send(this.#pending);
    this.#pending = '';
  }

  /** Sends the buffered frames and closes the reply. */
  end(): void {
    this.flush();
    this.#reply.raw.end();
  }

  /** Stops all timers; buffered frames are not sent automatically any more. */
  discard(): void {
    clearTimeout(this.#keepAlive);
    this.#scheduled = false;
  }

  readonly #flushScheduled = (): void => {
    if (this.#scheduled) this.#flush();
  };

  #flush(): void {
    this.#scheduled = false;
    const frames = this.#pending;
    this.#pending = '';
    if (frames === '') return;
    this.#send(frames);
    this.#keepAlive.refresh();
  }

  #sendKeepAlive(): void {
    const { keepAlive, requestContext } = this.#options;
    // A client that does not read is not helped by more to read.
    if (this.#drained === undefined && !this.#isInFrame && (this.started || keepAlive.waitsForStart !== true)) {
      const frame = keepAlive.frame();
      requestContext.idempotentWrite?.recording?.take(frame);
      this.#send(frame);
    }
    this.#keepAlive.refresh();
  }

  #send(frames: string | Buffer): void {
    const { raw } = this.#reply;
    if (raw.destroyed) {
      // The abort follows in a turn of its own; until then, the source would run as fast as it can.
      if (this.#options.requestContext.idempotentWrite?.recording === undefined)
        this.#drained ??= this.#untilDrained(raw);
      return;
    }
    if (!raw.headersSent) {
      this.#reply.hijack();
      void this.#reply.headers({
        ...warningHeader(this.#options.requestContext.log.warnings),
        ...streamHeaders,
        ...this.#body.headers,
      });
      raw.writeHead(200, this.#reply.getHeaders() as OutgoingHttpHeaders);
    }
    const full: Drain | undefined = this.#body.write(frames);
    if (full !== undefined) this.#drained ??= this.#untilDrained(full);
  }

  /**
   * An abort takes effect at once: the resources of the response are released, also when its client never reads
   * again.
   */
  #untilDrained(full: Drain): Promise<void> | undefined {
    const { raw } = this.#reply;
    const { signal } = this.#options.requestContext;
    if (signal.aborted) return undefined;
    return new Promise<void>((resolve) => {
      const done = (): void => {
        full.off('drain', done);
        raw.off('close', done);
        signal.removeEventListener('abort', done);
        this.#drained = undefined;
        resolve();
      };
      full.once('drain', done);
      raw.once('close', done);
      signal.addEventListener('abort', done);
    });
  }
}

import { keepAliveEvent } from '@org/dialects/responses';
import type { Warning } from '@org/engine';
import { attachWarnings } from './attach-warnings.js';
import { frameText } from './frame-text.js';
import type { SocketWriter } from './socket-writer.js';
import { tagged } from './tagged.js';

/** How the frames of one response are sent. */
export interface ResponseFramesOptions {
  readonly writer: SocketWriter;
  /** The client's name of the response. */
  readonly streamId: string | undefined;
  /** Milliseconds of silence after which a keep-alive is sent. */
  readonly keepAliveMs: number;
}

/**
 * Sends the frames of one response, and after its first one a keep-alive in every silence: clients do not count the
 * pings of the connection as activity. The first frame after a warning carries it.
 */
export class ResponseFrames {
  readonly #options: ResponseFramesOptions;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #reported = new Set<string>();
  #warnings: Warning[] = [];
  #started = false;
  /** Number of the last frame that was sent. */
  #number: number | undefined;
  #sentBytes = 0;

  constructor(options: ResponseFramesOptions) {
    this.#options = options;
    this.#keepAlive = setTimeout(() => this.#sendKeepAlive(), options.keepAliveMs);
  }

  /** Bytes of the response so far, without keep-alives. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Reports those of the warnings that the client does not know yet. */
  warn(warnings: readonly Warning[]): void {
    const fresh = warnings.filter((warning) => !this.#reported.has(keyOf(warning)));
    for (const warning of fresh) this.#reported.add(keyOf(warning));
    this.#warnings.push(...fresh);
  }

  async send(frames: readonly object[]): Promise<void> {
    if (frames.length === 0) return;
    const { writer, streamId } = this.#options;
    const warned = attachWarnings(frames, this.#warnings);
    this.#warnings = [];
    for (const frame of warned) {
      const text = frameText(tagged(frame, streamId));
      this.#sentBytes += writer.send(typeof text === 'string' ? text : await text);
      this.#number = numberOf(frame) ?? this.#number;
    }
    this.#started = true;
    this.#keepAlive.refresh();
  }

  /** Ends the keep-alives. */
  stop(): void {
    clearTimeout(this.#keepAlive);
  }

  #sendKeepAlive(): void {
    const { writer, streamId } = this.#options;
    // A client that does not read is not helped by more to read.
    if (this.#started && writer.drained === undefined)
      writer.send(JSON.stringify(tagged(keepAliveEvent(this.#number), streamId)));
    this.#keepAlive.refresh();
  }
}

function numberOf(frame: object): number | undefined {
  return 'sequence_number' in frame && typeof frame.sequence_number === 'number' ? frame.sequence_number : undefined;
}

function keyOf({ kind, param, message }: Warning): string {
  return JSON.stringify([kind, param, message]);
}

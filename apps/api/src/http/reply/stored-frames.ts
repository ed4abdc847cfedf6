// Stores the response to a repeatable request in one step with its turn.
import type { Dialect, TurnEncoder } from '@org/dialects/dialect';
import type { GenerationEnd, GenerationEvent, PersistResponse, StoredResponse } from '@org/engine';
import { storedHeaders, type ResponseRecording } from '../../request-context/response-recording.js';
import type { RequestLog } from '../../request-context/request-log.js';
import { streamMediaType } from '../../request-context/media-types.js';
import { buildJsonResponse } from '../../request-context/build-json-response.js';
import { formatEvents } from './format-events.js';
import type { FrameSegment } from './long-frame.js';
import type { Frames } from './stream-reply.js';

/** Persists a non-streaming response. */
export function persistNonStreaming<Response extends object>(
  recording: ResponseRecording,
  encoder: Pick<TurnEncoder<Response, unknown>, 'response'>,
  log: RequestLog,
): PersistResponse {
  return storeRemaining(
    recording,
    async ({ result }) => await buildJsonResponse(encoder.response(result), log.warnings ?? []),
  );
}

type StreamDialect<Event extends { type: string }> = Pick<
  Dialect<never, unknown, Event>,
  'formatEvent' | 'endFrame' | 'keepAlive'
>;
type StreamEncoder<Event> = Pick<TurnEncoder<unknown, Event>, 'push' | 'announce'>;

/** The frames of a streamed response. The last ones are created when it is stored, before they are sent. */
export class StoredFrames<Event extends { type: string }> {
  readonly #dialect: StreamDialect<Event>;
  readonly #encoder: StreamEncoder<Event>;
  #last: Frames | undefined;
  /** The last event of the latest frames. */
  #created: Event | undefined;
  #sent: Event | undefined;

  constructor(dialect: StreamDialect<Event>, encoder: StreamEncoder<Event>) {
    this.#dialect = dialect;
    this.#encoder = encoder;
  }

  format(event: GenerationEvent): Frames {
    if (event.type === 'generation-end' && this.#last !== undefined) return this.#last;
    return this.#framesOf(this.#encoder.push(event));
  }

  /** The frames that start the stream before the model has responded. */
  announce(): Frames {
    return this.#framesOf(this.#encoder.announce?.() ?? []);
  }

  /** The frames that were created last were sent. */
  markSent(): void {
    this.#sent = this.#created;
  }

  /** A keep-alive after the events that were sent: a client that resumes after it misses no other. */
  keepAlive(): string {
    return this.#dialect.keepAlive.frame(this.#sent);
  }

  #framesOf(events: readonly Event[]): Frames {
    this.#created = events.at(-1) ?? this.#created;
    return formatEvents(events, this.#dialect);
  }

  /** A keep-alive that is sent while the store writes is not stored. */
  persist(recording: ResponseRecording, log: RequestLog): PersistResponse {
    return storeRemaining(recording, async ({ end }) => ({
      status: 200,
      headers: storedHeaders(streamMediaType, log.warnings),
      body: (await this.#createLastFrames(end)) + this.#dialect.endFrame,
    }));
  }

  async #createLastFrames(end: GenerationEnd): Promise<string> {
    const frames = this.format(end);
    if (typeof frames === 'string') {
      this.#last = frames;
      return frames;
    }
    const made: (string | FrameSegment)[] = [];
    for await (const frame of frames) made.push(frame);
    this.#last = eachOf(made);
    return made.map((frame) => (typeof frame === 'string' ? frame : frame.bytes.toString())).join('');
  }
}

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item, void, void> {
  yield* items;
}

/** A response that cannot be formatted is not stored; the reason is reported when it is sent. */
function storeRemaining(
  recording: ResponseRecording,
  make: (ended: Parameters<PersistResponse>[0]) => Promise<StoredResponse>,
): PersistResponse {
  return async (ended, write) => {
    const rest = await make(ended).catch(() => undefined);
    if (rest === undefined) await write();
    else await recording.finishWith(rest, write);
  };
}

// The answer to a request that may be sent again is kept in one step with the turn that it tells of.
import type { Dialect, TurnEncoder } from '@org/dialects/dialect';
import type { GenerationEnd, GenerationEvent, KeepAnswer, StoredAnswer } from '@org/engine';
import { keptHeaders, type AnswerRecording } from '../exchange/answer-recording.js';
import type { ExchangeNotes } from '../exchange/exchange.js';
import { jsonAnswer } from '../exchange/json-answer.js';
import { formatEvents } from '../http/reply/format-events.js';
import type { Frames } from '../http/reply/stream-reply.js';
import { streamMediaType } from '../http/reply/stream-writer.js';

/** Keeps an answer that goes out in one piece. */
export function keepWhole<Response extends object>(
  recording: AnswerRecording,
  encoder: Pick<TurnEncoder<Response, unknown>, 'response'>,
  log: ExchangeNotes,
): KeepAnswer {
  return keepRest(recording, async ({ result }) => await jsonAnswer(encoder.response(result), log.warnings ?? []));
}

/** The frames of an answer that is streamed. Those of its end are made when it is kept, before they are sent. */
export class KeptFrames<Event extends { type: string }> {
  readonly #dialect: Pick<Dialect<never, unknown, Event>, 'formatEvent' | 'endFrame'>;
  readonly #encoder: Pick<TurnEncoder<unknown, Event>, 'push'>;
  #last: Frames | undefined;

  constructor(
    dialect: Pick<Dialect<never, unknown, Event>, 'formatEvent' | 'endFrame'>,
    encoder: Pick<TurnEncoder<unknown, Event>, 'push'>,
  ) {
    this.#dialect = dialect;
    this.#encoder = encoder;
  }

  format(event: GenerationEvent): Frames {
    if (event.type === 'generation-end' && this.#last !== undefined) return this.#last;
    return formatEvents(this.#encoder.push(event), this.#dialect);
  }

  /** A sign of life that is given while the store writes is not kept. */
  keep(recording: AnswerRecording, log: ExchangeNotes): KeepAnswer {
    return keepRest(recording, async ({ end }) => ({
      status: 200,
      headers: keptHeaders(streamMediaType, log.warnings),
      body: (await this.#makeLast(end)) + this.#dialect.endFrame,
    }));
  }

  async #makeLast(end: GenerationEnd): Promise<string> {
    const frames = this.format(end);
    if (typeof frames === 'string') {
      this.#last = frames;
      return frames;
    }
    const made: (string | readonly Buffer[])[] = [];
    for await (const frame of frames) made.push(frame);
    this.#last = eachOf(made);
    return made.map((frame) => (typeof frame === 'string' ? frame : Buffer.concat(frame).toString())).join('');
  }
}

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item, void, void> {
  yield* items;
}

/** What cannot be told is no answer to keep; why, is told when it is to be given. */
function keepRest(
  recording: AnswerRecording,
  make: (ended: Parameters<KeepAnswer>[0]) => Promise<StoredAnswer>,
): KeepAnswer {
  return async (ended, write) => {
    const rest = await make(ended).catch(() => undefined);
    if (rest === undefined) await write();
    else await recording.finishWith(rest, write);
  };
}

import { ClientError } from '../api-error.js';
import type { RequestOptions } from '../client-options.js';
import { numberOption } from '../transport/number-option.js';

/** Options of every request of a run; each asks for something else, so they share no key. `Event` is that of the dialect's streams. */
export interface ToolRunOptions<Event = unknown> extends Omit<RequestOptions, 'idempotencyKey'> {
  /** Most answers of the model, 1 or more. Default 20. */
  readonly maxAnswers?: number | undefined;
  /** Hears of every event of every answer, which are streamed for it, in their order. What it throws ends the run. Default: the answers are not streamed. */
  readonly onEvent?: ((event: Event) => void) | undefined;
}

/** One answer, and what it takes to go on from it; `next` is absent where the model has said its last word. */
export interface ToolStep<Request, Answer> {
  readonly answer: Answer;
  readonly next?: () => Promise<Request>;
}

/**
 * Answers of the model, one after the other, while this program runs the tools that they call: iterate over them, or await
 * `final()` for the last, or both. Nothing is sent before it is read. Can be iterated once.
 */
export class ToolRun<Answer> implements AsyncIterable<Answer> {
  readonly #answers: AsyncGenerator<Answer, void, undefined>;
  #started = false;
  #last: { readonly answer: Answer } | undefined;
  #whole = false;

  constructor(answers: AsyncGenerator<Answer, void, undefined>) {
    this.#answers = answers;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Answer, void, undefined> {
    if (this.#started) throw new ClientError('The tools can be run once.');
    this.#started = true;
    for await (const answer of this.#answers) {
      this.#last = { answer };
      yield answer;
    }
    this.#whole = true;
  }

  /** The answer that calls none of the tools any more. Throws ClientError when there is none within `maxAnswers`. */
  async final(): Promise<Answer> {
    if (!this.#started) for await (const answer of this) void answer;
    if (!this.#whole || this.#last === undefined) throw new ClientError('The run was left before its last answer.');
    return this.#last.answer;
  }
}

/** Asks, runs tools, and asks again, until an answer needs no tools of this program. Throws TypeError when `maxAnswers` is no number. */
export function runSteps<Request, Answer>(
  first: Request,
  ask: (request: Request) => Promise<ToolStep<Request, Answer>>,
  maxAnswers = 20,
): AsyncGenerator<Answer, void, undefined> {
  return steps(first, ask, numberOption('maxAnswers', maxAnswers, 1));
}

async function* steps<Request, Answer>(
  first: Request,
  ask: (request: Request) => Promise<ToolStep<Request, Answer>>,
  maxAnswers: number,
): AsyncGenerator<Answer, void, undefined> {
  let request = first;
  for (let count = 1; ; count += 1) {
    const { answer, next } = await ask(request);
    yield answer;
    if (next === undefined) return;
    if (count >= maxAnswers) throw new ClientError(`The model called tools in all of ${maxAnswers} answers.`);
    request = await next();
  }
}

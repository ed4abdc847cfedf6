import { ClientError } from '../api-error.js';
import type { RequestOptions } from '../client-options.js';
import type { Message, Response as ModelResponse } from '../responses/response-types.js';
import { numberOption } from '../transport/number-option.js';

/** Options of every request of a run; each asks for something else, so they share no key. `Event` is that of the dialect's streams. */
export interface ToolRunOptions<Event = unknown> extends Omit<RequestOptions, 'idempotencyKey'> {
  /** Maximum number of model responses, 1 or more. Default 20. */
  readonly maxSteps?: number | undefined;
  /**
   * Called with every event of every response, in order; the responses are streamed for it. An exception ends the
   * run. Default: the responses are not streamed.
   */
  readonly onEvent?: ((event: Event) => void) | undefined;
}

/** One response and the request that continues it; `next` is absent after the final response. */
export interface ToolStep<Request, Reply> {
  readonly response: Reply;
  readonly next?: () => Promise<Request>;
}

/**
 * Successive responses of the model, while this program runs the tools that they call: iterate over them, or await
 * `final()` for the last one, or both. Sends nothing before it is read. Can be iterated once.
 */
export abstract class ToolRun<Reply> implements AsyncIterable<Reply> {
  readonly #responses: AsyncGenerator<Reply, void, undefined>;
  #started = false;
  #last: { readonly response: Reply } | undefined;
  #finished = false;

  constructor(responses: AsyncGenerator<Reply, void, undefined>) {
    this.#responses = responses;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Reply, void, undefined> {
    if (this.#started) throw new ClientError('A tool run can be read only once.');
    this.#started = true;
    for await (const response of this.#responses) {
      this.#last = { response };
      yield response;
    }
    this.#finished = true;
  }

  /** The first response that calls none of the tools. Throws ClientError when there is none within `maxSteps`. */
  protected async readFinal(): Promise<Reply> {
    if (!this.#started) for await (const response of this) void response;
    if (!this.#finished || this.#last === undefined)
      throw new ClientError('The program stopped reading the run before its final response.');
    return this.#last.response;
  }
}

/** The responses of a run; see {@link ToolRun}. */
export class ResponseToolRun extends ToolRun<ModelResponse> {
  /** The response that calls none of the tools. Rejects with ClientError when there is none within `maxSteps`. */
  finalResponse(): Promise<ModelResponse> {
    return this.readFinal();
  }
}

/** The messages of a run; see {@link ToolRun}. */
export class MessageToolRun extends ToolRun<Message> {
  /** The message that calls none of the tools. Rejects with ClientError when there is none within `maxSteps`. */
  finalMessage(): Promise<Message> {
    return this.readFinal();
  }
}

/**
 * Calls the model and runs tools until a response needs no tools of this program. Throws TypeError when `maxSteps` is
 * not a number.
 */
export function runSteps<Request, Reply>(
  first: Request,
  ask: (request: Request) => Promise<ToolStep<Request, Reply>>,
  maxSteps = 20,
): AsyncGenerator<Reply, void, undefined> {
  return steps(first, ask, numberOption('maxSteps', maxSteps, 1));
}

async function* steps<Request, Reply>(
  first: Request,
  ask: (request: Request) => Promise<ToolStep<Request, Reply>>,
  maxSteps: number,
): AsyncGenerator<Reply, void, undefined> {
  let request = first;
  for (let count = 1; ; count += 1) {
    const { response, next } = await ask(request);
    yield response;
    if (next === undefined) return;
    if (count >= maxSteps)
      throw new ClientError(
        `The model called tools in all of ${maxSteps} responses; raise \`maxSteps\` to allow more.`,
      );
    request = await next();
  }
}

import { decodeStandaloneSearch, encodeStandaloneSearch } from '@org/dialects/responses';
import {
  type Clock,
  EngineError,
  type HostedTools,
  type IdSource,
  type Message,
  type ServerCallOutcome,
} from '@org/engine';
import type { SearchResponse } from '@org/protocol/responses';
import type { RequestContext } from '../request-context/request-context.js';

export interface StandaloneSearchesOptions {
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Absent: the service runs no hosted tools. */
  readonly hostedTools?: HostedTools | undefined;
}

/** Searches outside of a response, as Codex makes them. */
export class StandaloneSearches {
  readonly #options: StandaloneSearchesOptions;

  constructor(options: StandaloneSearchesOptions) {
    this.#options = options;
  }

  /** Throws `invalid-request` for a body that breaks a rule, and `unsupported` where no search is configured. */
  async search(body: unknown, owner: string, requestContext: RequestContext): Promise<SearchResponse> {
    const { clock, ids, hostedTools } = this.#options;
    const search = decodeStandaloneSearch(body);
    if (hostedTools?.kinds.has('web-search') !== true)
      throw new EngineError(
        'unsupported',
        'This service does not search the web: its operator has set up no provider.',
        {
          retryable: false,
        },
      );
    const { signal, requestId, trace } = requestContext;
    const messages: Message[] = [...search.messages];
    const numbers = new Map<string, number>();
    const results: string[] = [];
    for (const { request, name, argumentsText } of search.calls) {
      const tool = await hostedTools.open(request, {
        signal,
        requestId,
        owner,
        ids,
        clock,
        ...(trace !== undefined && { trace }),
        messages: () => messages,
        // Only `web_fetch` numbers passages, which no such search calls.
        numberPassages: () => [],
        numberOf(source) {
          const key = source.type === 'page' ? source.url : source.fileId;
          const number = numbers.get(key) ?? numbers.size + 1;
          numbers.set(key, number);
          return number;
        },
      });
      try {
        const outcome = await tool.call(name, argumentsText);
        results.push(outcome.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
        messages.push(resultMessage(outcome, `call_${messages.length}`));
      } finally {
        await tool.close();
      }
    }
    results.push(...search.offsets.map((offset) => timeAt(clock.now(), offset)));
    results.push(...search.unsupported.map(unsupportedNote));
    return encodeStandaloneSearch(results.join('\n\n').slice(0, search.maxCharacters));
  }
}

/** Marked as the result of a hosted tool: a later command opens URLs that were found, and none that the model wrote. */
function resultMessage({ content, hosted }: ServerCallOutcome, callId: string): Message {
  return {
    role: 'tool',
    parts: [
      {
        type: 'tool-result',
        callId,
        kind: 'function',
        content,
        hosted: hosted ?? { type: 'failed', code: 'unavailable' },
      },
    ],
  };
}

/** Repeats plain names alone: the output comes back as the result of a client's tool, whose URLs may be opened. */
function unsupportedNote(name: string): string {
  return /^\w{1,64}$/.test(name)
    ? `This service does not run the command ${name}.`
    : 'This service does not run one of the commands.';
}

/** The time at a UTC offset such as `+03:00`. Other texts are not repeated, see {@link unsupportedNote}. */
function timeAt(now: number, offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (sign === undefined) return 'A time needs a UTC offset such as +03:00.';
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return `${offset}: ${new Date(now + shift).toISOString().slice(0, 16).replace('T', ' ')}`;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { ModelCard } from '../../model/model-card.js';
import type { Generator } from '../../ports/generator.js';
import type { RunContext } from '../../ports/run-context.js';
import { cutShort } from './answer-assembler.js';
import { cancelled } from './cancelled.js';
import { resolveProfile, type CapabilityProfile } from './capability-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';
import { PendingAnswer } from './pending-answer.js';
import { RetryBudget } from './retry-budget.js';
import { UpstreamClient } from './upstream-client.js';
import type { ExchangeFailure } from './upstream-exchange.js';
import { countOf } from './wire-value.js';

/** Longest `retry-after`, in seconds, that we wait out ourselves instead of handing it to the client. */
const longestPatience = 2;
/** Milliseconds before a request goes out again over a new connection. */
const reconnectDelay = 50;

/**
 * A model behind the OpenAI chat-completions wire: vLLM, SGLang, Ollama, llama.cpp, a hosted API. Throws
 * `invalid-request` when the options cannot work.
 */
export function createChatCompletionsGenerator(options: ChatCompletionsOptions): Generator {
  return new ChatCompletionsGenerator(options);
}

class ChatCompletionsGenerator implements Generator {
  readonly #options: ChatCompletionsOptions;
  readonly #profile: CapabilityProfile;
  readonly #client: UpstreamClient;
  readonly #budget = new RetryBudget();
  readonly countTokens?: NonNullable<Generator['countTokens']>;

  constructor(options: ChatCompletionsOptions) {
    this.#options = options;
    this.#profile = resolveProfile(options.profile);
    this.#client = new UpstreamClient(options);
    const { tokenizePath } = this.#profile;
    if (tokenizePath !== undefined) this.countTokens = (request, context) => this.#countTokens(tokenizePath, request, context);
  }

  async *generate(request: GenerationRequest, context: RunContext): AsyncGenerator<GenerationEvent> {
    const { signal } = context;
    const answer = this.#prepare(request, context);
    this.#budget.earn();
    let retries = 0;
    for (;;) {
      const exchange = await this.#client.post('/chat/completions', answer.body(), context, (emit) => answer.createDecoder(emit));
      const stop = (): void => exchange.stop(cancelled);
      signal.addEventListener('abort', stop, { once: true });
      // A signal that aborted just before says so nowhere else.
      if (signal.aborted) stop();
      let delivered = false;
      try {
        // Events that came before a failure are delivered before it is thrown.
        for (let events = await exchange.next(); events.length > 0; events = await exchange.next()) {
          for (const event of events) {
            if (signal.aborted) throw cancelled();
            delivered = true;
            yield event;
            if (event.type === 'generation-end') return;
          }
        }
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
      }
      if (signal.aborted) throw cancelled();
      const { failure } = exchange;
      if (failure === undefined) throw cutShort();
      if (delivered) throw failure.error;
      if (answer.refit(failure.error)) continue;
      const delay = retries < (this.#options.retries ?? 1) ? retryDelay(failure) : undefined;
      if (delay === undefined || !this.#budget.spend()) throw failure.error;
      retries += 1;
      await pause(delay, signal);
    }
  }

  async card(): Promise<ModelCard> {
    const { id, model } = this.#options;
    const facts = await this.#client.describeModel(model ?? id);
    return {
      id,
      displayName: id,
      ...facts,
      capabilities: { tools: true, reasoning: this.#profile.reasoningSwitch !== 'none', images: true, structuredOutput: true },
    };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #countTokens(path: string, request: GenerationRequest, context: RunContext): Promise<number> {
    const { model, messages, tools, chat_template_kwargs: kwargs } = this.#prepare(request, context).encoded.body;
    const body = { model, messages, add_generation_prompt: true, ...(tools === undefined ? {} : { tools }), ...(kwargs === undefined ? {} : { chat_template_kwargs: kwargs }) };
    const count = countOf((await this.#client.ask(path, body, context.signal))['count']);
    if (count === undefined) throw new EngineError('upstream-failed', 'The upstream did not count the tokens.');
    return count;
  }

  #prepare(request: GenerationRequest, context: RunContext): PendingAnswer {
    return new PendingAnswer(request, context, { model: this.#options.model ?? request.model, profile: this.#profile });
  }
}

/** Milliseconds after which the same request may be sent again, or `undefined` when it must not be. */
function retryDelay({ kind, error }: ExchangeFailure): number | undefined {
  if (kind === 'connection') return reconnectDelay;
  const { code, retryAfter } = error;
  const isBusy = kind === 'refused' && (code === 'overloaded' || code === 'rate-limited');
  return isBusy && retryAfter !== undefined && retryAfter <= longestPatience ? retryAfter * 1000 : undefined;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (cause) {
    throw new EngineError('cancelled', cancelled().message, { cause });
  }
}

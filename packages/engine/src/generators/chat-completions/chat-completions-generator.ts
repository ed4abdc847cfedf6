import { EngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';
import type { ModelCard } from '../../model/model-card.js';
import type { Generator } from '../../ports/generator.js';
import type { RunContext } from '../../ports/run-context.js';
import { streamAnswer } from '../upstream/stream-answer.js';
import { UpstreamClient } from '../upstream/upstream-client.js';
import { countOf } from '../upstream/wire-value.js';
import { resolveProfile, type CapabilityProfile } from './capability-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';
import { PendingAnswer } from './pending-answer.js';

/**
 * A model behind the OpenAI chat-completions wire: vLLM, SGLang, Ollama, llama.cpp, a hosted API. Throws
 * `invalid-request` when the options cannot work.
 */
export function createChatCompletionsGenerator(options: ChatCompletionsOptions): Generator {
  return new ChatCompletionsGenerator(options);
}

/** Members of a request that make its prompt. */
const promptMembers = ['model', 'messages', 'tools', 'chat_template_kwargs', 'continue_final_message', 'add_generation_prompt'];

class ChatCompletionsGenerator implements Generator {
  readonly #options: ChatCompletionsOptions;
  readonly #profile: CapabilityProfile;
  readonly #client: UpstreamClient;
  readonly countTokens?: NonNullable<Generator['countTokens']>;

  constructor(options: ChatCompletionsOptions) {
    this.#options = options;
    this.#profile = resolveProfile(options.profile);
    this.#client = new UpstreamClient(options, { modelsPath: '/models', keyHeader: 'authorization' });
    const { countPath } = this.#profile;
    if (countPath !== undefined) this.countTokens = (request, context) => this.#countTokens(countPath, request, context);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    return streamAnswer(this.#client, () => this.#prepare(request, context), context, this.#options.retries ?? 1);
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

  async probe(): Promise<void> {
    await this.#client.probe();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #countTokens(path: string, request: GenerationRequest, context: RunContext): Promise<number> {
    const { body } = this.#prepare(request, context).encoded;
    const question = { add_generation_prompt: true, ...Object.fromEntries(promptMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))) };
    const answer = await this.#client.ask(path, question, context.signal);
    const count = countOf(answer['count']) ?? countOf(answer['input_tokens']);
    if (count === undefined) throw new EngineError('upstream-failed', 'The upstream did not count the tokens.');
    return count;
  }

  #prepare(request: GenerationRequest, context: RunContext): PendingAnswer {
    return new PendingAnswer(request, context, { model: this.#options.model ?? request.model, profile: this.#profile });
  }
}

import {
  CannotCount,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type LanguageModel,
  type InputCount,
  type ModelInfo,
  type RunContext,
  type OptionalParameter,
  countOf,
} from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { lacksTokenCounting } from '../errors/lacks-token-counting.js';
import { CapabilityCache } from '../compat/capability-cache.js';
import { streamWithRetries } from '../transport/stream-with-retries.js';
import { UpstreamClient } from '../transport/upstream-client.js';
import { signerOf } from './response-signatures.js';
import type { CapabilityProfile } from '../compat/capability-profile.js';
import type { ChatCompletionsOptions } from './chat-completions-options.js';
import { type ChatCapabilityCache, PendingChatCompletion } from './pending-chat-completion.js';
import { UpstreamProfile } from './upstream-profile.js';

/**
 * Creates a model with the OpenAI chat-completions API: vLLM, SGLang, Ollama, llama.cpp, a hosted API. Throws
 * `invalid-request` when the options cannot work.
 */
export function createChatCompletionsModel(options: ChatCompletionsOptions): LanguageModel {
  return new ChatCompletionsModel(options);
}

/** Members of a request that make its prompt. */
const promptMembers = [
  'model',
  'messages',
  'tools',
  'chat_template_kwargs',
  'continue_final_message',
  'add_generation_prompt',
];

class ChatCompletionsModel implements LanguageModel {
  readonly #options: ChatCompletionsOptions;
  readonly #profile: UpstreamProfile;
  readonly #client: UpstreamClient;
  readonly #capabilities: ChatCapabilityCache = new CapabilityCache();
  readonly signer: string;
  readonly countTokens?: NonNullable<LanguageModel['countTokens']>;

  constructor(options: ChatCompletionsOptions) {
    this.#options = options;
    this.signer = signerOf(options.baseUrl);
    this.#client = new UpstreamClient(options, { modelsPath: '/models', keyHeader: 'authorization' });
    this.#profile = new UpstreamProfile(this.#client, options);
    // What is not known yet may be able to count.
    if (this.#profile.known?.countPath !== undefined || options.profile === 'detect')
      this.countTokens = (request, context) => this.#countTokens(request, context);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    const { cached } = this.#profile;
    return cached === undefined
      ? this.#generateAfterDetection(request, context)
      : this.#stream(cached, request, context);
  }

  supportsParameter(parameter: OptionalParameter): boolean {
    return this.#profile.known?.optionalParameters.includes(parameter) === true;
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id, model } = this.#options;
    const [{ reasoningSwitch }, facts] = await Promise.all([
      this.#profile.findBriefly(),
      this.#client.describeModel(model ?? id),
    ]);
    return {
      id,
      displayName: id,
      ...facts,
      capabilities: { tools: true, reasoning: reasoningSwitch !== 'none', images: true, structuredOutput: true },
    };
  }

  async probe(): Promise<void> {
    await this.#client.probe();
  }

  async warmUp(): Promise<void> {
    await this.#profile.find();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async *#generateAfterDetection(request: GenerationRequest, context: RunContext): AsyncGenerator<GenerationEvent> {
    yield* this.#stream(await this.#profile.find(context.signal), request, context);
  }

  #stream(profile: CapabilityProfile, request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    return streamWithRetries(
      this.#client,
      () => this.#prepare(profile, request, context),
      context,
      this.#options.retries ?? 1,
    );
  }

  async #countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const profile = await this.#profile.find(context.signal);
    const { countPath } = profile;
    if (countPath === undefined) throw new CannotCount(request.model);
    const response = await this.#requestTokenCount(
      countPath,
      this.#prepare(profile, request, context, 'count'),
      context,
    );
    const count = countOf(response['count']) ?? countOf(response['input_tokens']);
    if (count === undefined) throw new EngineError('upstream-failed', 'The upstream did not report a token count.');
    return { inputTokens: count };
  }

  async #requestTokenCount(path: string, pending: PendingChatCompletion, context: RunContext): Promise<ApiPayload> {
    const { body } = pending.encoded;
    const question = {
      add_generation_prompt: true,
      ...Object.fromEntries(promptMembers.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))),
    };
    try {
      return await this.#client.query(path, question, context);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (pending.patch(error, context.logFields)) return await this.#requestTokenCount(path, pending, context);
      // Older releases of servers with token counting do not have it, or count only plain text.
      if (error.code === 'upstream-rejected' || lacksTokenCounting(error)) throw new CannotCount(pending.model, error);
      throw pending.toClientError(error, this.#client.errors);
    }
  }

  #prepare(
    profile: CapabilityProfile,
    request: GenerationRequest,
    context: RunContext,
    purpose: 'generate' | 'count' = 'generate',
  ): PendingChatCompletion {
    const { model = request.model, onPromptTruncated } = this.#options;
    return new PendingChatCompletion(
      request,
      context,
      { model, profile, signer: this.signer, ...(onPromptTruncated !== undefined && { onPromptTruncated }) },
      this.#capabilities,
      purpose,
    );
  }
}

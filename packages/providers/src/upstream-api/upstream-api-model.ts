import { createHash } from 'node:crypto';
import {
  CannotCount,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type LanguageModel,
  type InputCount,
  type ModelInfo,
  type NativeUpstream,
  type RunContext,
  type UpstreamApi,
  type UpstreamTarget,
} from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { withShortenedUserId } from '../shared/end-user.js';
import { lacksTokenCounting } from '../errors/lacks-token-counting.js';
import { CapabilityCache } from '../compat/capability-cache.js';
import { streamWithRetries } from '../transport/stream-with-retries.js';
import { UpstreamClient } from '../transport/upstream-client.js';
import { type ApiCapabilityCache, PendingUpstreamRequest } from './pending-upstream-request.js';
import type { UpstreamApiModelOptions } from './upstream-api-options.js';

const defaultMaxOutputTokens = 8192;

/** Creates a model for an upstream with one of our dialects. Throws `invalid-request` when the options cannot work. */
export function createUpstreamApiModel(options: UpstreamApiModelOptions): LanguageModel {
  return new UpstreamApiModel(options);
}

class UpstreamApiModel implements LanguageModel {
  readonly native: NativeUpstream;
  readonly #options: UpstreamApiModelOptions;
  readonly #client: UpstreamClient;
  readonly #capabilities: ApiCapabilityCache = new CapabilityCache();
  /** The endpoint for token counting may support less than the one for generation. */
  readonly #countCapabilities: ApiCapabilityCache = new CapabilityCache();

  constructor(options: UpstreamApiModelOptions) {
    const { api, signer = signerOf(options) } = options;
    if (!/^[\w-]+$/.test(signer)) {
      throw new EngineError(
        'invalid-request',
        'The signer of an upstream must contain only letters, digits, "_" and "-".',
        { param: 'signer' },
      );
    }
    this.#options = options;
    this.native = { dialect: api.dialect, signer };
    this.#client = new UpstreamClient(options, api.traits);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    const { retries = 1, headers = {} } = this.#options;
    const api = this.#apiFor(context);
    return streamWithRetries(
      this.#client,
      () =>
        new PendingUpstreamRequest(
          withShortenedUserId(request, api.traits.maxUserIdLength),
          api,
          this.#target(request),
          headers,
          this.#capabilities,
          'generate',
          context,
        ),
      context,
      retries,
    );
  }

  async countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const { headers = {} } = this.#options;
    const api = this.#apiFor(context);
    const pending = new PendingUpstreamRequest(
      request,
      api,
      this.#target(request),
      headers,
      this.#countCapabilities,
      'count',
      context,
    );
    const response = await this.#requestTokenCount(pending, context);
    pending.accepted();
    const count = api.readCount(response);
    if (count === undefined) throw new EngineError('upstream-failed', 'The upstream did not report a token count.');
    return { inputTokens: count, ...(pending.encoded.sameDialect && { extensions: { [api.dialect]: response } }) };
  }

  async #requestTokenCount(pending: PendingUpstreamRequest, context: RunContext): Promise<ApiPayload> {
    try {
      return await this.#client.query(this.#client.below(pending.path), pending.encoded.body, context, pending.headers);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (pending.patch(error, context.logFields)) return await this.#requestTokenCount(pending, context);
      if (lacksTokenCounting(error)) throw new CannotCount(pending.model, error);
      throw pending.toClientError(error, this.#client.errors);
    }
  }

  async modelInfo(): Promise<ModelInfo> {
    const { id, model } = this.#options;
    const facts = await this.#client.describeModel(model ?? id);
    return {
      id,
      displayName: id,
      ...facts,
      capabilities: { tools: true, reasoning: true, images: true, structuredOutput: true },
    };
  }

  async probe(): Promise<void> {
    await this.#client.probe();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #apiFor({ owner }: Pick<RunContext, 'owner'>): UpstreamApi {
    const { api, apiFor } = this.#options;
    return apiFor?.(owner, this.native.signer) ?? api;
  }

  #target(request: GenerationRequest): UpstreamTarget {
    const {
      model = request.model,
      maxOutputTokens = defaultMaxOutputTokens,
      encryptedReasoning = true,
      tools = 'all',
    } = this.#options;
    return {
      model,
      signer: this.native.signer,
      maxOutputTokens,
      encryptedReasoning,
      plainReasoning: 'any',
      mediaInResults: true,
      tools,
      systemMessages: 'anywhere',
      omittedTools: [],
    };
  }
}

/** Returns a signer that is equal on every replica and does not reveal the upstream's address. */
function signerOf({ api, baseUrl }: UpstreamApiModelOptions): string {
  return createHash('sha256').update(`${api.dialect} ${baseUrl}`).digest('base64url').slice(0, 12);
}

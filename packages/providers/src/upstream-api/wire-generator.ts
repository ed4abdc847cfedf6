import { createHash } from 'node:crypto';
import {
  cannotCount,
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type Generator,
  type InputCount,
  type ModelCard,
  type NativeUpstream,
  type RunContext,
  type WireTarget,
} from '@org/engine';
import { withFittingUserId } from '../shared/end-user.js';
import { hasNoCount } from '../errors/has-no-count.js';
import { namingModel } from '../errors/missing-ability.js';
import { LearnedFits } from '../compat/learned-fits.js';
import { streamResponse } from '../transport/stream-answer.js';
import { UpstreamClient } from '../transport/upstream-client.js';
import type { WireObject } from '../shared/wire-value.js';
import { PendingWireRequest, type WireFit } from './pending-wire-request.js';
import type { WireGeneratorOptions } from './wire-options.js';

const defaultMaxOutputTokens = 8192;

/** A model behind an upstream that speaks a dialect of ours. Throws `invalid-request` when the options cannot work. */
export function createWireGenerator(options: WireGeneratorOptions): Generator {
  return new WireGenerator(options);
}

class WireGenerator implements Generator {
  readonly native: NativeUpstream;
  readonly #options: WireGeneratorOptions;
  readonly #client: UpstreamClient;
  readonly #fits = new LearnedFits<WireFit>();
  /** Whoever counts may take less than whoever answers. */
  readonly #countFits = new LearnedFits<WireFit>();

  constructor(options: WireGeneratorOptions) {
    const { wire, issuer = issuerOf(options) } = options;
    if (!/^[\w-]+$/.test(issuer)) {
      throw new EngineError(
        'invalid-request',
        'The issuer of an upstream must have letters, digits, "_" and "-" only.',
        { param: 'issuer' },
      );
    }
    this.#options = options;
    this.native = { dialect: wire.dialect, issuer };
    this.#client = new UpstreamClient(options, wire.manners);
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    const { wire, retries = 1, headers = {} } = this.#options;
    const newCallId = (): string => context.ids.next('call');
    return streamResponse(
      this.#client,
      () =>
        new PendingWireRequest(
          withFittingUserId(request, wire.manners.maxUserIdLength),
          wire,
          this.#target(request),
          headers,
          this.#fits,
          'answer',
          newCallId,
        ),
      context,
      retries,
    );
  }

  async countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const { wire, headers = {} } = this.#options;
    const pending = new PendingWireRequest(request, wire, this.#target(request), headers, this.#countFits, 'count');
    const response = await this.#askForCount(pending, context);
    pending.accepted();
    const count = wire.readCount(response);
    if (count === undefined) throw new EngineError('upstream-failed', 'The upstream did not count the tokens.');
    return { inputTokens: count, ...(pending.encoded.sameDialect && { extensions: { [wire.dialect]: response } }) };
  }

  async #askForCount(pending: PendingWireRequest, context: RunContext): Promise<WireObject> {
    try {
      return await this.#client.ask(this.#client.below(pending.path), pending.encoded.body, context, pending.headers);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (pending.narrow(error)) return await this.#askForCount(pending, context);
      if (hasNoCount(error)) throw cannotCount(pending.model, error);
      throw namingModel(pending.toClientError(error), pending.model);
    }
  }

  async card(): Promise<ModelCard> {
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

  #target(request: GenerationRequest): WireTarget {
    const {
      model = request.model,
      maxOutputTokens = defaultMaxOutputTokens,
      encryptedReasoning = true,
      tools = 'all',
    } = this.#options;
    return {
      model,
      issuer: this.native.issuer,
      maxOutputTokens,
      encryptedReasoning,
      plainReasoning: 'any',
      mediaInResults: true,
      tools,
    };
  }
}

/** The same on every replica, and nothing that tells clients where the upstream is. */
function issuerOf({ wire, baseUrl }: WireGeneratorOptions): string {
  return createHash('sha256').update(`${wire.dialect} ${baseUrl}`).digest('base64url').slice(0, 12);
}

// Both APIs with an upstream on loopback that implements them.
import {
  EngineError,
  type GenerationEvent,
  type GenerationRequest,
  type LanguageModel,
  type UpstreamApi,
} from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import { createUpstreamApiModel } from '@org/providers';
import {
  messagesCodec,
  responsesCodec,
  type ScriptedUpstream,
  startScriptedUpstream,
  type FakeServerCodec,
  type UpstreamApiModelOptions,
} from '@org/providers/testing';
import { messagesApi } from '#src/messages.js';
import { responsesApi } from '#src/responses.js';

export interface UpstreamFixture {
  readonly name: string;
  readonly api: UpstreamApi;
  readonly codec: FakeServerCodec;
}

export const apis: readonly UpstreamFixture[] = [
  { name: 'messages', api: messagesApi, codec: messagesCodec },
  { name: 'responses', api: responsesApi, codec: responsesCodec },
];

/** One upstream, and language models on top of it, for the tests of one file. */
export class LiveUpstreamApi {
  #upstream: ScriptedUpstream | undefined;
  readonly #languageModels: LanguageModel[] = [];

  constructor(readonly upstreamFixture: UpstreamFixture) {}

  async start(): Promise<void> {
    this.#upstream = await startScriptedUpstream({ codec: this.upstreamFixture.codec });
  }

  async stop(): Promise<void> {
    await this.closeModels();
    await this.upstream.close();
  }

  async closeModels(): Promise<void> {
    await Promise.all(this.#languageModels.splice(0).map((languageModel) => languageModel.close()));
  }

  get upstream(): ScriptedUpstream {
    if (this.#upstream === undefined) throw new Error('not started');
    return this.#upstream;
  }

  languageModel(options: Partial<UpstreamApiModelOptions> = {}): LanguageModel {
    const languageModel = createUpstreamApiModel({
      id: 'scripted',
      api: this.upstreamFixture.api,
      baseUrl: this.upstream.origin,
      ...options,
    });
    this.#languageModels.push(languageModel);
    return languageModel;
  }
}

export interface Outcome {
  readonly events: readonly GenerationEvent[];
  readonly text: string;
  readonly error: unknown;
}

/** Reads a run to its end, also to a failure. */
export async function run(
  languageModel: LanguageModel,
  request: GenerationRequest | string = 'hello',
  signal?: AbortSignal,
): Promise<Outcome> {
  const events: GenerationEvent[] = [];
  const done = (error?: unknown): Outcome => ({
    events,
    text: events.map((event) => (event.type === 'part-delta' ? event.delta.text : '')).join(''),
    error,
  });
  try {
    const wanted = typeof request === 'string' ? buildRequest(request) : request;
    for await (const event of languageModel.generate(wanted, buildContext(signal === undefined ? {} : { signal })))
      events.push(event);
    return done();
  } catch (error) {
    return done(error);
  }
}

/** A run that must fail; returns its single EngineError. */
export async function failure(
  languageModel: LanguageModel,
  request?: GenerationRequest | string,
): Promise<EngineError> {
  const { events, error } = await run(languageModel, request);
  if (!(error instanceof EngineError))
    throw new Error(`expected an EngineError, got ${String(error)} after ${events.length} events`);
  expect(events.some(({ type }) => type === 'generation-end')).toBe(false);
  return error;
}

export async function until(condition: () => boolean, limit = 15_000): Promise<void> {
  for (const start = performance.now(); !condition(); await new Promise((resolve) => setTimeout(resolve, 2))) {
    if (performance.now() - start > limit) throw new Error(`not within ${limit} ms: ${String(condition)}`);
  }
}

// A language model that streams what a test wants, and remembers how it was called.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { EngineError, type GenerationEvent, type GenerationRequest } from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import type { CallOptions } from '#src/ai-sdk/ai-sdk-options.js';
import { AiSdkModel } from '#src/ai-sdk/ai-sdk-model.js';

/** Streams these parts; a function makes the stream itself, or throws. */
export type FakeReply =
  | readonly LanguageModelV4StreamPart[]
  | ((options: LanguageModelV4CallOptions) => ReadableStream<LanguageModelV4StreamPart>);

export class FakeModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4' as const;
  readonly provider = 'fake';
  readonly modelId = 'fake-1';
  readonly calls: LanguageModelV4CallOptions[] = [];

  constructor(
    /** One reply per call; the last one repeats. */
    readonly replies: readonly FakeReply[],
    readonly supportedUrls: Record<string, RegExp[]> = {},
  ) {}

  async doStream(options: LanguageModelV4CallOptions): Promise<{ stream: ReadableStream<LanguageModelV4StreamPart> }> {
    const reply = this.replies[Math.min(this.calls.length, this.replies.length - 1)];
    this.calls.push(options);
    if (reply === undefined) throw new Error('no answer is left');
    return { stream: typeof reply === 'function' ? reply(options) : ReadableStream.from(reply) };
  }

  doGenerate(): never {
    throw new Error('only streams are asked for');
  }
}

export const signer = { name: 'ai-sdk-fake-models', model: 'fake-1' };

export const usage = {
  inputTokens: { total: 9, noCache: 4, cacheRead: 3, cacheWrite: 2 },
  outputTokens: { total: 7, text: 4, reasoning: 3 },
  raw: { in: 9 },
};

export const finish = (
  unified: 'stop' | 'length' | 'tool-calls' | 'other' | 'error' | 'interrupted' = 'stop',
  raw: string | undefined = unified,
): LanguageModelV4StreamPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw },
});

export function modelFor(model: unknown, options: Partial<CallOptions> = {}): AiSdkModel {
  return new AiSdkModel(
    { name: '@fake/models', languageModel: () => model, close: async () => undefined },
    { id: 'fake', model: 'fake-1', ...options },
  );
}

export interface Outcome {
  readonly events: readonly GenerationEvent[];
  readonly error: unknown;
}

/** Reads a run to its end, also to a failure. */
export async function run(
  languageModel: AiSdkModel,
  request: GenerationRequest | string = 'hello',
  signal?: AbortSignal,
): Promise<Outcome> {
  const events: GenerationEvent[] = [];
  try {
    const wanted = typeof request === 'string' ? buildRequest(request) : request;
    for await (const event of languageModel.generate(wanted, buildContext(signal === undefined ? {} : { signal })))
      events.push(event);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** The parts that a run delivered, and its last event. */
export function delivered({ events, error }: Outcome) {
  if (error !== undefined) throw error;
  const parts = events.flatMap((event) => (event.type === 'part-end' ? [event.part] : []));
  const end = events.at(-1);
  if (end?.type !== 'generation-end') throw new Error('the run has no end');
  return { parts, end };
}

export function codeOf({ error }: Outcome): string | undefined {
  if (!(error instanceof EngineError)) throw new Error(`expected an EngineError, got ${String(error)}`);
  return error.code;
}

import { createUpstreamEmbeddingModel } from '#src/retrieval/upstream-embedding-model.js';
import { createUpstreamRerankModel } from '#src/retrieval/upstream-rerank-model.js';
import type { UpstreamEmbeddingOptions, UpstreamRerankOptions } from '#src/retrieval/retrieval-options.js';
import { startScriptedUpstream, type ScriptedUpstream, type UpstreamCall } from '#src/testing/scripted-upstream.js';
import type { EmbeddingInput, EmbeddingModel, JsonObject, LanguageModel, RerankModel } from '@org/engine';
import {
  buildContext,
  createScriptedEmbeddingModel,
  createScriptedRerankModel,
  describeEmbeddingModelContract,
  describeRerankModelContract,
  wordToken,
} from '@org/engine/testing';

let upstream: ScriptedUpstream;
beforeAll(async () => (upstream = await startScriptedUpstream()));
afterAll(() => upstream.close());

const words = createScriptedEmbeddingModel({ name: 'words', maxWords: 20 });
const ranks = createScriptedRerankModel({ name: 'words', maxWords: 20 });

const inputsOf = (body: JsonObject): readonly EmbeddingInput[] => body['input'] as readonly EmbeddingInput[];

/** A server like vLLM: it rejects long inputs and unsupported dimensions without their position. */
async function serve({ record, body, reply }: UpstreamCall): Promise<void> {
  const context = buildContext();
  try {
    if (record.path.endsWith('/embeddings')) {
      const { vectors, inputTokens } = await words.embed(inputsOf(body), context, {
        ...(typeof body['dimensions'] === 'number' ? { dimensions: body['dimensions'] } : {}),
      });
      const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
      return reply(200, { object: 'list', data: data.toReversed(), usage: { prompt_tokens: inputTokens } });
    }
    const documents = body['documents'] as readonly string[];
    const { scores, inputTokens } = await ranks.rank(String(body['query']), documents, context);
    const results = scores.map((relevance_score, index) => ({ index, relevance_score }));
    reply(200, {
      results: results.toSorted((a, b) => b.relevance_score - a.relevance_score),
      usage: { total_tokens: inputTokens },
    });
  } catch (error) {
    const message = String(error).includes('dimensions')
      ? 'Model "m" does not support matryoshka representation, changing output dimensions will lead to poor results.'
      : "This model's maximum context length is 20 tokens. However, you requested 21 tokens in the input for embedding generation. Please reduce the length of the input.";
    reply(400, { error: { message, type: 'BadRequestError', code: 400 } });
  }
}

const embeds = (options: Partial<UpstreamEmbeddingOptions> = {}): LanguageModel =>
  createUpstreamEmbeddingModel({ id: 'e', baseUrl: upstream.baseUrl, model: 'm', ...options });
const reranks = (options: Partial<UpstreamRerankOptions> = {}): LanguageModel =>
  createUpstreamRerankModel({ id: 'r', baseUrl: upstream.baseUrl, model: 'm', ...options });

function embeddingOf({ embedding }: LanguageModel): EmbeddingModel {
  if (embedding === undefined) throw new Error('The model has another task.');
  return embedding;
}

function rerankOf({ rerank }: LanguageModel): RerankModel {
  if (rerank === undefined) throw new Error('The model has another task.');
  return rerank;
}

describeEmbeddingModelContract('upstream', {
  create: () => {
    upstream.play(serve);
    const model = embeds({ batchSize: 2 });
    return { model: embeddingOf(model), close: () => model.close() };
  },
  tooLong: 'word '.repeat(21),
  dimensions: { possible: 8, impossible: 65 },
  tokens: { text: 'Tokyo', tokens: [wordToken('Tokyo')] },
});

describeRerankModelContract('upstream', {
  create: () => {
    upstream.play(serve);
    const model = reranks();
    return { model: rerankOf(model), close: () => model.close() };
  },
});

describe('an upstream with embeddings', () => {
  const opened: LanguageModel[] = [];
  const open = (options?: Partial<UpstreamEmbeddingOptions>): EmbeddingModel => {
    const model = embeds(options);
    opened.push(model);
    return embeddingOf(model);
  };
  afterAll(() => Promise.all(opened.map((model) => model.close())));
  const requestsSince = (start: number): readonly JsonObject[] => upstream.records.slice(start).map(({ body }) => body);

  it('receives the key, its own name of the model, and batches', async () => {
    upstream.play(serve);
    const start = upstream.records.length;
    await open({ batchSize: 2, apiKey: 'secret' }).embed(['a', 'b', 'c'], buildContext());
    expect(requestsSince(start)).toEqual([
      { model: 'm', input: ['a', 'b'], encoding_format: 'float' },
      { model: 'm', input: ['c'], encoding_format: 'float' },
    ]);
    expect(upstream.records[start]?.headers['authorization']).toBe('Bearer secret');
  });

  it('receives at most 2048 inputs in a request', async () => {
    upstream.play(serve);
    const start = upstream.records.length;
    await open({ batchSize: 5_000 }).embed(
      Array.from({ length: 2_049 }, () => 'a'),
      buildContext(),
    );
    expect(requestsSince(start).map((body) => inputsOf(body).length)).toEqual([2_048, 1]);
  });

  it('is asked again after the retry-after of a 429', async () => {
    let calls = 0;
    upstream.play((call) => {
      calls += 1;
      if (calls === 1) return call.reply(429, { error: { message: 'Slow down.' } }, { 'retry-after': '1' });
      return serve(call);
    });
    await expect(open().embed(['a'], buildContext())).resolves.toMatchObject({ inputTokens: 1 });
    expect(calls).toBe(2);
  });

  it('is not asked again after a long retry-after; the client receives it', async () => {
    upstream.play((call) => call.reply(429, { error: { message: 'Slow down.' } }, { 'retry-after': '30' }));
    await expect(open().embed(['a'], buildContext())).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 30 });
  });

  it.each<[string, JsonObject]>([
    ['fewer vectors than inputs', { data: [{ index: 0, embedding: [1] }] }],
    ['two vectors for one input', { data: [0, 0].map((index) => ({ index, embedding: [1] })) }],
    [
      'vectors of different lengths',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 0] },
        ],
      },
    ],
    ['no vectors', {}],
    ['a vector of zeros', { data: [0, 1].map((index) => ({ index, embedding: [0, 0] })) }],
    ['text', { data: [0, 1].map((index) => ({ index, embedding: ['x'] })) }],
  ])('that sends %s is upstream-failed', async (_, body) => {
    upstream.play((call) => call.reply(200, body));
    await expect(open().embed(['a', 'b'], buildContext())).rejects.toMatchObject({ code: 'upstream-failed' });
  });

  it('may send base64 without being asked for it', async () => {
    const embedding = Buffer.from(Float32Array.from([3, 4]).buffer).toString('base64');
    upstream.play((call) => call.reply(200, { data: [{ index: 0, embedding }] }));
    const { vectors } = await open().embed(['a'], buildContext());
    expect([...(vectors[0] ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
  });

  it('that ignores dimensions is an invalid-request for the client', async () => {
    upstream.play((call) => call.reply(200, { data: [{ index: 0, embedding: [1, 0, 0] }] }));
    await expect(open().embed(['a'], buildContext(), { dimensions: 2 })).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'dimensions',
      message: 'The model gives vectors of 3 dimensions.',
    });
  });

  it('is aborted with the call', async () => {
    upstream.play((call) => call.pause(30_000));
    const control = new AbortController();
    const call = open().embed(['a'], buildContext({ signal: control.signal }));
    setTimeout(() => control.abort(), 50);
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('an upstream with a rerank API', () => {
  const rank = async (
    options: Partial<UpstreamRerankOptions>,
    scores: readonly number[],
  ): Promise<readonly number[]> => {
    upstream.play((call) =>
      call.reply(200, { results: scores.map((relevance_score, index) => ({ index, relevance_score })) }),
    );
    const model = reranks(options);
    try {
      const documents = ['a', 'b'];
      return (await rerankOf(model).rank('q', documents, buildContext())).scores;
    } finally {
      await model.close();
    }
  };

  it('is asked below its base URL, or at the path of the settings', async () => {
    await rank({}, [0.1, 0.2]);
    expect(upstream.records.at(-1)?.path).toBe('/v1/rerank');
    await rank({ rerankPath: '/rerank' }, [0.1, 0.2]);
    expect(upstream.records.at(-1)?.path).toBe('/rerank');
  });

  it('may send logits, which become scores from 0 to 1', async () => {
    expect(await rank({}, [0.25, 0.75])).toEqual([0.25, 0.75]);
    expect(await rank({}, [-2, 0])).toEqual([expect.closeTo(0.119, 3), 0.5]);
    expect(await rank({ rerankScores: 'logit' }, [0, 1])).toEqual([0.5, expect.closeTo(0.731, 3)]);
  });

  it('that omits a document is upstream-failed', async () => {
    await expect(rank({}, [0.5])).rejects.toMatchObject({ code: 'upstream-failed' });
  });
});

import { demoModelPath } from '@org/demo-model';

import { createLlamaRetrievalModel } from '#src/retrieval/llama-retrieval-model.js';
import type { LoadedRetrievalModel, LocalRetrievalOptions } from '#src/retrieval/retrieval-model-options.js';
import { buildContext, buildRequest, describeEmbeddingModelContract, readAll } from '@org/engine/testing';
import type { EmbeddingModel, LanguageModel } from '@org/engine';

import { timeoutMs } from '../demo.js';

const create = (options: Partial<LocalRetrievalOptions> = {}): LanguageModel =>
  createLlamaRetrievalModel({
    id: 'demo',
    modelPath: demoModelPath,
    task: 'embedding',
    threads: 1,
    contextLength: 256,
    matryoshkaDimensions: [64],
    ...options,
  });

function embeddingOf({ embedding }: LanguageModel): EmbeddingModel {
  if (embedding === undefined) throw new Error('The model has another task.');
  return embedding;
}

describeEmbeddingModelContract('llama', {
  create: () => {
    const model = create();
    return { model: embeddingOf(model), close: () => model.close() };
  },
  tooLong: Array.from({ length: 256 }, () => 1),
  dimensions: { possible: 64, impossible: 65 },
});

describe('a local embedding model', () => {
  const loaded: LoadedRetrievalModel[] = [];
  const model = create({ onLoaded: (one) => loaded.push(one) });
  const embedding = embeddingOf(model);
  beforeAll(() => model.warmUp?.(), timeoutMs);
  afterAll(() => model.close(), timeoutMs);

  it('reports a chat model that does not pool', () => {
    expect(loaded).toMatchObject([{ task: 'embedding', contextLength: 256 }]);
    expect(loaded[0]?.unsuitable).toContain('The file names no pooling');
  });

  it('truncates vectors to a trained number of dimensions and scales them to length 1', async () => {
    const [full] = (await embedding.embed(['text'], buildContext())).vectors;
    const [short] = (await embedding.embed(['text'], buildContext(), { dimensions: 64 })).vectors;
    const length = Math.hypot(...(full ?? []).slice(0, 64));
    expect([...(short ?? [])].map((value) => value * length)).toEqual(
      [...(full ?? [])].slice(0, 64).map((value) => expect.closeTo(value, 5)),
    );
  });

  it.each([-1, 1.5, 1e9])('rejects the token %p, which the model does not have', async (token) => {
    await expect(embedding.embed([[1, token]], buildContext())).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'input.0',
    });
  });

  it('reads a control token in a text as text', async () => {
    const { inputTokens } = await embedding.embed(['<|im_start|>'], buildContext());
    expect(inputTokens).toBeGreaterThan(3);
  });

  it('returns no vectors for no inputs', async () => {
    await expect(embedding.embed([], buildContext())).resolves.toEqual({ vectors: [], inputTokens: 0 });
  });

  it('ends a call that is aborted while it runs', async () => {
    const control = new AbortController();
    const call = embedding.embed(
      Array.from({ length: 2_000 }, (_, index) => `a longer text with the number ${index} in it`),
      buildContext({ signal: control.signal }),
    );
    setTimeout(() => control.abort(), 100);
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(embedding.embed(['text'], buildContext())).resolves.toMatchObject({ vectors: [expect.anything()] });
  });

  it('rejects a generation', async () => {
    await expect(readAll(model.generate(buildRequest('Hi'), buildContext()))).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'model',
    });
  });

  it('is listed with its context length and state', async () => {
    await expect(model.modelInfo()).resolves.toMatchObject({ id: 'demo', contextLength: 256, state: 'loaded' });
  });
});

describe('a local rerank model without a rank template', () => {
  it('rejects requests with invalid-request and reports the reason', async () => {
    const loaded: LoadedRetrievalModel[] = [];
    const model = create({ task: 'rerank', onLoaded: (one) => loaded.push(one) });
    try {
      await expect(model.rerank?.rank('query', ['document'], buildContext())).rejects.toMatchObject({
        code: 'invalid-request',
        param: 'model',
      });
      expect(loaded[0]?.unsuitable).toContain('no rank template');
    } finally {
      await model.close();
    }
  });
});

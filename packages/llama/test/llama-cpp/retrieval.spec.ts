import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoModelPath } from '@org/demo-model';

import { createLlamaRetrievalModel } from '#src/retrieval/llama-retrieval-model.js';
import type { LoadedRetrievalModel, LocalRetrievalOptions } from '#src/retrieval/retrieval-model-options.js';
import { buildContext, buildRequest, describeEmbeddingModelContract, readAll } from '@org/engine/testing';
import type { EmbeddingModel, LanguageModel } from '@org/engine';

import { timeoutMs } from '../demo.js';
import { bertContextLength, writeBert } from '../retrieval/write-bert.js';

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

const folder = mkdtempSync(join(tmpdir(), 'bert-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeEmbeddingModelContract('BERT, which reads an input in both directions', {
  create: () => {
    const model = create({ modelPath: writeBert(join(folder, 'mean.gguf'), 'mean'), contextLength: 1_024 });
    return { model: embeddingOf(model), close: () => model.close() };
  },
  tooLong: 'a '.repeat(bertContextLength - 2),
  dimensions: { impossible: 16 },
});

describe('BERT with pooling', () => {
  it('suits embeddings, and reads an input as long as its context allows', async () => {
    const loaded: LoadedRetrievalModel[] = [];
    const modelPath = writeBert(join(folder, 'mean.gguf'), 'mean');
    const model = create({ modelPath, contextLength: 1_024, onLoaded: (one) => loaded.push(one) });
    try {
      const longest = 'a '.repeat(bertContextLength - 3);
      const { vectors, inputTokens } = await embeddingOf(model).embed([longest], buildContext());
      expect(inputTokens).toBe(bertContextLength - 1);
      expect(vectors[0]).toHaveLength(32);
      expect(loaded).toMatchObject([{ pooling: 'mean', contextLength: bertContextLength }]);
      expect(loaded[0]?.unsuitable).toBeUndefined();
    } finally {
      await model.close();
    }
  });
});

describe('BERT with a classification layer', () => {
  let model: LanguageModel;
  beforeAll(() => (model = create({ task: 'rerank', modelPath: writeBert(join(folder, 'rank.gguf'), 'rank') })));
  afterAll(() => model.close(), timeoutMs);

  it('gives each document a score from 0 to 1 that does not depend on the others', async () => {
    const documents = ['bread', 'tokyo', 'a longer document about rivers'];
    const ranked = await model.rerank?.rank('query', documents, buildContext());
    expect(ranked?.scores).toHaveLength(3);
    for (const score of ranked?.scores ?? []) expect(score > 0 && score < 1).toBe(true);
    expect(new Set(ranked?.scores).size).toBe(3);
    const reversed = await model.rerank?.rank('query', documents.toReversed(), buildContext());
    expect(reversed?.scores.toReversed()).toEqual(ranked?.scores.map((score) => expect.closeTo(score, 4)));
  });

  it('rejects a document that is too long together with the query, with its position', async () => {
    const documents = ['short', 'a '.repeat(bertContextLength)];
    await expect(model.rerank?.rank('query', documents, buildContext())).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'documents.1',
    });
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

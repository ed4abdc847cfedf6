import { EngineError } from '#src/errors/engine-error.js';
import type { EmbeddingModel } from '#src/ports/embedding-model.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import { Backend } from '#src/routing/backend.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { ModelRegistry } from '#src/routing/model-registry.js';
import { createEmbeddingLanguageModel, createRerankLanguageModel } from '#src/routing/retrieval-language-model.js';
import { FakeModel } from '#src/testing/backend-setup.js';
import { buildContext, buildRequest, readAll } from '#src/testing/builders.js';
import { createScriptedEmbeddingModel, createScriptedRerankModel } from '#src/testing/scripted/scripted-retrieval.js';

const words = createScriptedEmbeddingModel({ name: 'words' });
const words2 = createScriptedEmbeddingModel({ name: 'words2' });
const lifecycle = (name: string): FakeModel => new FakeModel(name);

function embeds(embedding: EmbeddingModel): LanguageModel {
  const fake = lifecycle(embedding.name);
  return createEmbeddingLanguageModel(embedding, {
    modelInfo: () => fake.modelInfo(),
    close: () => fake.close(),
  });
}

function reranks(): LanguageModel {
  const fake = lifecycle('ranks');
  return createRerankLanguageModel(createScriptedRerankModel({ name: 'ranks' }), {
    modelInfo: () => fake.modelInfo(),
    close: () => fake.close(),
  });
}

const registry = (): ModelRegistry =>
  new ModelRegistry([
    { pattern: 'words', languageModel: embeds(words) },
    { pattern: 'ranks', languageModel: reranks() },
    { pattern: 'chat', languageModel: new FakeModel('chat') },
  ]);

describe('a model with a task', () => {
  it('is listed like the others', async () => {
    expect((await registry().modelInfos()).map(({ id }) => id)).toEqual(['words', 'ranks', 'chat']);
  });

  it.each(['words', 'ranks'])('%s rejects a generation with invalid-request and model', (name) => {
    const rejected = expect.objectContaining({ code: 'invalid-request', param: 'model' }) as Error;
    expect(() => registry().resolve(name)).toThrow(rejected);
  });

  it('rejects a generation that began when the name had another model', async () => {
    const models = new ModelRegistry([{ pattern: 'm', languageModel: new FakeModel('chat') }]);
    const resolved = models.resolve('m');
    await models.replace([{ pattern: 'm', languageModel: embeds(words) }]);
    await expect(readAll(resolved.generate(buildRequest('Hi'), buildContext()))).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'model',
    });
  });

  it('is not used for another task', () => {
    const models = registry();
    expect(() => models.embedding('chat')).toThrow('The model "chat" is not an embedding model.');
    expect(() => models.embedding('ranks')).toThrow('The model "ranks" is not an embedding model.');
    expect(() => models.rerank('words')).toThrow('The model "words" is not a rerank model.');
    expect(() => models.embedding('missing')).toThrow(expect.objectContaining({ code: 'unknown-model' }));
  });

  it('is not closed before its calls end', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const slow: EmbeddingModel = {
      name: 'words',
      embed: async (...call) => {
        await gate.promise;
        order.push('embedded');
        return await words.embed(...call);
      },
    };
    const models = new ModelRegistry([
      { pattern: 'words', languageModel: { ...embeds(slow), close: async () => void order.push('closed') } },
    ]);
    const call = models.embedding('words').embed(['text'], buildContext());
    const replaced = models.replace([]);
    gate.resolve();
    await Promise.all([call, replaced]);
    expect(order).toEqual(['embedded', 'closed']);
  });

  it('reports the tokens of a call to the watchers, with its operation', async () => {
    const seen: unknown[] = [];
    const models = new ModelRegistry(
      [{ pattern: 'words', languageModel: embeds(words) }],
      ({ pattern, operation }) => ({
        push: () => undefined,
        complete: ({ inputTokens }) => void seen.push({ pattern, operation, inputTokens }),
        fail: (error) => void seen.push(error),
        end: () => void seen.push('end'),
      }),
    );
    await models.embedding('words').embed(['one two'], buildContext());
    expect(seen).toEqual([{ pattern: 'words', operation: 'embeddings', inputTokens: 2 }, 'end']);
  });
});

describe('several backends of an embedding model', () => {
  const failing: EmbeddingModel = {
    name: 'failing',
    embed: () => Promise.reject(new EngineError('upstream-failed', 'The upstream failed.')),
  };
  const group = (...models: readonly EmbeddingModel[]): BackendGroup =>
    new BackendGroup({
      id: 'words',
      members: models.map((model) => ({
        backend: new Backend(model.name, embeds(model)),
        weight: 1,
        concurrency: 4,
        queue: 4,
      })),
    });

  it('retry a call that one of them fails on another', async () => {
    const { embedding } = group(failing, words);
    const results = await Promise.all([1, 2, 3].map(() => embedding?.embed(['text'], buildContext())));
    expect(results.map((result) => result?.vectors.length)).toEqual([1, 1, 1]);
  });

  it('return an invalid-request of a backend at once', async () => {
    await expect(group(words, words2).embedding?.embed([''], buildContext())).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'input.0',
    });
  });

  it('return the failure when all of them fail', async () => {
    await expect(group(failing).embedding?.embed(['text'], buildContext())).rejects.toMatchObject({
      code: 'upstream-failed',
    });
  });

  it('have no embedding where one of them generates', () => {
    const mixed = new BackendGroup({
      id: 'mixed',
      members: [
        { backend: new Backend('a', embeds(words)), weight: 1, concurrency: 1, queue: 1 },
        { backend: new Backend('b', new FakeModel('b')), weight: 1, concurrency: 1, queue: 1 },
      ],
    });
    expect(mixed.embedding).toBeUndefined();
  });
});

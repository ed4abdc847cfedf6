// Requirements for every EmbeddingModel, run by each adapter's tests. Needs only the test runner's globals.
import assert from 'node:assert/strict';
import { EngineError } from '../../errors/engine-error.js';
import type { EmbeddingInput, EmbeddingModel, Embeddings } from '../../ports/embedding-model.js';
import { buildContext } from '../builders.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** An embedding model under test. */
export interface EmbeddingModelSubject {
  /** Returns a new model; each test closes its own. */
  create(): Promise<OpenEmbeddingModel> | OpenEmbeddingModel;
  /** An input that is longer than the model can read. Absent: it reads any length. */
  readonly tooLong?: EmbeddingInput;
  /** A number of dimensions that the model can give, and one that it cannot. */
  readonly dimensions?: { readonly possible?: number; readonly impossible?: number };
  /** A text and the tokens that the model makes of it. Absent: the model reads no tokens. */
  readonly tokens?: { readonly text: string; readonly tokens: readonly number[] };
}

/** Opens the embedding model that a contract tests. */
export interface OpenEmbeddingModel {
  readonly model: EmbeddingModel;
  close(): Promise<void>;
}

const texts = ['The capital of Japan is Tokyo.', 'Bread is made of flour and water.', 'x'];

/** Declares the contract's tests for one adapter. */
export function describeEmbeddingModelContract(name: string, subject: EmbeddingModelSubject): void {
  const test = (sentence: string, body: (model: EmbeddingModel) => Promise<void>): void =>
    it(
      sentence,
      async () => {
        const { model, close } = await subject.create();
        try {
          await body(model);
        } finally {
          await close();
        }
      },
      60_000,
    );
  const embed = (model: EmbeddingModel, inputs: readonly EmbeddingInput[], dimensions?: number): Promise<Embeddings> =>
    model.embed(inputs, buildContext(), dimensions === undefined ? {} : { dimensions });

  describe(`embedding model contract: ${name}`, () => {
    test('returns one vector of length 1 per input, in their order', async (model) => {
      const together = await embed(model, texts);
      assert.equal(together.vectors.length, texts.length);
      assert.equal(new Set(together.vectors.map(({ length }) => length)).size, 1, 'all vectors have one length');
      for (const vector of together.vectors) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-4);
      for (const [index, text] of texts.entries()) {
        const [alone] = (await embed(model, [text])).vectors;
        assert.ok(dot(alone, together.vectors[index]) > 0.999, 'an input does not change the vector of another');
      }
      assert.ok(dot(together.vectors[0], together.vectors[1]) < 0.9999, 'two texts have two vectors');
    });

    test('counts the tokens of all inputs', async (model) => {
      const [one, other, both] = await Promise.all([
        embed(model, texts.slice(0, 1)),
        embed(model, texts.slice(1, 2)),
        embed(model, texts.slice(0, 2)),
      ]);
      assert.ok(one.inputTokens > 0);
      assert.equal(both.inputTokens, one.inputTokens + other.inputTokens);
    });

    test('returns the same vectors to callers at the same time', async (model) => {
      const many = await Promise.all([texts, texts.toReversed(), texts].map((inputs) => embed(model, inputs)));
      const [first, reversed] = many;
      for (const [index, vector] of (first?.vectors ?? []).entries())
        assert.ok(dot(vector, reversed?.vectors[texts.length - 1 - index]) > 0.999);
    });

    test('rejects an empty input with its position', async (model) => {
      await assertRejected(embed(model, [texts[0] ?? '', '']), 'input.1');
    });

    const { tooLong, dimensions, tokens } = subject;
    if (tooLong !== undefined)
      test('rejects an input that is longer than the model can read with its position', async (model) => {
        await assertRejected(embed(model, [texts[0] ?? '', texts[1] ?? '', tooLong]), 'input.2');
      });

    if (dimensions?.possible !== undefined) {
      const { possible } = dimensions;
      test('returns as many dimensions as requested, at length 1', async (model) => {
        for (const vector of (await embed(model, texts, possible)).vectors) {
          assert.equal(vector.length, possible);
          assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-4);
        }
      });
    }

    if (dimensions?.impossible !== undefined) {
      const { impossible } = dimensions;
      test('rejects a number of dimensions that the model cannot give', async (model) => {
        await assertRejected(embed(model, texts, impossible), 'dimensions');
      });
    }

    if (tokens !== undefined)
      test('reads a list of tokens like the text that they are', async (model) => {
        const { vectors } = await embed(model, [tokens.text, tokens.tokens]);
        assert.ok(dot(vectors[0], vectors[1]) > 0.999);
      });

    test('throws cancelled when the signal is aborted', async (model) => {
      const context = buildContext({ signal: AbortSignal.abort() });
      await assert.rejects(model.embed(texts, context), (error) => codeOf(error) === 'cancelled');
      assert.equal((await embed(model, texts)).vectors.length, texts.length, 'the next call is not affected');
    });
  });
}

/** The rejection names the field. */
export async function assertRejected(work: Promise<unknown>, param: string): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.equal(codeOf(error), 'invalid-request', String(error));
    assert.equal(error instanceof EngineError ? error.param : undefined, param);
    return true;
  });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof EngineError ? error.code : undefined;
}

function dot(one: Float32Array | undefined, other: Float32Array | undefined): number {
  assert.ok(one !== undefined && other !== undefined, 'the vector is present');
  assert.equal(one.length, other.length);
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

// Requirements for every RerankModel, run by each adapter's tests. Needs only the test runner's globals.
import assert from 'node:assert/strict';
import { EngineError } from '../../errors/engine-error.js';
import type { RerankModel } from '../../ports/embedding-model.js';
import { buildContext } from '../builders.js';
import { assertRejected } from './embedding-model-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** A rerank model under test. */
export interface RerankModelSubject {
  /** Returns a new model; each test closes its own. */
  create(): Promise<OpenRerankModel> | OpenRerankModel;
  /** A document that is longer than the model can read. Absent: it reads any length. */
  readonly tooLong?: string;
}

/** Opens the rerank model that a contract tests. */
export interface OpenRerankModel {
  readonly model: RerankModel;
  close(): Promise<void>;
}

const query = 'capital of Japan';
const documents = ['Bread is made of flour.', 'The capital of Japan is Tokyo.', 'Rivers flow to the sea.'];

/** Declares the contract's tests for one adapter. */
export function describeRerankModelContract(name: string, subject: RerankModelSubject): void {
  const test = (sentence: string, body: (model: RerankModel) => Promise<void>): void =>
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

  describe(`rerank model contract: ${name}`, () => {
    test('returns one score from 0 to 1 per document, in their order', async (model) => {
      const { scores, inputTokens } = await model.rank(query, documents, buildContext());
      assert.equal(scores.length, documents.length);
      assert.ok(scores.every((score) => score >= 0 && score <= 1));
      assert.ok(inputTokens > 0);
      const reversed = await model.rank(query, documents.toReversed(), buildContext());
      for (const [index, score] of reversed.scores.toReversed().entries())
        assert.ok(Math.abs(score - (scores[index] ?? Number.NaN)) < 1e-3, 'a score does not depend on the order');
    });

    test('gives the document about the query the highest score', async (model) => {
      const { scores } = await model.rank(query, documents, buildContext());
      assert.equal(scores.indexOf(Math.max(...scores)), 1);
    });

    const { tooLong } = subject;
    if (tooLong !== undefined)
      test('rejects a document that is longer than the model can read with its position', async (model) => {
        await assertRejected(model.rank(query, ['Short.', tooLong], buildContext()), 'documents.1');
      });

    test('throws cancelled when the signal is aborted', async (model) => {
      const context = buildContext({ signal: AbortSignal.abort() });
      await assert.rejects(
        model.rank(query, documents, context),
        (error) => error instanceof EngineError && error.code === 'cancelled',
      );
      assert.equal((await model.rank(query, documents, buildContext())).scores.length, documents.length);
    });
  });
}

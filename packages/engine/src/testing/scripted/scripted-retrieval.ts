import { cancelled } from '../../errors/cancelled.js';
import { EngineError } from '../../errors/engine-error.js';
import { toUnitVector } from '../../model/unit-vector.js';
import type { EmbeddingInput, EmbeddingModel, RerankModel } from '../../ports/embedding-model.js';

/** What a scripted embedding model is. */
export interface ScriptedEmbeddingOptions {
  readonly name: string;
  /** Default 64. */
  readonly dimensions?: number;
  /** Maximum words of one input. Default 1,000. */
  readonly maxWords?: number;
}

/**
 * An embedding model without weights: texts with common words have similar vectors. Each token of a list is a word, by
 * {@link wordToken}. It gives fewer dimensions than its own, but not more.
 */
export function createScriptedEmbeddingModel({
  name,
  dimensions: own = 64,
  maxWords = 1_000,
}: ScriptedEmbeddingOptions): EmbeddingModel {
  return {
    name,
    async embed(inputs, { signal }, { dimensions = own } = {}) {
      if (signal.aborted) throw cancelled();
      if (dimensions > own) throw invalid(`The model gives at most ${own} dimensions.`, 'dimensions');
      const tokens = inputs.map((input, index) => {
        const words = wordsOf(input);
        if (words.length === 0) throw invalid('The input is empty.', `input.${index}`);
        if (words.length > maxWords) throw invalid(`The model reads ${maxWords} words.`, `input.${index}`);
        return words;
      });
      return {
        vectors: tokens.map((words) => {
          // The first value is never 0, so that no vector loses its direction.
          const values = new Float32Array(own);
          values[0] = 0.1;
          for (const word of words) values[word % own] = (values[word % own] ?? 0) + 1;
          return toUnitVector(values, dimensions);
        }),
        inputTokens: tokens.reduce((sum, { length }) => sum + length, 0),
      };
    },
  };
}

/** A rerank model without weights: the score is the share of the words of the query that a document contains. */
export function createScriptedRerankModel({
  name,
  maxWords = 1_000,
}: Omit<ScriptedEmbeddingOptions, 'dimensions'>): RerankModel {
  return {
    name,
    async rank(query, documents, { signal }) {
      if (signal.aborted) throw cancelled();
      const asked = new Set(wordsOf(query));
      const words = documents.map((document, index) => {
        const found = wordsOf(document);
        if (found.length > maxWords) throw invalid(`The model reads ${maxWords} words.`, `documents.${index}`);
        return found;
      });
      return {
        scores: words.map(
          (found) => [...asked].filter((word) => found.includes(word)).length / Math.max(1, asked.size),
        ),
        inputTokens: words.reduce((sum, { length }) => sum + length + asked.size, 0),
      };
    },
  };
}

/** The token of a word: a hash of its characters in lower case. */
export function wordToken(word: string): number {
  let hash = 0;
  for (const character of word.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

function wordsOf(input: EmbeddingInput): readonly number[] {
  return typeof input === 'string' ? (input.match(/[\p{L}\p{N}]+/gu) ?? []).map(wordToken) : input;
}

function invalid(message: string, param: string): EngineError {
  return new EngineError('invalid-request', message, { param });
}

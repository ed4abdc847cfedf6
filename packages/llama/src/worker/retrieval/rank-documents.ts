import { EngineError } from '@org/engine';
import type { LlamaModel, LlamaRankingContext } from 'node-llama-cpp';

import type { RankingWork } from '../../process-messages.js';
import type { StepQueue } from './step-queue.js';

export interface RankerParts {
  readonly model: LlamaModel;
  readonly context: LlamaRankingContext;
  readonly contextLength: number;
  readonly queue: StepQueue;
}

export interface RankedDocuments {
  readonly scores: readonly number[];
  readonly tokens: number;
}

/** Scores all documents. Checks the length of all of them first. */
export async function rankDocuments(
  { model, context, contextLength, queue }: RankerParts,
  { query, documents }: RankingWork,
  signal: AbortSignal,
): Promise<RankedDocuments> {
  const queryTokens = model.tokenize(query, false, 'trimLeadingSpace');
  let tokens = 0;
  const prompts = documents.map((document, index) => {
    const prompt = model.tokenize(document, false, 'trimLeadingSpace');
    const length = context.calculateInputLength(queryTokens, prompt);
    if (length >= contextLength)
      throw new EngineError(
        'invalid-request',
        `The query and the document have ${length} tokens, and the model reads at most ${contextLength - 1}.`,
        { param: `documents.${index}` },
      );
    tokens += length;
    return prompt;
  });
  const scores: number[] = [];
  await queue.run(prompts.length, { priority: 'search', signal }, async (index) => {
    scores[index] = await context.rank(queryTokens, prompts[index] ?? []);
  });
  return { scores, tokens };
}

import { EngineError, type EmbeddingInput } from '@org/engine';
import type { LlamaEmbeddingContext, LlamaModel, Token } from 'node-llama-cpp';

import type { EmbeddingWork } from '../../process-messages.js';
import type { StepQueue } from './step-queue.js';

export interface EmbedderParts {
  readonly model: LlamaModel;
  readonly context: LlamaEmbeddingContext;
  readonly contextLength: number;
  /** Tokens have ids below this; the engine does not check them. */
  readonly vocabulary: number;
  readonly queue: StepQueue;
}

export interface EmbeddedInputs {
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

/** Embeds all inputs. Checks all of them first, so that no input is embedded for a request that fails. */
export async function embedInputs(
  { model, context, contextLength, vocabulary, queue }: EmbedderParts,
  { inputs, purpose }: EmbeddingWork,
  signal: AbortSignal,
): Promise<EmbeddedInputs> {
  let tokens = 0;
  const prompts = inputs.map((input, index) => {
    const prompt = tokensOf(model, vocabulary, input, index);
    const length = context.calculateInputLength(prompt);
    if (length >= contextLength)
      throw invalid(
        `The input has ${length} tokens, and the model reads at most ${contextLength - 1}. Split it, or set a longer contextLength.`,
        index,
      );
    tokens += length;
    return prompt;
  });
  const vectors: Float32Array[] = [];
  await queue.run(prompts.length, { priority: purpose, signal }, async (index) => {
    const { vector } = await context.getEmbeddingFor(prompts[index] ?? []);
    vectors[index] = Float32Array.from(vector);
  });
  return { vectors, tokens };
}

/** Text that looks like a control token stays text. */
function tokensOf(model: LlamaModel, vocabulary: number, input: EmbeddingInput, index: number): Token[] {
  if (input.length === 0) throw invalid('The input is empty.', index);
  if (typeof input === 'string') {
    const tokens = model.tokenize(input, false);
    if (tokens.length === 0) throw invalid('The input has no tokens.', index);
    return tokens;
  }
  return input.map((token) => {
    if (!isToken(token, vocabulary))
      throw invalid(`The input has the token ${token}, and the model has ${vocabulary} tokens.`, index);
    return token;
  });
}

function isToken(value: number, vocabulary: number): value is Token {
  return Number.isInteger(value) && value >= 0 && value < vocabulary;
}

function invalid(message: string, index: number): EngineError {
  return new EngineError('invalid-request', message, { param: `input.${index}` });
}

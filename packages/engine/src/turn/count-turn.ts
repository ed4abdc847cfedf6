import { EngineError } from '../errors/engine-error.js';
import type { Message } from '../model/message.js';
import type { Warning } from '../model/warning.js';
import type { Generator, InputCount } from '../ports/generator.js';
import type { RunContext } from '../ports/run-context.js';
import { editContext } from './edit-context.js';
import { prepareStep } from './prepare-step.js';
import type { TurnRequest } from './turn-request.js';

/** The input of a turn, counted: what the model would read. */
export interface TokenCount extends InputCount {
  /** What it would read without the edits that the turn asks for. */
  readonly originalInputTokens: number;
  /** What of the turn could not be honoured, beyond its own warnings. */
  readonly warnings: readonly Warning[];
}

/**
 * Counts what `turn` would show the model in `messages`. Edits are made, but for a summary: that would have to be written
 * first. Throws `unsupported` when the model cannot count.
 */
export async function countTurn({ dialect, generation, edits = [] }: TurnRequest, messages: readonly Message[], generator: Generator, context: RunContext): Promise<TokenCount> {
  const { model } = generation;
  if (generator.countTokens === undefined) {
    throw new EngineError('unsupported', `The model ${JSON.stringify(model)} cannot count tokens.`, { param: 'model', retryable: false });
  }
  const { request, warnings } = prepareStep({ dialect, generation }, messages, generator);
  const count = await generator.countTokens(request, context);
  const edited = await editContext(edits.filter(({ kind }) => kind !== 'summarise'), request, generator, context);
  if (edited.applied.length === 0) return { ...count, originalInputTokens: count.inputTokens, warnings };
  return { ...(await generator.countTokens({ ...request, messages: edited.messages }, context)), originalInputTokens: count.inputTokens, warnings };
}

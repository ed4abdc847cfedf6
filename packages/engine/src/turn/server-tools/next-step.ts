import type { GenerationRequest } from '../../model/generation-request.js';
import type { Part } from '../../model/part.js';
import type { ToolChoice } from '../../model/tool.js';
import { mustCall } from '../../model/tool.js';
import type { ServerToolSet } from './server-tool-set.js';
import { serverToolHistory } from './server-tool-history.js';
import { expandServerCalls } from './expand-server-calls.js';
import { withOfferedNames } from './with-offered-names.js';

/** Output and usage so far when the model runs its next step. */
export interface Progress {
  readonly parts: readonly Part[];
  /** Tokens of all steps until now. */
  readonly outputTokens: number;
  /** Whether no more calls may be made. */
  readonly lastStep: boolean;
}

/**
 * The request that continues from the output so far: the same messages that a later turn starts with, so that a
 * prompt cache already holds them. The required call has been made, so the model may now choose freely.
 */
export function nextStep(
  first: GenerationRequest,
  { parts, outputTokens, lastStep }: Progress,
  toolSet: ServerToolSet,
): GenerationRequest {
  const output = [{ role: 'assistant', parts }] as const;
  const { maxOutputTokens } = first.limits;
  return {
    ...first,
    messages: [
      ...first.messages,
      ...withOfferedNames(expandServerCalls(output, serverToolHistory(output, [])), toolSet),
    ],
    toolChoice: freed(first.toolChoice),
    ...(lastStep && { tools: toolSet.withdraw(first.tools), toolChoice: { type: 'auto' } as const }),
    ...(maxOutputTokens !== undefined && {
      limits: { ...first.limits, maxOutputTokens: Math.max(0, maxOutputTokens - outputTokens) },
    }),
  };
}

function freed(choice: ToolChoice): ToolChoice {
  if (!mustCall(choice)) return choice;
  return choice.type === 'allowed' ? { ...choice, mode: 'auto' } : { type: 'auto' };
}

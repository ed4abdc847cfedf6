import type { GenerationRequest } from '../model/generation-request.js';
import type { Message } from '../model/message.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';

/** One model step: its request, its language model and its run. */
export interface Step {
  readonly request: GenerationRequest;
  readonly languageModel: LanguageModel;
  readonly context: RunContext;
}

/** The same step over another context. */
export function withMessages(step: Step, messages: readonly Message[]): Step {
  return { ...step, request: { ...step.request, messages } };
}

import type { GenerationRequest } from '@org/engine';

/**
 * Returns the owner and the optional parameters of a request without its content: an upstream that accepted one request
 * of a form accepts the others.
 */
export function requestForm(
  owner: string,
  {
    model,
    sampling,
    reasoning,
    tools,
    toolChoice,
    parallelToolCalls,
    outputFormat,
    serviceTier,
    verbosity,
    extensions = {},
  }: GenerationRequest,
): string {
  const reasoningForm =
    reasoning === undefined
      ? []
      : [reasoning.enabled, reasoning.effort, reasoning.budgetTokens !== undefined, reasoning.implied];
  return JSON.stringify([
    owner,
    model,
    Object.keys(sampling),
    reasoningForm,
    tools.length > 0,
    toolChoice.type,
    parallelToolCalls,
    outputFormat.type,
    serviceTier,
    verbosity,
    Object.keys(extensions),
  ]);
}

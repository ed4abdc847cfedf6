import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { Warning } from '../model/warning.js';
import type { Generator } from '../ports/generator.js';

/** A request whose choice of tools can be honoured, and what could not be. */
export interface SettledRequest {
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
}

/**
 * Holds the choice of `request` against the tools that are offered in the end: what earlier turns brought or took away is known only
 * once they are read. A hosted tool is never offered, so choosing one leaves the choice to the model, with a warning.
 * Throws `invalid-request` for a tool that nobody brought. An upstream that speaks the client's own `dialect` judges for itself.
 */
export function settleToolChoice(request: GenerationRequest, dialect: DialectId, { native }: Pick<Generator, 'native'>): SettledRequest {
  const { toolChoice, tools } = request;
  if (toolChoice.type === 'auto' || toolChoice.type === 'none' || native?.dialect === dialect) return { request, warnings: [] };
  if (toolChoice.type === 'required') {
    if (tools.some(({ kind }) => kind !== 'hosted')) return { request, warnings: [] };
    return tools.length === 0 ? refuse('tool_choice asks for a call, but this turn has no tools.') : leftToModel(request);
  }
  const names = toolChoice.type === 'tool' ? [toolChoice.name] : toolChoice.names;
  const missing = names.filter((name) => !tools.some((tool) => tool.kind !== 'hosted' && tool.name === name));
  if (missing.length === 0) return { request, warnings: [] };
  if (toolChoice.type === 'tool' && tools.some(({ name }) => name === toolChoice.name)) return leftToModel(request);
  return refuse(`The tool ${JSON.stringify(missing[0])} of tool_choice is not among the tools of this turn.`);
}

function leftToModel(request: GenerationRequest): SettledRequest {
  const message = 'The tool of tool_choice was not offered to the model, which chooses among the others.';
  return { request: { ...request, toolChoice: { type: 'auto' } }, warnings: [{ kind: 'ignored', param: 'tool_choice', message }] };
}

function refuse(message: string): never {
  throw new EngineError('invalid-request', message, { param: 'tool_choice' });
}

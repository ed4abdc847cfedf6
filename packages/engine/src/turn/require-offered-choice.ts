import { EngineError } from '../errors/engine-error.js';
import type { GenerationRequest } from '../model/generation-request.js';

/**
 * Throws `invalid-request` when a tool must be called, or alone may be, that is not offered. A dialect checks this where the request
 * says it all; what earlier turns brought or took away is known only once they are read.
 */
export function requireOfferedChoice({ toolChoice, tools }: Pick<GenerationRequest, 'toolChoice' | 'tools'>): void {
  const names = toolChoice.type === 'tool' ? [toolChoice.name] : toolChoice.type === 'allowed' ? toolChoice.names : [];
  const offered = new Set(tools.flatMap((tool) => (tool.kind === 'hosted' ? [] : [tool.name])));
  const missing = names.find((name) => !offered.has(name));
  if (missing !== undefined) refuse(`The tool ${JSON.stringify(missing)} of tool_choice is not among the tools of this turn.`);
  if (toolChoice.type === 'required' && offered.size === 0) refuse('tool_choice asks for a call, but this turn has no tools.');
}

function refuse(message: string): never {
  throw new EngineError('invalid-request', message, { param: 'tool_choice' });
}

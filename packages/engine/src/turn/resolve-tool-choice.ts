import { EngineError } from '../errors/engine-error.js';
import type { DialectId } from '../model/extensions.js';
import type { GenerationRequest } from '../model/generation-request.js';
import { isAmong } from '../model/tool.js';
import type { NamedTool } from '../model/tool-names.js';
import type { Warning } from '../model/warning.js';
import type { LanguageModel } from '../ports/language-model.js';

/** A request with a supported tool choice, and what was unsupported. */
export interface ResolvedRequest {
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
}

/**
 * Resolves the tool choice of `request` against the tools that are finally offered: what earlier turns added or
 * removed is known only after reading them. A hosted tool is never offered, so choosing one leaves the choice to the
 * model, with a warning. A tool of a group may be chosen by its name alone; from here on its group is included.
 * Throws `invalid-request` for an undeclared tool. An upstream of the client's own `dialect` decides for itself.
 */
export function resolveToolChoice(
  request: GenerationRequest,
  dialect: DialectId,
  { native }: Pick<LanguageModel, 'native'>,
): ResolvedRequest {
  const { toolChoice, tools } = request;
  if (toolChoice.type === 'auto' || toolChoice.type === 'none' || native?.dialect === dialect)
    return { request, warnings: [] };
  if (toolChoice.type === 'required') {
    if (tools.some(({ kind }) => kind !== 'hosted')) return { request, warnings: [] };
    return tools.length === 0
      ? refuse('tool_choice requires a call, but this turn has no tools.')
      : fallBackToAuto(request);
  }
  if (toolChoice.type === 'allowed') {
    const missing = toolChoice.tools.find(
      (one) => !tools.some((tool) => tool.kind !== 'hosted' && isAmong([one], tool)),
    );
    if (missing === undefined) return { request, warnings: [] };
    return missing.name === undefined
      ? refuse(
          `No tool of ${JSON.stringify(missing.namespace)}, which tool_choice requires, is among the tools of this turn.`,
        )
      : refuseTool(missing.name);
  }
  const tool = chosenTool(request, toolChoice);
  if (tool === undefined)
    return tools.some(({ kind, name }) => kind === 'hosted' && name === toolChoice.name)
      ? fallBackToAuto(request)
      : refuseTool(toolChoice.name);
  if (tool.namespace === toolChoice.namespace) return { request, warnings: [] };
  return {
    request: {
      ...request,
      toolChoice: { ...toolChoice, ...(tool.namespace !== undefined && { namespace: tool.namespace }) },
    },
    warnings: [],
  };
}

/** Among several tools of the same name, the one outside of all groups, otherwise the first. */
function chosenTool(
  { tools }: GenerationRequest,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
): NamedTool | undefined {
  const named = tools.filter((tool): tool is NamedTool => tool.kind !== 'hosted' && tool.name === name);
  return named.find((tool) => tool.namespace === namespace) ?? (namespace === undefined ? named[0] : undefined);
}

function fallBackToAuto(request: GenerationRequest): ResolvedRequest {
  const message = 'The tool of tool_choice was not offered to the model, which chooses among the others.';
  return {
    request: { ...request, toolChoice: { type: 'auto' } },
    warnings: [{ kind: 'ignored', param: 'tool_choice', message }],
  };
}

function refuseTool(name: string): never {
  return refuse(`The tool ${JSON.stringify(name)} of tool_choice is not among the tools of this turn.`);
}

function refuse(message: string): never {
  throw new EngineError('invalid-request', message, { param: 'tool_choice' });
}

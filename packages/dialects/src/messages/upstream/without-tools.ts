import type { FunctionTool, GenerationRequest, ToolDefinition, Warning } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/**
 * The tools of a request without the types in `omitted`, which the upstream rejects. Tools that the client runs are
 * sent as functions of the same name.
 */
export function withoutTools(
  { tools }: Pick<GenerationRequest, 'tools'>,
  omitted: readonly string[],
): { readonly request: Pick<GenerationRequest, 'tools'>; readonly warnings: readonly Warning[] } {
  if (omitted.length === 0) return { request: { tools }, warnings: [] };
  const warnings: Warning[] = [];
  const offered = tools.flatMap((tool): readonly ToolDefinition[] => {
    const type = tool.kind === 'hosted' ? tool.apiType : passthroughFieldsOf(tool)['type'];
    if (typeof type !== 'string' || !omitted.includes(type)) return [tool];
    if (tool.kind === 'function') return [asFunction(tool)];
    warnings.push({
      kind: 'dropped',
      param: 'tools',
      message: `The upstream does not support the tool '${type}'; the service does not offer it to the model.`,
    });
    return [];
  });
  return { request: { tools: offered }, warnings };
}

/** Its API form, which has the type, is in its extensions. */
function asFunction({ name, description, inputSchema }: FunctionTool): FunctionTool {
  return { kind: 'function', name, ...(description !== undefined && { description }), inputSchema };
}

import type { ResponseCreateParams, Tool } from '@org/protocol/responses';

/** Tools that an input item brings along, and their path. */
export interface ToolsFromInput {
  readonly tools: readonly Tool[];
  readonly path: string;
  /** Tools that this service reported as found, so the request has them already. */
  readonly isServiceRun: boolean;
}

/** Tools from the input: added by the developer, or found by the client. */
export function toolsFromInput(input: ResponseCreateParams['input']): ToolsFromInput[] {
  const inputTools: ToolsFromInput[] = [];
  if (!Array.isArray(input)) return inputTools;
  let index = -1;
  for (const item of input) {
    index += 1;
    if (item.type === 'additional_tools' || item.type === 'tool_search_output')
      inputTools.push({
        tools: item.tools,
        path: `input.${index}.tools`,
        isServiceRun: item.type === 'tool_search_output' && item.execution !== 'client',
      });
  }
  return inputTools;
}

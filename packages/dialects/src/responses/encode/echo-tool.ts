// A tool as answers show it.
import type { Tool } from '@org/protocol/responses';
import { redactTool } from './without-secrets.js';

/**
 * Functions show every key, as Open Responses requires. What the client left to its default has that default's value: typed clients
 * read it without looking whether it is there. Nobody is held to the schema of a function that does not say so. Secrets are never repeated.
 */
export function echoTool(tool: Tool): Tool {
  switch (tool.type) {
    case 'function':
      return {
        ...tool,
        description: tool.description ?? null,
        parameters: tool.parameters ?? null,
        strict: tool.strict ?? false,
      };
    case 'custom':
      return { ...tool, format: tool.format ?? { type: 'text' } };
    case 'web_search':
    case 'web_search_2025_08_26':
    case 'web_search_preview':
    case 'web_search_preview_2025_03_11':
      return { ...tool, search_context_size: tool.search_context_size ?? 'medium' };
    default:
      return redactTool(tool);
  }
}

// A tool as responses show it.
import type { Tool } from '@org/protocol/responses';
import { redactTool } from './without-secrets.js';

/**
 * Functions show every key, as Open Responses requires. Fields that the client left out have their default: typed
 * clients read them without checking their presence. A function's schema is enforced only on request. Secrets are
 * never repeated.
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

import type { Tool } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** Each server has a unique label. */
export function requireServers(tools: readonly Tool[], path: string): void {
  const seen = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'mcp') continue;
    const param = `${path}.${index}.server_label`;
    if (tool.server_label === '')
      refuse(
        param,
        `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
        'empty_string',
      );
    if (seen.has(tool.server_label))
      refuse(param, `Invalid '${param}': server labels must be unique.`, 'invalid_value');
    seen.add(tool.server_label);
  }
}

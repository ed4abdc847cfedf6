import type { NamespaceTool, Tool } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

const pattern = /^[a-zA-Z0-9_-]+$/;

/**
 * Maximum length of a tool name, in characters. OpenAI documents 64, but names that bridges build from a server's and
 * a tool's name are longer.
 */
export const maxToolNameLength = 128;

/**
 * Names of functions, custom tools and namespaces must match a pattern and be unique in their group. `path` is the
 * path of the tools.
 */
export function requireToolNames(tools: readonly Tool[], path: string): void {
  requireUniqueNames(tools, path);
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'namespace') continue;
    requireName(tool.name, `${path}.${index}.name`);
    // Groups hold no groups: a nested `namespace` is of an unknown kind, and its shape is unchecked.
    requireUniqueNames(tool.tools, `${path}.${index}.tools`);
  }
}

function requireUniqueNames(tools: readonly (Tool | NamespaceTool['tools'][number])[], path: string): void {
  const seen = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'function' && tool.type !== 'custom') continue;
    const param = `${path}.${index}.name`;
    requireName(tool.name, param);
    if (seen.has(tool.name)) refuse(param, `Invalid '${param}': tool names must be unique.`, 'invalid_value');
    seen.add(tool.name);
  }
}

function requireName(name: string, param: string): void {
  if (name.length > maxToolNameLength) {
    refuse(
      param,
      `Invalid '${param}': string too long. Expected a string with maximum length ${maxToolNameLength}, but got a string with length ${name.length} instead.`,
      'string_above_max_length',
    );
  }
  if (!pattern.test(name)) {
    refuse(
      param,
      `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${pattern.source}'.`,
      'invalid_value',
    );
  }
}

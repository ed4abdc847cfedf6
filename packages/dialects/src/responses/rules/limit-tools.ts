import type { Tool } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';

/** Allows at most `maxTools` tools in the list at `path`, counting those inside a namespace individually. */
export function limitTools(tools: readonly Tool[], maxTools: number, path: string): void {
  const count = tools.reduce((sum, tool) => sum + (tool.type === 'namespace' ? tool.tools.length : 1), 0);
  if (count > maxTools) {
    refuse(
      path,
      `Invalid '${path}': array too long. Expected an array with maximum length ${maxTools}, but got an array with length ${count} instead.`,
      'array_above_max_length',
    );
  }
}

/** Allows at most `maxTools` different names in all lists: searches find the same tools repeatedly. */
export function limitToolsTogether(lists: readonly { readonly tools: readonly Tool[] }[], maxTools: number): void {
  const names = new Set(lists.flatMap(({ tools }) => tools.flatMap(namesOf)));
  if (names.size > maxTools) {
    refuse(
      'input',
      `Too many tools: 'tools' and 'input' together have ${names.size} tool names. The service supports at most ${maxTools}.`,
      'array_above_max_length',
    );
  }
}

function namesOf(tool: Tool): readonly string[] {
  const name = nameOf(tool);
  return tool.type === 'namespace' ? tool.tools.map((member) => `${name}\0${nameOf(member)}`) : [name];
}

/** Tools of the server have no name but their kind. */
function nameOf(tool: { readonly type: unknown; readonly name?: unknown }): string {
  return String(tool.name ?? tool.type);
}

import type { Tool } from '@org/protocol/responses';
import { refuse } from '../refuse.js';

/** At most `most` tools in the list at `path`, those inside a namespace counted one by one. */
export function limitTools(tools: readonly Tool[], most: number, path = 'tools'): void {
  const count = tools.reduce((sum, tool) => sum + (tool.type === 'namespace' ? tool.tools.length : 1), 0);
  if (count > most) {
    refuse(
      path,
      `Invalid '${path}': array too long. Expected an array with maximum length ${most}, but got an array with length ${count} instead.`,
      'array_above_max_length',
    );
  }
}

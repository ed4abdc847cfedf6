import type { Tool } from '@org/protocol/responses';
import { refuse } from '../refuse.js';

/** At most `most` tools, those inside a namespace counted one by one. */
export function limitTools(tools: readonly Tool[], most: number): void {
  const count = tools.reduce((sum, tool) => sum + (tool.type === 'namespace' ? tool.tools.length : 1), 0);
  if (count > most) {
    refuse(
      'tools',
      `Invalid 'tools': array too long. Expected an array with maximum length ${most}, but got an array with length ${count} instead.`,
      'array_above_max_length',
    );
  }
}

import type { Part } from '@org/engine/model/part';

export interface FoundPart {
  readonly index: number;
  /** Which of the contents of a tool's result it is; absent for the part itself. */
  readonly inside?: number;
}

/** Where the very same part stands among `parts`, or in a result of a tool among them. */
export function findPart(parts: readonly Part[], part: Part): FoundPart | undefined {
  for (const [index, one] of parts.entries()) {
    if (one === part) return { index };
    const inside = one.type === 'tool-result' ? one.content.findIndex((content) => content === part) : -1;
    if (inside >= 0) return { index, inside };
  }
  return undefined;
}

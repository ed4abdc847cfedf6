import type { Part } from '@org/engine';

/** A truncated part with its text so far. */
export function withText(part: Part, text: string): Part {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { ...part, text };
    case 'tool-call':
      return { ...part, argumentsText: text };
    case 'tool-result':
    case 'media':
    case 'opaque':
      return part;
  }
}

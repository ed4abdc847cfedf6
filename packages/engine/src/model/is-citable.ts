import type { Part } from './part.js';

/** Whether the model may cite the part, or content of a tool result. */
export function isCitable(part: Part): boolean {
  if (part.type === 'tool-result') return part.content.some(isCitable);
  return (part.type === 'media' || part.type === 'opaque') && part.citable !== undefined;
}

// Groups the parts of an assistant message into response items.
import type { Part } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/** Parts of one item; `index` is the index of the first part among all parts. */
export interface PartGroup {
  readonly index: number;
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * One part is one item, unless its passthrough fields say that the item holds more. Two consecutive texts are
 * therefore two messages, and a stream can close an item without knowing what follows.
 */
export function groupParts(parts: readonly Part[]): PartGroup[] {
  const groups: PartGroup[] = [];
  for (let index = 0; index < parts.length;) {
    const first = parts[index] as Part;
    let end = index + 1;
    for (const last = index + partCount(first); end < last && continues(parts[end]);) end += 1;
    groups.push({ index, parts: [first, ...parts.slice(index + 1, end)] });
    index = end;
  }
  return groups;
}

/** Number of parts in the item that starts with `first`. */
export function partCount(first: Part): number {
  return isContent(first) ? (passthroughFieldsOf(first.extensions).parts ?? 1) : 1;
}

/** Whether a part can be content of the preceding message: it is content and starts no item of its own. */
export function continues(part: Part | undefined): boolean {
  return part !== undefined && isContent(part) && passthroughFieldsOf(part.extensions).item === undefined;
}

/** Whether a part is content of a message: text is; what else is only when it came as content. */
function isContent(part: Part): boolean {
  if (part.type === 'media' || part.type === 'opaque')
    return passthroughFieldsOf(part.extensions).content !== undefined;
  return part.type === 'text';
}

/** Whether the item that starts with `first` is a message: text is one, and so is what arrived as message content. */
export function isMessage(first: Part): boolean {
  return first.type === 'text' || (isContent(first) && passthroughFieldsOf(first.extensions).item !== undefined);
}

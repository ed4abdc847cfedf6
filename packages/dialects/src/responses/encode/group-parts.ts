// Which parts of an assistant message belong to one wire item.
import type { Part } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/** The parts of one item; `index` is the first one's place among all. */
export interface PartGroup {
  readonly index: number;
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * One part is one item, unless its bag says that the item holds more. So two texts in a row are two messages, and a
 * stream can close an item without knowing what follows.
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

/** How many parts the item that begins with `first` holds. */
export function partCount(first: Part): number {
  return isContent(first) ? (passthroughFieldsOf(first.extensions).parts ?? 1) : 1;
}

/** Whether a part can be content of the message before it: it is content, and begins no item of its own. */
export function continues(part: Part | undefined): boolean {
  return part !== undefined && isContent(part) && passthroughFieldsOf(part.extensions).item === undefined;
}

/** Whether a part is content of a message: text is; what else is only when it came as content. */
function isContent(part: Part): boolean {
  if (part.type === 'media' || part.type === 'opaque')
    return passthroughFieldsOf(part.extensions).content !== undefined;
  return part.type === 'text';
}

/** Whether the item that begins with `first` is a message: text is, and what came as content of one. */
export function isMessage(first: Part): boolean {
  return first.type === 'text' || (isContent(first) && passthroughFieldsOf(first.extensions).item !== undefined);
}

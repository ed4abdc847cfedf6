import type { Part } from '@org/engine';

/**
 * Separates the texts of a response, which otherwise continue each other; text that replaces a block is not part of
 * its neighbors.
 */
export function separateParts(parts: readonly Part[]): readonly Part[] {
  if (!parts.some(({ type }) => type === 'opaque')) return parts;
  let before: Part | undefined;
  return parts.map((part) => {
    const text = textOf(part);
    const previousText = before === undefined ? undefined : textOf(before);
    const continues = part.type === 'text' && before?.type === 'text';
    if (text !== undefined) before = part;
    return previousText === undefined ||
      text === undefined ||
      continues ||
      previousText.endsWith('\n') ||
      text.startsWith('\n')
      ? part
      : { ...part, text: `\n${text}` };
  });
}

function textOf(part: Part): string | undefined {
  return part.type === 'text' || part.type === 'opaque' ? part.text : undefined;
}

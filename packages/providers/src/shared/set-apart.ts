import type { Part } from '@org/engine';

/** The texts of an answer go on where the last one ended; words that stand for a block are no part of what was said before and after it. */
export function setApart(parts: readonly Part[]): readonly Part[] {
  if (!parts.some(({ type }) => type === 'opaque')) return parts;
  let before: Part | undefined;
  return parts.map((part) => {
    const text = wordsOf(part);
    const said = before === undefined ? undefined : wordsOf(before);
    const goesOn = part.type === 'text' && before?.type === 'text';
    if (text !== undefined) before = part;
    return said === undefined || text === undefined || goesOn || said.endsWith('\n') || text.startsWith('\n')
      ? part
      : { ...part, text: `\n${text}` };
  });
}

function wordsOf(part: Part): string | undefined {
  return part.type === 'text' || part.type === 'opaque' ? part.text : undefined;
}

import type { CodeRange } from './char-set.js';

/** What a text can be, as a tree: a regular expression, or the body of a rule of a larger grammar. */
export type Regular =
  /** One character of a set. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[] }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Regular[] }
  | { readonly kind: 'repeat'; readonly node: Regular; readonly low: number; readonly high: number }
  /** Any text at all, up to the end. */
  | { readonly kind: 'rest' }
  /** What another rule accepts. */
  | { readonly kind: 'rule'; readonly name: string };

/** Every character that there is. */
const anyCharacter: Regular = { kind: 'set', ranges: [[0, 0x10ffff]] };

export function sequenceOf(nodes: readonly Regular[]): Regular {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: 'sequence', nodes };
}

export function choiceOf(nodes: readonly Regular[]): Regular {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: 'choice', nodes };
}

/** A text of `low` to `high` characters. */
export function textOfLength(low: number, high: number): Regular {
  return { kind: 'repeat', node: anyCharacter, low, high };
}

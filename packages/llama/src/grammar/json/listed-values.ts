import type { JsonValue } from '@org/engine';
import type { Automaton, Step } from '../regular/automaton.js';
import { automatonGrammar } from '../regular/automaton-grammar.js';
import { isEncodable } from '../regular/char-set.js';
import { anyOf, literal, type Gbnf } from '../gbnf.js';

/** Fewer texts than this are simply listed. */
const minValues = 5;

/**
 * One of the values, as JSON. Many strings become a prefix tree, because the engine would compare every token of its
 * vocabulary with every string of a list.
 */
export function listedValues(gbnf: Gbnf, values: readonly JsonValue[]): string {
  const texts = values.filter((value) => typeof value === 'string').filter(isPlain);
  if (texts.length < minValues) return anyOf(values.map(asListed));
  const tree = `( "\\"" ${automatonGrammar(gbnf, treeOf(texts), 'listed')} "\\"" )`;
  const others = values.filter((value) => typeof value !== 'string' || !isPlain(value));
  return anyOf([tree, ...others.map(asListed)]);
}

function asListed(value: JsonValue): string {
  return literal(JSON.stringify(value));
}

/** Other strings contain characters that need escapes. */
function isPlain(text: string): boolean {
  return [...text].every((char) => isEncodable([[codeOf(char), codeOf(char)]]));
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

/** The texts with their common beginnings joined. */
function treeOf(texts: readonly string[]): Automaton {
  const nodes: { accepts: boolean; readonly next: Map<string, number> }[] = [{ accepts: false, next: new Map() }];
  for (const text of texts) {
    let at = 0;
    for (const char of text) {
      const next = nodes[at]?.next.get(char) ?? nodes.push({ accepts: false, next: new Map() }) - 1;
      nodes[at]?.next.set(char, next);
      at = next;
    }
    const end = nodes[at];
    if (end !== undefined) end.accepts = true;
  }
  return nodes.map(({ accepts, next }) => ({
    accepts,
    steps: [...next].map(([char, to]): Step => ({ kind: 'character', ranges: [[codeOf(char), codeOf(char)]], to })),
  }));
}

import { LarkError, type LarkNode } from './lark-reader.js';
import { readAnchoredPattern } from '../regular/pattern-reader.js';
import type { Regular } from '../regular/regular.js';

type Rules = ReadonlyMap<string, LarkNode>;

/** The rules that match the empty text. */
export function rulesThatMayBeEmpty(rules: Rules): ReadonlySet<string> {
  const empty = new Set<string>();
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, node] of rules) {
      if (empty.has(name) || !canBeEmpty(node, empty)) continue;
      empty.add(name);
      changed = true;
    }
  }
  return empty;
}

/** Recursive rules, at least one on every cycle. Throws a LarkError for left recursion, which would never terminate. */
export function recursiveRules(rules: Rules, empty: ReadonlySet<string>): ReadonlySet<string> {
  const recursive = new Set<string>();
  const met = findCycles(rules, ['start'], namesIn, (name) => recursive.add(name));
  findCycles(
    rules,
    met,
    (node) => firstNames(node, empty),
    (name) => {
      throw new LarkError(`"${name}" is left-recursive; write the repetition with * or +`);
    },
  );
  return recursive;
}

/** Follows names from rule to rule and reports each rule that is reached again from itself. Returns all visited rules. */
function findCycles(
  rules: Rules,
  from: Iterable<string>,
  namesOf: (node: LarkNode) => readonly string[],
  met: (name: string) => void,
): ReadonlySet<string> {
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (name: string): void => {
    if (open.has(name)) met(name);
    const node = rules.get(name);
    if (node === undefined || open.has(name) || done.has(name)) return;
    open.add(name);
    for (const next of namesOf(node)) visit(next);
    open.delete(name);
    done.add(name);
  };
  for (const name of from) visit(name);
  return done;
}

function canBeEmpty(node: LarkNode, empty: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'text':
    case 'range':
      return false;
    case 'pattern':
      return acceptsNoCharacters(readAnchoredPattern(node.source, node.flags));
    case 'name':
      return empty.has(node.name);
    case 'sequence':
      return node.nodes.every((one) => canBeEmpty(one, empty));
    case 'choice':
      return node.nodes.some((one) => canBeEmpty(one, empty));
    case 'repeat':
      return node.low === 0 || canBeEmpty(node.node, empty);
  }
}

function acceptsNoCharacters(expression: Regular): boolean {
  switch (expression.kind) {
    case 'set':
    case 'rule':
      return false;
    case 'rest':
      return true;
    case 'sequence':
      return expression.nodes.every(acceptsNoCharacters);
    case 'choice':
      return expression.nodes.some(acceptsNoCharacters);
    case 'repeat':
      return expression.low === 0 || acceptsNoCharacters(expression.node);
  }
}

function namesIn(node: LarkNode): readonly string[] {
  switch (node.kind) {
    case 'text':
    case 'range':
    case 'pattern':
      return [];
    case 'name':
      return [node.name];
    case 'sequence':
    case 'choice':
      return node.nodes.flatMap(namesIn);
    case 'repeat':
      return namesIn(node.node);
  }
}

/** The names that a match of `node` can start with. */
function firstNames(node: LarkNode, empty: ReadonlySet<string>): readonly string[] {
  switch (node.kind) {
    case 'sequence': {
      const firstNonEmpty = node.nodes.findIndex((one) => !canBeEmpty(one, empty));
      return node.nodes
        .slice(0, firstNonEmpty < 0 ? undefined : firstNonEmpty + 1)
        .flatMap((one) => firstNames(one, empty));
    }
    case 'choice':
      return node.nodes.flatMap((one) => firstNames(one, empty));
    case 'repeat':
      return firstNames(node.node, empty);
    default:
      return namesIn(node);
  }
}

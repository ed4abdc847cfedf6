// A random walk through a grammar in llama.cpp's notation: the output of a model that is constrained only by the
// grammar.

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly low: number; readonly high: number };

/** Numbers from 0 up to but without 1. */
export type Random = () => number;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** How often a walk repeats what may be repeated without end. */
const maxExtraRepeats = 4;
/** Depth after which a walk takes the shortest path to the end, in steps. */
const deepest = 14;

export class GrammarWalk {
  readonly #rules = new Map<string, Node>();
  /** Number of steps of the shortest path through each rule. */
  readonly #depths = new Map<string, number>();

  constructor(grammar: string) {
    for (const line of grammar.split('\n')) {
      const at = line.indexOf(' ::= ');
      this.#rules.set(line.slice(0, at), new RuleReader(line.slice(at + 5)).read());
    }
    for (let changed = true; changed;) {
      changed = false;
      for (const [name, node] of this.#rules) {
        const depth = this.#depth(node) + 1;
        if (depth >= (this.#depths.get(name) ?? Infinity)) continue;
        this.#depths.set(name, depth);
        changed = true;
      }
    }
  }

  /** Rules, used or defined, that no finite text matches, so that generation would never end. */
  endless(): readonly string[] {
    return [...new Set([...this.#rules].flatMap(([name, node]) => [name, ...namesIn(node)]))].filter(
      (name) => !this.#depths.has(name),
    );
  }

  /** A text that the grammar accepts. Throws when no finite text is. */
  write(random: Random): string {
    if (!Number.isFinite(this.#depths.get('root') ?? Infinity)) throw new Error('the grammar accepts no finite text');
    return this.#write({ kind: 'rule', name: 'root' }, random, 0);
  }

  #write(node: Node, random: Random, depth: number): string {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'class':
        return String.fromCodePoint(pickCode(node.ranges, random));
      case 'rule':
        return this.#write(this.#rule(node.name), random, depth + 1);
      case 'sequence':
        return node.nodes.map((one) => this.#write(one, random, depth)).join('');
      case 'choice':
        return this.#write(this.#choose(node.nodes, random, depth), random, depth);
      case 'repeat': {
        const high = depth > deepest ? node.low : Math.min(node.high, node.low + maxExtraRepeats);
        const times = node.low + Math.floor(random() * (high - node.low + 1));
        return Array.from({ length: times }, () => this.#write(node.node, random, depth)).join('');
      }
    }
  }

  #choose(nodes: readonly Node[], random: Random, depth: number): Node {
    const alternatives = nodes.filter((node) => Number.isFinite(this.#depth(node)));
    const minLength = Math.min(...alternatives.map((node) => this.#depth(node)));
    const open = depth > deepest ? alternatives.filter((node) => this.#depth(node) === minLength) : alternatives;
    const chosen = open[Math.floor(random() * open.length)];
    if (chosen === undefined) throw new Error('a choice leads nowhere');
    return chosen;
  }

  #depth(node: Node): number {
    switch (node.kind) {
      case 'text':
      case 'class':
        return 0;
      case 'rule':
        return this.#depths.get(node.name) ?? Infinity;
      case 'sequence':
        return Math.max(0, ...node.nodes.map((one) => this.#depth(one)));
      case 'choice':
        return Math.min(...node.nodes.map((one) => this.#depth(one)));
      case 'repeat':
        return node.low === 0 ? 0 : this.#depth(node.node);
    }
  }

  #rule(name: string): Node {
    const rule = this.#rules.get(name);
    if (rule === undefined) throw new Error(`the grammar has no rule ${name}`);
    return rule;
  }
}

function namesIn(node: Node): readonly string[] {
  if (node.kind === 'rule') return [node.name];
  if (node.kind === 'repeat') return namesIn(node.node);
  return node.kind === 'sequence' || node.kind === 'choice' ? node.nodes.flatMap(namesIn) : [];
}

function pickCode(ranges: readonly (readonly [number, number])[], random: Random): number {
  const [low, high] = ranges[Math.floor(random() * ranges.length)] ?? [0, 0];
  // Mostly from the start of a range, where the characters are that people and attackers use.
  const width = random() < 0.8 ? Math.min(high - low, 60) : high - low;
  return low + Math.floor(random() * (width + 1));
}

/** Reads the right side of a rule. */
class RuleReader {
  #at = 0;

  constructor(readonly source: string) {}

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.source.length) throw new Error(`cannot read ${this.source.slice(this.#at)}`);
    return node;
  }

  #choice(): Node {
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: 'choice', nodes };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    for (this.#skip(); this.#at < this.source.length && !'|)'.includes(this.source[this.#at] ?? ''); this.#skip())
      nodes.push(this.#repeated(this.#single()));
    return { kind: 'sequence', nodes };
  }

  #single(): Node {
    if (this.#take('(')) {
      const inner = this.#choice();
      if (!this.#take(')')) throw new Error(`a group does not end: ${this.source}`);
      return inner;
    }
    if (this.source[this.#at] === '"') return this.#text();
    if (this.source[this.#at] === '[') return this.#class();
    const name = /^[a-z0-9-]+/i.exec(this.source.slice(this.#at))?.[0];
    if (name === undefined) throw new Error(`cannot read ${this.source.slice(this.#at)}`);
    this.#at += name.length;
    return { kind: 'rule', name };
  }

  #repeated(node: Node): Node {
    const symbol = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.source.slice(this.#at));
    if (symbol === null) return node;
    this.#at += symbol[0].length;
    if (symbol[0] === '*') return { kind: 'repeat', node, low: 0, high: Infinity };
    if (symbol[0] === '+') return { kind: 'repeat', node, low: 1, high: Infinity };
    if (symbol[0] === '?') return { kind: 'repeat', node, low: 0, high: 1 };
    const low = Number(symbol[1]);
    return {
      kind: 'repeat',
      node,
      low,
      high: symbol[2] === '' ? low : symbol[3] === '' ? Infinity : Number(symbol[3]),
    };
  }

  #text(): Node {
    let text = '';
    for (this.#at += 1; this.source[this.#at] !== '"';) text += this.#character();
    this.#at += 1;
    return { kind: 'text', text };
  }

  #class(): Node {
    const ranges: [number, number][] = [];
    for (this.#at += 1; this.source[this.#at] !== ']';) {
      const low = this.#character().codePointAt(0) ?? 0;
      const isRange = this.source[this.#at] === '-' && this.source[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      ranges.push([low, isRange ? (this.#character().codePointAt(0) ?? 0) : low]);
    }
    this.#at += 1;
    return { kind: 'class', ranges };
  }

  #character(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.#at) ?? 0);
    this.#at += char.length;
    if (char !== '\\') return char;
    const code = this.source[this.#at] ?? '';
    this.#at += 1;
    const digits = { x: 2, u: 4, U: 8 }[code];
    if (digits === undefined) return escapes[code] ?? code;
    this.#at += digits;
    return String.fromCodePoint(Number.parseInt(this.source.slice(this.#at - digits, this.#at), 16));
  }

  #take(symbol: string): boolean {
    this.#skip();
    if (this.source[this.#at] !== symbol) return false;
    this.#at += 1;
    return true;
  }

  #skip(): void {
    while (this.source[this.#at] === ' ') this.#at += 1;
  }
}

/** An expression of a Lark grammar. */
export type LarkNode =
  | { readonly kind: 'text'; readonly text: string; readonly anyCase: boolean }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'range'; readonly low: string; readonly high: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly LarkNode[] }
  | { readonly kind: 'repeat'; readonly node: LarkNode; readonly low: number; readonly high: number };

export interface LarkDefinitions {
  /** Rules and terminals by name. */
  readonly rules: ReadonlyMap<string, LarkNode>;
  /** Names imported from Lark's standard library, by their local name. */
  readonly imports: ReadonlyMap<string, string>;
  /** Expressions that may appear between any two tokens. */
  readonly ignored: readonly LarkNode[];
}

/** Why a definition has no grammar. */
export class LarkError extends Error {
  override readonly name = 'LarkError';
}

type Token =
  | { readonly type: 'name' | 'mark' | 'end'; readonly text: string; readonly line: number }
  | { readonly type: 'node'; readonly node: LarkNode; readonly text: string; readonly line: number };

const token =
  /(?<space>[ \t\f\r]+|\/\/[^\n]*|#[^\n]*)|(?<end>\n)|(?<text>"(?:[^"\\\n]|\\.)*"i?)|(?<pattern>\/(?!\/)(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)|(?<name>[!?]*[a-zA-Z_][a-zA-Z0-9_]*|%[a-z]+)|(?<mark>\.\.|->|[:|()[\]*+?~.,{}]|\d+)/y;

/**
 * Parses Lark notation: rules and terminals, `%ignore`, `%import common`. Throws a {@link LarkError} with the line
 * number for anything else, such as templates and `%extend`.
 */
export function readLark(definition: string): LarkDefinitions {
  return new LarkReader(tokensOf(definition)).read();
}

function tokensOf(definition: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (token.lastIndex = 0; token.lastIndex < definition.length;) {
    const at = token.lastIndex;
    const groups = token.exec(definition)?.groups;
    if (groups === undefined)
      throw new LarkError(`line ${line}: ${JSON.stringify(definition.slice(at, at + 10))} is not valid syntax`);
    const { end, text, pattern, name, mark } = groups;
    if (end !== undefined) tokens.push({ type: 'end', text: 'the end of the line', line });
    else if (text !== undefined) tokens.push({ type: 'node', node: textNode(text, line), text, line });
    else if (pattern !== undefined) tokens.push({ type: 'node', node: patternNode(pattern), text: pattern, line });
    else if (name !== undefined) tokens.push({ type: 'name', text: name.replace(/^[!?]+/, ''), line });
    else if (mark !== undefined) tokens.push({ type: 'mark', text: mark, line });
    if (end !== undefined) line += 1;
  }
  return [...tokens, { type: 'end', text: 'the end', line }];
}

function textNode(source: string, line: number): LarkNode {
  const anyCase = source.endsWith('i');
  const quoted = anyCase ? source.slice(0, -1) : source;
  try {
    // Lark reads escapes as Python does; what JSON knows of them is the same.
    const text: unknown = JSON.parse(quoted.replace(/\\x([0-9a-fA-F]{2})/g, '\\u00$1').replaceAll("\\'", "'"));
    if (typeof text === 'string' && text !== '') return { kind: 'text', text, anyCase };
  } catch {
    // Reported below.
  }
  throw new LarkError(`line ${line}: ${source} is not a valid string`);
}

function patternNode(source: string): LarkNode {
  const end = source.lastIndexOf('/');
  return { kind: 'pattern', source: source.slice(1, end).replaceAll('\\/', '/'), flags: source.slice(end + 1) };
}

class LarkReader {
  readonly #rules = new Map<string, LarkNode>();
  readonly #imports = new Map<string, string>();
  readonly #ignored: LarkNode[] = [];
  #at = 0;

  constructor(readonly tokens: readonly Token[]) {}

  read(): LarkDefinitions {
    while (this.#at < this.tokens.length) {
      const first = this.#next();
      if (first.type === 'end') continue;
      if (first.type !== 'name') throw this.#syntaxError(first);
      if (first.text === '%ignore') this.#ignored.push(this.#choice());
      else if (first.text === '%import') this.#import();
      else if (first.text.startsWith('%')) throw new LarkError(`line ${first.line}: ${first.text} is not supported`);
      else this.#rule(first);
    }
    return { rules: this.#rules, imports: this.#imports, ignored: this.#ignored };
  }

  #rule(name: Token): void {
    // A priority only matters to a parser.
    if (this.#take('.')) this.#next();
    if (!this.#take(':')) throw this.#syntaxError(this.#peek());
    if (this.#rules.has(name.text)) throw new LarkError(`line ${name.line}: ${name.text} is defined twice`);
    this.#rules.set(name.text, this.#choice());
  }

  #import(): void {
    const library = this.#next();
    if (library.text !== 'common') throw new LarkError(`line ${library.line}: only "common" can be imported`);
    if (this.#take('.')) {
      const name = this.#name();
      this.#imports.set(this.#take('->') ? this.#name() : name, name);
      return;
    }
    if (!this.#take('(')) throw this.#syntaxError(this.#peek());
    do {
      const name = this.#name();
      this.#imports.set(name, name);
    } while (this.#take(','));
    if (!this.#take(')')) throw this.#syntaxError(this.#peek());
  }

  #choice(): LarkNode {
    const nodes = [this.#sequence()];
    while (this.#takeBar()) nodes.push(this.#sequence());
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: 'choice', nodes };
  }

  #sequence(): LarkNode {
    const nodes: LarkNode[] = [];
    for (;;) {
      const next = this.#peek();
      if (next.type === 'mark' && next.text === '->') {
        this.#next();
        this.#name();
        break;
      }
      if (next.type === 'end' || (next.type === 'mark' && next.text !== '(' && next.text !== '[')) break;
      nodes.push(this.#repeated(this.#single()));
    }
    return nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { kind: 'sequence', nodes };
  }

  #single(): LarkNode {
    const next = this.#next();
    if (next.type === 'node')
      return next.node.kind === 'text' && this.#take('..') ? this.#range(next.node.text) : next.node;
    if (next.type === 'name') {
      if (this.#peek().text === '{') throw new LarkError(`line ${next.line}: templates are not supported`);
      return { kind: 'name', name: next.text };
    }
    const close = next.text === '(' ? ')' : ']';
    const inner = this.#choice();
    if (!this.#take(close)) throw this.#syntaxError(this.#peek());
    return close === ']' ? { kind: 'repeat', node: inner, low: 0, high: 1 } : inner;
  }

  #range(low: string): LarkNode {
    const high = this.#next();
    if (high.type !== 'node' || high.node.kind !== 'text' || [...low].length !== 1 || [...high.node.text].length !== 1)
      throw this.#syntaxError(high);
    return { kind: 'range', low, high: high.node.text };
  }

  #repeated(node: LarkNode): LarkNode {
    if (this.#take('*')) return { kind: 'repeat', node, low: 0, high: Infinity };
    if (this.#take('+')) return { kind: 'repeat', node, low: 1, high: Infinity };
    if (this.#take('?')) return { kind: 'repeat', node, low: 0, high: 1 };
    if (!this.#take('~')) return node;
    const low = this.#count();
    return { kind: 'repeat', node, low, high: this.#take('..') ? this.#count() : low };
  }

  #count(): number {
    const next = this.#next();
    if (!/^\d{1,4}$/.test(next.text)) throw this.#syntaxError(next);
    return Number(next.text);
  }

  /** Alternatives may continue on the next lines. */
  #takeBar(): boolean {
    let ahead = this.#at;
    while (this.tokens[ahead]?.type === 'end') ahead += 1;
    const next = this.tokens[ahead];
    if (next?.type !== 'mark' || next.text !== '|') return false;
    this.#at = ahead + 1;
    return true;
  }

  #name(): string {
    const next = this.#next();
    if (next.type !== 'name') throw this.#syntaxError(next);
    return next.text;
  }

  #peek(): Token {
    return this.tokens[this.#at] ?? { type: 'end', text: 'the end', line: 0 };
  }

  #next(): Token {
    const next = this.#peek();
    this.#at += 1;
    return next;
  }

  #take(mark: string): boolean {
    const next = this.#peek();
    if (next.type !== 'mark' || next.text !== mark) return false;
    this.#at += 1;
    return true;
  }

  #syntaxError({ text, line }: Token): LarkError {
    return new LarkError(`line ${line}: ${text} is not allowed here`);
  }
}

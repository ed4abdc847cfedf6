/** The parts of one path through a grammar; a part without relevant children is a `leaf`. */
type Part =
  | { readonly kind: 'leaf' | 'name'; readonly text: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly quantifier: string };

const token = /"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|[a-z0-9-]+|[()|*+?]|\{\d*,?\d*\}/gi;

/**
 * Which expressions of a grammar a finite text can match. A rule that requires itself, such as an object with a
 * required member of its own type, never terminates: a model would generate until it is truncated.
 */
export class FiniteRules {
  readonly #bodies: ReadonlyMap<string, Part>;
  readonly #finite = new Set<string>();

  /** `rules`: the right side of every rule, by its name. Of many, only those are read that the expressions lead to. */
  constructor(rules: ReadonlyMap<string, string>, expressions: readonly string[]) {
    this.#bodies = bodiesFrom(rules, expressions);
    const users = new Map([...this.#bodies.keys()].map((name): [string, string[]] => [name, []]));
    for (const [name, body] of this.#bodies) for (const used of namesIn(body)) users.get(used)?.push(name);
    const open = [...this.#bodies.keys()];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const body = this.#bodies.get(name);
      if (this.#finite.has(name) || body === undefined || !this.#ends(body)) continue;
      this.#finite.add(name);
      for (const user of users.get(name) ?? []) open.push(user);
    }
  }

  /** Whether a finite text fulfils the expression. */
  has(expression: string): boolean {
    return this.#ends(read(expression));
  }

  /** The rules that finite texts fulfil, without the choices and repetitions in them that none does. */
  *rules(): Generator<readonly [name: string, body: string]> {
    for (const [name, body] of this.#bodies) if (this.#finite.has(name)) yield [name, this.#write(body)];
  }

  #ends(part: Part): boolean {
    switch (part.kind) {
      case 'leaf':
        return true;
      case 'name':
        return this.#finite.has(part.text);
      case 'sequence':
        return part.parts.every((one) => this.#ends(one));
      case 'choice':
        return part.parts.some((one) => this.#ends(one));
      case 'repeat':
        return isOptional(part.quantifier) || this.#ends(part.part);
    }
  }

  #write(part: Part): string {
    switch (part.kind) {
      case 'leaf':
      case 'name':
        return part.text;
      case 'sequence':
        return (
          part.parts
            .map((one) => this.#write(one))
            .filter((text) => text !== '')
            .join(' ') || '""'
        );
      case 'choice':
        return `( ${part.parts
          .filter((one) => this.#ends(one))
          .map((one) => this.#write(one))
          .join(' | ')} )`;
      case 'repeat':
        if (!this.#ends(part.part)) return '';
        return part.part.kind === 'sequence'
          ? `( ${this.#write(part.part)} )${part.quantifier}`
          : `${this.#write(part.part)}${part.quantifier}`;
    }
  }
}

/** The right sides of the rules that expressions lead to, in the order of the rules. */
function bodiesFrom(rules: ReadonlyMap<string, string>, expressions: readonly string[]): ReadonlyMap<string, Part> {
  const bodies = new Map<string, Part>();
  const open = expressions.flatMap((expression) => [...namesIn(read(expression))]);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = bodies.has(name) ? undefined : rules.get(name);
    if (text === undefined) continue;
    const body = read(text);
    bodies.set(name, body);
    open.push(...namesIn(body));
  }
  return new Map(
    [...rules.keys()].flatMap((name) => {
      const body = bodies.get(name);
      return body === undefined ? [] : [[name, body] as const];
    }),
  );
}

/** Whether the quantifier of an expression makes it optional. */
function isOptional(quantifier: string): boolean {
  return quantifier === '?' || quantifier === '*' || /^\{0?[,}]/.test(quantifier);
}

function* namesIn(part: Part): Generator<string> {
  if (part.kind === 'name') yield part.text;
  if (part.kind === 'repeat') yield* namesIn(part.part);
  if (part.kind === 'sequence' || part.kind === 'choice') for (const one of part.parts) yield* namesIn(one);
}

/** Reads the right side of a rule. */
function read(body: string): Part {
  const tokens = body.match(token) ?? [];
  let at = 0;
  const choice = (): Part => {
    const parts = [sequence()];
    for (; tokens[at] === '|'; parts.push(sequence())) at += 1;
    return joined('choice', parts);
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    for (let text = tokens[at]; text !== undefined && text !== '|' && text !== ')'; text = tokens[at]) {
      at += 1;
      parts.push(repeated(single(text)));
    }
    return joined('sequence', parts);
  };
  const single = (text: string): Part => {
    if (text !== '(') return { kind: text.startsWith('"') || text.startsWith('[') ? 'leaf' : 'name', text };
    const inner = choice();
    at += 1;
    return inner;
  };
  const repeated = (part: Part): Part => {
    const quantifier = tokens[at];
    if (quantifier === undefined || !'*+?{'.includes(quantifier.charAt(0))) return part;
    at += 1;
    return { kind: 'repeat', part, quantifier };
  };
  return choice();
}

function joined(kind: 'sequence' | 'choice', parts: readonly Part[]): Part {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

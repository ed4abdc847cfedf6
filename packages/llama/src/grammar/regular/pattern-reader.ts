import { complement, isEncodable, type CodeRange } from './char-set.js';
import { choiceOf, sequenceOf, type Regular } from './regular.js';

/** Why a regular expression cannot be read. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const digits: readonly CodeRange[] = [[0x30, 0x39]];
const wordChars: readonly CodeRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** All that ECMAScript calls white space: what is none must be none for a validator, too. */
const spaces: readonly CodeRange[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const lineEnds: readonly CodeRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const classes: Readonly<Record<string, readonly CodeRange[]>> = {
  d: digits,
  D: complement(digits),
  w: wordChars,
  W: complement(wordChars),
  s: spaces,
  S: complement(spaces),
};
const controls: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, 0: 0 };
const maxRepeats = 1_000;
/** Maximum number of characters of a range that are checked for other cases. */
const maxRepetitions = 1_000;

/**
 * Parses an ECMAScript regular expression. Without an anchor, any text may precede or follow the match. Throws a
 * {@link PatternError} for constructs that an automaton cannot express: look-around, back references, word
 * boundaries, Unicode properties.
 */
export function readPattern(pattern: string): Regular {
  return new PatternReader(pattern, { anchored: false, flags: '' }).read();
}

/**
 * Parses an expression that must match the entire text, with or without anchors, in the syntax of Rust and Python.
 * `flags`: `i` and `s`.
 */
export function readAnchoredPattern(pattern: string, flags = ''): Regular {
  const leading = /^\(\?([a-z]+)\)/.exec(pattern);
  const all = flags + (leading?.[1] ?? '');
  const unknown = [...all].find((flag) => !'isu'.includes(flag));
  if (unknown !== undefined) throw new PatternError(`the flag "${unknown}"`);
  return new PatternReader(pattern.slice(leading?.[0].length ?? 0), { anchored: true, flags: all }).read();
}

const anything: Regular = { kind: 'repeat', node: { kind: 'set', ranges: [[0, 0x10ffff]] }, low: 0, high: Infinity };

class PatternReader {
  readonly #chars: readonly string[];
  readonly #anchored: boolean;
  readonly #anyCase: boolean;
  readonly #dot: readonly CodeRange[];
  #at = 0;

  constructor(pattern: string, { anchored, flags }: { readonly anchored: boolean; readonly flags: string }) {
    this.#chars = [...pattern];
    this.#anchored = anchored;
    this.#anyCase = flags.includes('i');
    this.#dot = complement(flags.includes('s') ? [] : lineEnds);
  }

  read(): Regular {
    const alternatives: Regular[] = [];
    do {
      const before = this.#consume('^') || this.#anchored ? [] : [anything];
      const body = this.#sequence();
      const after: readonly Regular[] = this.#consume('$') || this.#anchored ? [] : [{ kind: 'rest' }];
      if (this.#peek() !== undefined && this.#peek() !== '|')
        throw new PatternError(`"${this.#peek()}" is not allowed here`);
      alternatives.push(sequenceOf([...before, body, ...after]));
    } while (this.#consume('|'));
    return choiceOf(alternatives);
  }

  #peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  #consume(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }

  #take(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new PatternError('it ends unexpectedly');
    this.#at += 1;
    return char;
  }

  #sequence(): Regular {
    const terms: Regular[] = [];
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      if (char === '$' || char === '^') {
        if (char === '$' && (this.#peek(1) === undefined || this.#peek(1) === '|')) break;
        throw new PatternError('an anchor inside of it');
      }
      terms.push(this.#quantified());
    }
    return sequenceOf(terms);
  }

  #quantified(): Regular {
    const atom = this.#atom();
    const counts = this.#quantifier();
    if (counts === undefined) return atom;
    this.#consume('?');
    return { kind: 'repeat', node: atom, low: counts[0], high: counts[1] };
  }

  /** Minimum and maximum number of repetitions; `undefined` where there is no quantifier. */
  #quantifier(): readonly [number, number] | undefined {
    const char = this.#peek();
    const known = char === undefined ? undefined : quantifiers[char];
    if (known !== undefined) {
      this.#at += 1;
      return known;
    }
    if (char !== '{') return undefined;
    const rest = this.#chars.slice(this.#at).join('');
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(rest);
    if (found === null) return undefined;
    this.#at += found[0].length;
    const low = Number(found[1]);
    const high = found[2] === '' ? low : found[3] === '' ? Infinity : Number(found[3]);
    if (low > maxRepeats || (high > maxRepeats && high !== Infinity))
      throw new PatternError(`it repeats more than ${maxRepeats} times`);
    return [low, high];
  }

  #atom(): Regular {
    const char = this.#take();
    switch (char) {
      case '(':
        return this.#group();
      case '[':
        return characters(this.#set());
      case '.':
        return characters(this.#dot);
      case '\\':
        return characters(this.#inCases(this.#escape()));
      case '*':
      case '+':
      case '?':
        throw new PatternError(`"${char}" repeats nothing`);
      default:
        return characters(this.#inCases([codeRange(char)]));
    }
  }

  /** Letters in both cases, where their case does not matter. */
  #inCases(ranges: readonly CodeRange[]): readonly CodeRange[] {
    return this.#anyCase ? [...ranges, ...ranges.flatMap(otherCases)] : ranges;
  }

  #group(): Regular {
    if (this.#consume('?')) {
      // Rust and Python write a P before the name.
      const named = this.#consume('P');
      if (this.#consume('<')) {
        if (this.#peek() === '=' || this.#peek() === '!') throw new PatternError('look-behind');
        while (this.#take() !== '>');
      } else if (named || !this.#consume(':')) {
        throw new PatternError('look-ahead or flags');
      }
    }
    const alternatives = [this.#sequence()];
    while (this.#consume('|')) alternatives.push(this.#sequence());
    if (!this.#consume(')')) throw new PatternError('a group is not closed');
    return choiceOf(alternatives);
  }

  #set(): readonly CodeRange[] {
    const negated = this.#consume('^');
    const ranges: CodeRange[] = [];
    while (!this.#consume(']')) {
      const low = this.#setMember();
      const single = low.length === 1 && low[0] !== undefined && low[0][0] === low[0][1] ? low[0][0] : undefined;
      if (single !== undefined && this.#peek() === '-' && this.#peek(1) !== ']') {
        this.#at += 1;
        const high = this.#setMember()[0];
        if (high === undefined || high[0] !== high[1] || high[0] < single)
          throw new PatternError('a range is reversed');
        ranges.push([single, high[0]]);
      } else {
        ranges.push(...low);
      }
    }
    const cased = this.#inCases(ranges);
    return negated ? complement(cased) : cased;
  }

  #setMember(): readonly CodeRange[] {
    const char = this.#take();
    if (char !== '\\') return [codeRange(char)];
    if (this.#consume('b')) return [[8, 8]];
    return this.#escape();
  }

  #escape(): readonly CodeRange[] {
    const char = this.#take();
    const known = classes[char];
    if (known !== undefined) return known;
    const control = controls[char];
    if (control !== undefined) return [[control, control]];
    if (char === 'x') return this.#hex(2);
    if (char === 'u') return this.#peek() === '{' ? this.#braced() : this.#hex(4);
    if (/[a-zA-Z0-9]/.test(char)) throw new PatternError(`"\\${char}"`);
    return [codeRange(char)];
  }

  #hex(length: number): readonly CodeRange[] {
    const text = this.#chars.slice(this.#at, this.#at + length).join('');
    if (!new RegExp(`^[0-9a-fA-F]{${length}}$`).test(text)) throw new PatternError('an invalid escape');
    this.#at += length;
    const code = Number.parseInt(text, 16);
    return [[code, code]];
  }

  #braced(): readonly CodeRange[] {
    const found = /^\{([0-9a-fA-F]{1,6})\}/.exec(this.#chars.slice(this.#at).join(''));
    if (found?.[1] === undefined) throw new PatternError('an invalid escape');
    this.#at += found[0].length;
    const code = Number.parseInt(found[1], 16);
    return [[code, code]];
  }
}

function codeRange(char: string): CodeRange {
  const code = char.codePointAt(0) ?? 0;
  return [code, code];
}

/** The additional characters of a range when matching ignores case. */
function otherCases([low, high]: CodeRange): readonly CodeRange[] {
  const cased: CodeRange[] = [];
  for (let code = Math.max(low, 0x41); code <= Math.min(high, low + maxRepetitions); code += 1) {
    const char = String.fromCodePoint(code);
    for (const other of [char.toLowerCase(), char.toUpperCase()])
      if (other !== char && [...other].length === 1) cased.push(codeRange(other));
  }
  return cased;
}

function characters(ranges: readonly CodeRange[]): Regular {
  if (!isEncodable(ranges)) throw new PatternError('a set of characters that no JSON string contains');
  return { kind: 'set', ranges };
}

const quantifiers: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

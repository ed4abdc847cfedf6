/** A character after a backslash in JSON, and what it stands for. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Characters of a unicode escape after `\u`. */
const unicodeDigits = 4;

/**
 * Reads the text of one string member of a JSON object while the object is written, in any chunks. Members in nested
 * objects do not count. Text that is no JSON gives nothing.
 */
export class JsonMemberReader {
  readonly #member: string;
  #depth = 0;
  #state: 'outside' | 'string' = 'outside';
  /** The escape that is being read, from the backslash on. */
  #escape = '';
  #key = '';
  /** Whether the next string is the key of a member. */
  #expectsKey = false;
  #readsKey = false;
  #isOfMember = false;

  constructor(member: string) {
    this.#member = member;
  }

  /** The next text of the member. */
  push(chunk: string): string {
    let text = '';
    for (const character of chunk) {
      if (this.#state === 'outside') {
        this.#pushOutside(character);
        continue;
      }
      const decoded = this.#pushInString(character);
      if (this.#readsKey) this.#key += decoded;
      else if (this.#isOfMember) text += decoded;
    }
    return text;
  }

  #pushOutside(character: string): void {
    switch (character) {
      case '{':
      case '[':
        this.#depth += 1;
        this.#expectsKey = character === '{' && this.#depth === 1;
        break;
      case '}':
      case ']':
        this.#depth -= 1;
        break;
      case ',':
        this.#expectsKey = this.#depth === 1;
        break;
      case ':':
        if (this.#depth === 1) this.#expectsKey = false;
        break;
      case '"':
        this.#state = 'string';
        this.#readsKey = this.#expectsKey && this.#depth === 1;
        if (this.#readsKey) this.#key = '';
        this.#isOfMember = !this.#readsKey && this.#depth === 1 && this.#key === this.#member;
        break;
      default:
        break;
    }
  }

  #pushInString(character: string): string {
    if (this.#escape !== '') return this.#pushEscaped(character);
    if (character === '\\') {
      this.#escape = character;
      return '';
    }
    if (character !== '"') return character;
    this.#state = 'outside';
    return '';
  }

  #pushEscaped(character: string): string {
    this.#escape += character;
    if (this.#escape[1] !== 'u') {
      this.#escape = '';
      return escapes.get(character) ?? '';
    }
    if (this.#escape.length < 2 + unicodeDigits) return '';
    const code = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    return Number.isNaN(code) ? '' : String.fromCharCode(code);
  }
}

/** Parses a JSON text. Throws `SyntaxError`. */
export type ParseText = (text: string) => unknown;

/** An array that is made of ranges of its elements. */
export class ArrayBuilder {
  readonly value: unknown[] = [];
  readonly #parse: ParseText;

  constructor(parse: ParseText) {
    this.#parse = parse;
  }

  /** Adds elements from their text: at least one, with commas between them. */
  addRange(text: string): void {
    for (const element of this.#parse(`[${text}]`) as readonly unknown[]) this.value.push(element);
  }

  add(element: unknown): void {
    this.value.push(element);
  }
}

/** An object that is made of ranges of its members. */
export class ObjectBuilder {
  readonly value: Record<string, unknown> = {};
  readonly #parse: ParseText;

  constructor(parse: ParseText) {
    this.#parse = parse;
  }

  /** Adds members from their text: at least one, with commas between them. */
  addRange(text: string): void {
    const members = this.#parse(`{${text}}`) as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(members)) this.add(members[name], name);
  }

  add(member: unknown, name: string): void {
    if (name !== '__proto__') this.value[name] = member;
    else
      Object.defineProperty(this.value, name, { value: member, writable: true, enumerable: true, configurable: true });
  }
}

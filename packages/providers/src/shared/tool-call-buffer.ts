import { EscapedControls, FreeTextInput, isObjectText, type ToolIdentity } from '@org/engine';
import { isEmptyArguments } from './empty-arguments.js';
import { ObjectEnd } from './object-end.js';

/** One call as it arrives: its name, id and arguments may arrive in any order and any number of deltas. */
export class ToolCallBuffer {
  upstreamId: string | undefined;
  name: string | undefined;
  /** All arguments that arrived, as JSON text, in a form that parsers take. */
  #json = '';
  #controls = new EscapedControls();
  /** Arguments that were not taken yet. */
  #unsent = '';
  /**
   * Detects the end of the arguments, as far as it was requested. Rereading them with every delta would cost length
   * times number of deltas for a long call.
   */
  #end = new ObjectEnd();
  #unread = '';
  /** Whether the complete text is an object; undefined until checked. */
  #isObject: boolean | undefined;
  /** Whether the received text starts like an object; undefined while it is only white space. */
  #startsObject: boolean | undefined;
  #sent = false;
  #freeText: FreeTextInput | undefined;

  constructor(
    /** Position that the upstream gave, if it gives any. */
    readonly index: number | undefined,
    /**
     * Whether the request does not allow the call: it is read, so that its deltas do not reach another call, and
     * never delivered.
     */
    readonly ignored: boolean,
  ) {}

  /** Sets the tool of the call; from then on `take` returns text in that tool's form. */
  setIdentity(identity: ToolIdentity): void {
    if (identity.kind === 'custom') this.#freeText = new FreeTextInput();
  }

  /** Whether anything of the arguments has arrived. */
  get empty(): boolean {
    return this.#json === '';
  }

  /** Whether this equals the received text and is complete. */
  isAll(json: string): boolean {
    return json !== '' && this.complete && new EscapedControls().push(json) === this.#json;
  }

  append(delta: string): void {
    // Gateways start with the empty input that their own upstream announces a call with. The following input replaces
    // it.
    if (this.#isEmptyObject && /^\s*\{/.test(delta)) this.#discard();
    const json = this.#controls.push(delta);
    this.#json += json;
    this.#unsent += json;
    this.#unread += json;
    this.#isObject = undefined;
    this.#startsObject ??= startsAsObject(json);
  }

  /** Whether the arguments are a complete JSON object, so that nothing can follow. */
  get complete(): boolean {
    this.#end.push(this.#unread);
    this.#unread = '';
    if (!this.#end.reached) return false;
    this.#isObject ??= isObjectText(this.#json);
    return this.#isObject;
  }

  /**
   * Returns the text that may be sent now. Text that does not start like an object is held until `finish` can check
   * all of it, and an empty object until nothing can replace it.
   */
  take(): string {
    return this.#isEmptyObject ? '' : this.#takeAll();
  }

  #takeAll(): string {
    const json = this.#unsent;
    if (this.#freeText === undefined && !this.#sent && this.#startsObject !== true) return '';
    this.#unsent = '';
    this.#sent = true;
    return this.#freeText === undefined ? json : this.#freeText.push(json);
  }

  /** Whether only an empty object has arrived and nothing was sent. */
  get #isEmptyObject(): boolean {
    return !this.#sent && this.#json.length < maxWhitespaceLength && this.#json.trim() === '{}';
  }

  #discard(): void {
    this.#json = '';
    this.#unsent = '';
    this.#unread = '';
    this.#end = new ObjectEnd();
    this.#controls = new EscapedControls();
    this.#startsObject = undefined;
  }

  /**
   * Returns the remaining text at the end. If all of it is no JSON object, it was truncated or is the model's own
   * text.
   */
  finish(): string {
    const drained = this.#takeAll();
    if (this.#freeText !== undefined) return drained + this.#freeText.finish();
    return this.#sent ? drained : unwrap(this.#json);
  }
}

/** Maximum white space that a server writes around an empty object, in characters. */
const maxWhitespaceLength = 8;

function startsAsObject(json: string): boolean | undefined {
  const first = /\S/.exec(json)?.[0];
  return first === undefined ? undefined : first === '{';
}

/** Arguments in the shapes that upstreams use for "none", and those that were encoded twice. */
function unwrap(text: string): string {
  if (isEmptyArguments(text)) return '{}';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

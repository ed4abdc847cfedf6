import { EscapedControls, FreeTextInput, isObjectText, type ToolIdentity } from '@org/engine';
import { ObjectEnd } from './object-end.js';

/** One call as it arrives: its name, id and arguments may come in any order and in any number of pieces. */
export class ToolCallBuffer {
  upstreamId: string | undefined;
  name: string | undefined;
  /** All arguments that arrived, as JSON text, in a form that parsers take. */
  #json = '';
  #controls = new EscapedControls();
  /** Those that were not taken yet. */
  #unsent = '';
  /** Where they end, as far as anybody asked. Read anew with every piece, a long call would take as long as its length times its pieces. */
  #end = new ObjectEnd();
  #unread = '';
  /** Whether all of it was found to be an object; undefined while nobody has looked. */
  #isObject: boolean | undefined;
  /** Whether what arrived begins like an object; undefined while it is only white space. */
  #startsObject: boolean | undefined;
  #sent = false;
  #freeText: FreeTextInput | undefined;

  constructor(
    /** Position that the upstream gave, if it gives any. */
    readonly index: number | undefined,
    /** Not wanted by the request: read, so that its pieces do not end up in another call, and never delivered. */
    readonly ignored: boolean,
  ) {}

  /** Says what the call is of; from then on `take` gives text in that tool's form. */
  setIdentity(identity: ToolIdentity): void {
    if (identity.kind === 'custom') this.#freeText = new FreeTextInput();
  }

  /** Whether anything of the arguments has arrived. */
  get empty(): boolean {
    return this.#json === '';
  }

  /** Whether this is what arrived, and it is whole. */
  isAll(json: string): boolean {
    return json !== '' && this.complete && new EscapedControls().push(json) === this.#json;
  }

  append(delta: string): void {
    // Gateways begin with the empty input that the wire behind them announces a call with. What follows takes its place.
    if (this.#isEmptyObject && /^\s*\{/.test(delta)) this.#forget();
    const json = this.#controls.push(delta);
    this.#json += json;
    this.#unsent += json;
    this.#unread += json;
    this.#isObject = undefined;
    this.#startsObject ??= startsAsObject(json);
  }

  /** Whether the arguments are a whole JSON object, so that nothing can follow. */
  get complete(): boolean {
    this.#end.push(this.#unread);
    this.#unread = '';
    if (!this.#end.reached) return false;
    this.#isObject ??= isObjectText(this.#json);
    return this.#isObject;
  }

  /**
   * The text that may go out now. What does not begin like an object is kept until `finish` can judge it as a whole, and an empty object
   * until nothing can take its place.
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

  /** Whether an empty object is all that arrived, and nobody was told. */
  get #isEmptyObject(): boolean {
    return !this.#sent && this.#json.length < maxWhitespaceLength && this.#json.trim() === '{}';
  }

  #forget(): void {
    this.#json = '';
    this.#unsent = '';
    this.#unread = '';
    this.#end = new ObjectEnd();
    this.#controls = new EscapedControls();
    this.#startsObject = undefined;
  }

  /** The rest of the text once nothing more arrives. It was cut, or is what the model wrote, when all of it is no JSON object. */
  finish(): string {
    const drained = this.#takeAll();
    if (this.#freeText !== undefined) return drained + this.#freeText.finish();
    return this.#sent ? drained : unwrap(this.#json);
  }
}

/** No server writes more around nothing. */
const maxWhitespaceLength = 8;

function startsAsObject(json: string): boolean | undefined {
  const first = /\S/.exec(json)?.[0];
  return first === undefined ? undefined : first === '{';
}

/** Arguments in the shapes that upstreams use for "none", and those that were encoded twice. */
function unwrap(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null' || trimmed === '""') return '{}';
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

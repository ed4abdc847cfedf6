import { CallArguments } from './call-arguments.js';
import { JsonValueScanner } from './json-value-scanner.js';
import { callMembers, type CallFormat } from './call-format.js';
import type { CallReader } from './call-reader.js';
import type { CallHead, PartWriter } from './part-writer.js';
import { progressAt, type Progress } from './progress.js';

type State = 'start' | 'key' | 'colon' | 'value' | 'after-value' | 'after-object' | 'ended' | 'broken';

/**
 * Parses the JSON of one or more tool calls as it is generated: `{"name": ..., "arguments": ...}`, or with members of
 * other names, or an array of such objects. A call part opens as soon as the name is known; its arguments are passed
 * through verbatim.
 */
export class CallBody implements CallReader {
  readonly #format: CallFormat;
  readonly #headOf: (name: string) => CallHead;
  readonly #writer: PartWriter;
  #state: State = 'start';
  #inList = false;
  #key = '';
  #value = new JsonValueScanner();
  #valueText = '';
  /** Open once the name is known. */
  #call: CallArguments | undefined;
  /** Arguments that were read and not passed on yet; all of them while the name is unknown. */
  #chunk = '';
  #opened = 0;

  constructor(format: CallFormat, headOf: (name: string) => CallHead, writer: PartWriter) {
    this.#format = format;
    this.#headOf = headOf;
    this.#writer = writer;
  }

  get state(): Progress {
    return progressAt(this.#state);
  }

  get opened(): number {
    return this.#opened;
  }

  push(text: string): string {
    let at = 0;
    while (at < text.length && this.state === 'reading') {
      if (this.#step(text.charAt(at))) at += 1;
    }
    this.#flush();
    return text.slice(at);
  }

  finish(truncated: boolean): void {
    this.#closeCall(truncated);
  }

  /** Passes on what arrived of the arguments. */
  #flush(): void {
    if (this.#call === undefined) return;
    this.#call.push(this.#chunk);
    this.#chunk = '';
  }

  /** Whether the character was consumed; `false` means that the state changed and the character is processed again. */
  #step(char: string): boolean {
    const blank = char.trim() === '';
    switch (this.#state) {
      case 'start':
        if (blank) return true;
        if (char === '[' && this.#format.list && !this.#inList) this.#inList = true;
        else if (char === ']' && this.#inList) this.#state = 'ended';
        else if (char === '{') this.#startObject();
        else return this.#break();
        return true;
      case 'key':
        if (blank && this.#valueText === '') return true;
        if (char === '}' && this.#valueText === '') return this.#endObject();
        return this.#readKey(char);
      case 'colon':
        if (blank) return true;
        if (char !== ':') return this.#break();
        this.#startValue();
        this.#state = 'value';
        return true;
      case 'value':
        return this.#readValue(char);
      case 'after-value':
        if (blank) return true;
        if (char === '}') return this.#endObject();
        if (char !== ',') return this.#break();
        this.#startValue();
        this.#state = 'key';
        return true;
      case 'after-object':
        if (blank) return true;
        if (char === ',') this.#state = 'start';
        else if (char === ']') this.#state = 'ended';
        else return this.#break();
        return true;
      case 'ended':
      case 'broken':
        return false;
    }
  }

  #startObject(): void {
    this.#state = 'key';
    this.#startValue();
    this.#call = undefined;
    this.#chunk = '';
  }

  #startValue(): void {
    this.#value = new JsonValueScanner();
    this.#valueText = '';
  }

  #readKey(char: string): boolean {
    if (this.#valueText === '' && char !== '"') return this.#break();
    const step = this.#value.step(char);
    this.#valueText += char;
    if (step === 'last') {
      const key = parsed(this.#valueText);
      if (typeof key !== 'string') return this.#break();
      this.#key = key;
      this.#state = 'colon';
    }
    return true;
  }

  #readValue(char: string): boolean {
    const step = this.#value.step(char);
    switch (step) {
      case 'before':
        return true;
      case 'broken':
        return this.#break();
      case 'after':
        this.#endValue();
        return false;
      case 'inside':
      case 'last':
        this.#append(char);
        if (step === 'last') this.#endValue();
        return true;
    }
  }

  #append(char: string): void {
    if (isArguments(this.#key)) this.#chunk += char;
    else this.#valueText += char;
  }

  #endValue(): void {
    this.#state = 'after-value';
    this.#flush();
    if (this.#key !== (this.#format.json ?? callMembers).name || this.#call !== undefined) return;
    const name = parsed(this.#valueText);
    if (typeof name === 'string' && name !== '') this.#openCall(name);
    else this.#state = 'broken';
  }

  #openCall(name: string): void {
    this.#opened += 1;
    this.#call = new CallArguments(this.#headOf(name), this.#writer);
    this.#flush();
  }

  #endObject(): boolean {
    if (this.#call === undefined) return this.#break();
    this.#closeCall(false);
    this.#state = this.#inList ? 'after-object' : 'ended';
    return true;
  }

  #closeCall(truncated: boolean): void {
    this.#flush();
    this.#call?.finish(truncated);
    this.#call = undefined;
  }

  #break(): false {
    this.#state = 'broken';
    return false;
  }
}

function isArguments(key: string): boolean {
  return key === 'arguments' || key === 'parameters';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { partialSuffix } from '@org/engine';
import type { ValueTypes } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import { MemberValue } from './member-value.js';
import { progressAt, type Progress } from './progress.js';
import { prefixBeforeMarker } from './prefix-before-marker.js';

/** An object or a list that is read. */
interface Container {
  readonly close: '}' | ']';
  count: number;
}

type State = 'inside' | 'start' | 'value' | 'behind' | 'ended' | 'broken';

/** An item of a list has this name. */
const item = 'item';

/**
 * Arguments as elements named after them, `<key>value</key>`, with nested elements for objects and lists. A marker
 * precedes every tag.
 */
export class ElementArguments implements ArgumentsReader {
  readonly #marker: string;
  readonly #typesOf: (path: readonly string[]) => ValueTypes;
  readonly #open: Container[] = [{ close: '}', count: 0 }];
  /** The names of the elements that are open. */
  readonly #path: string[] = [];
  #state: State = 'inside';
  #buffered = '';
  #value: MemberValue | undefined;

  constructor(marker: string, typesOf: (path: readonly string[]) => ValueTypes) {
    this.#marker = marker;
    this.#typesOf = typesOf;
  }

  get state(): Progress {
    return progressAt(this.#state);
  }

  get rest(): string {
    return this.#buffered;
  }

  push(text: string): string {
    this.#buffered += text;
    return allSteps(() => this.#step());
  }

  finish(truncated: boolean): string {
    const last = this.#value === undefined ? '' : this.#value.push(this.#buffered) + this.#value.finish(truncated);
    return truncated ? last : last + this.#closeAll();
  }

  #step(): string | undefined {
    switch (this.#state) {
      case 'inside':
        return this.#readInside();
      case 'start':
        return this.#readStart();
      case 'value':
        return this.#readValue();
      case 'behind':
        return this.#readClosingTag();
      case 'ended':
      case 'broken':
        return undefined;
    }
  }

  /** Within an object or a list: another element starts, or the container ends. */
  #readInside(): string | undefined {
    this.#buffered = this.#buffered.trimStart();
    const tag = this.#tag(this.#buffered);
    if (tag === 'may') return undefined;
    if (tag === 'close' && this.#open.length > 1)
      return this.#go('behind', this.#marker.length + 2) + this.#endContainer();
    if (tag !== 'open') return this.#go(this.#open.length === 1 ? 'ended' : 'broken') + this.#closeAll();
    const found = this.#name(this.#buffered);
    if (found === 'may') return undefined;
    if (found === 'none') return this.#go('broken') + this.#closeAll();
    const { name } = found;
    const container = this.#open.at(-1);
    const first = container !== undefined && container.count === 0;
    if (container !== undefined) container.count += 1;
    this.#path.push(name);
    // The arguments become an object with the first argument.
    const before = first ? (this.#open.length === 1 ? '{' : '') : ', ';
    return `${this.#go('start', this.#marker.length + name.length + 2)}${before}${container?.close === ']' ? '' : `${JSON.stringify(name)}: `}`;
  }

  /** After the opening tag of an element. */
  #readStart(): string | undefined {
    const types = this.#typesOf(this.#path);
    const isText = types.size === 1 && types.has('string');
    const rest = this.#buffered.trimStart();
    const tag = isText ? 'none' : this.#tag(rest);
    if (tag === 'may') return undefined;
    if (tag === 'open') {
      const found = this.#name(rest);
      if (found === 'may') return undefined;
      return this.#startContainer(
        found !== 'none' && found.name === item && (types.has('array') || !types.has('object')),
      );
    }
    if (tag === 'close' && !types.has('string') && (types.has('array') || types.has('object')))
      return this.#startContainer(types.has('array'));
    this.#value = new MemberValue(types, '');
    return this.#go('value') + this.#value.start;
  }

  #readValue(): string | undefined {
    const end = `${this.#marker}</`;
    const at = this.#buffered.indexOf(end);
    const confirmed = at === -1 ? this.#buffered.length - partialSuffix(this.#buffered, [end]) : at;
    const json = this.#value?.push(this.#buffered.slice(0, confirmed)) ?? '';
    if (at === -1) {
      this.#buffered = this.#buffered.slice(confirmed);
      return json === '' ? undefined : json;
    }
    const last = this.#value?.finish(false) ?? '';
    this.#value = undefined;
    return this.#go('behind', at + end.length) + json + last;
  }

  /** Within the closing tag of an element, whose name is ignored. */
  #readClosingTag(): string | undefined {
    const found = prefixBeforeMarker(this.#buffered, ['>']);
    if (found === undefined) return this.#go('broken') + this.#closeAll();
    if (found.marker === undefined) return undefined;
    this.#path.pop();
    return this.#go('inside', found.end);
  }

  #startContainer(list: boolean): string {
    this.#open.push({ close: list ? ']' : '}', count: 0 });
    return this.#go('inside') + (list ? '[' : '{');
  }

  #endContainer(): string {
    return this.#open.pop()?.close ?? '';
  }

  /** The ends of all that is open; of the arguments, if there are any. */
  #closeAll(): string {
    let closed = '';
    while (this.#open.length > 1) closed += this.#endContainer();
    const last = this.#open.pop();
    return last === undefined || last.count === 0 ? closed : closed + last.close;
  }

  /** The kind of tag at the start of a text. */
  #tag(text: string): 'open' | 'close' | 'may' | 'none' {
    const start = `${this.#marker}<`;
    if (!text.startsWith(start)) return start.startsWith(text) ? 'may' : 'none';
    if (text.length === start.length) return 'may';
    return text.charAt(start.length) === '/' ? 'close' : 'open';
  }

  /** The name in the opening tag at the start of a text. */
  #name(text: string): { readonly name: string } | 'may' | 'none' {
    const found = prefixBeforeMarker(text.slice(this.#marker.length + 1), ['>']);
    if (found === undefined || /[\s<"]/.test(found.prefix) || (found.marker !== undefined && found.prefix === ''))
      return 'none';
    return found.marker === undefined ? 'may' : { name: found.prefix };
  }

  #go(to: State, consumed = 0): '' {
    this.#buffered = this.#buffered.slice(consumed);
    this.#state = to;
    return '';
  }
}

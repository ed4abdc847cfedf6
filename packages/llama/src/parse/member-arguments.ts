import { partialSuffix } from '@org/engine';
import type { ValueTypes } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import type { MemberMarkers } from './call-format.js';
import { MemberValue } from './member-value.js';
import { progressAt, type Progress } from './progress.js';
import { prefixBeforeMarker } from './prefix-before-marker.js';

type State = 'member' | 'key' | 'kind' | 'value' | 'ended' | 'broken';

/** Individual arguments between markers; see MemberMark. They end where no further one starts. */
export class MemberArguments implements ArgumentsReader {
  readonly #markers: MemberMarkers;
  readonly #typesOf: (key: string) => ValueTypes;
  #state: State = 'member';
  #buffered = '';
  #key = '';
  #value: MemberValue | undefined;
  #count = 0;

  constructor(markers: MemberMarkers, typesOf: (key: string) => ValueTypes) {
    this.#markers = markers;
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
    return last + (truncated ? '' : this.#close());
  }

  #step(): string | undefined {
    switch (this.#state) {
      case 'member':
        return this.#readOpen();
      case 'key':
        return this.#readKey();
      case 'kind':
        return this.#readKind();
      case 'value':
        return this.#readValue();
      case 'ended':
      case 'broken':
        return undefined;
    }
  }

  #readOpen(): string | undefined {
    const { open } = this.#markers;
    this.#buffered = this.#buffered.trimStart();
    if (this.#buffered.startsWith(open)) return this.#go('key', open.length);
    return open.startsWith(this.#buffered) ? undefined : this.#go('ended') + this.#close();
  }

  #readKey(): string | undefined {
    const found = prefixBeforeMarker(this.#buffered, [this.#markers.named]);
    if (found === undefined) return this.#break();
    if (found.marker === undefined) return undefined;
    this.#key = found.prefix.trim();
    return this.#go('kind', found.end);
  }

  #readKind(): string | undefined {
    const { start, kinds, valuePadding } = this.#markers;
    const found = start === '' ? { prefix: '', marker: '', end: 0 } : prefixBeforeMarker(this.#buffered, [start]);
    if (found === undefined) return this.#break();
    if (found.marker === undefined) return undefined;
    const types = kinds !== undefined && found.prefix === kinds.string ? new Set(['string']) : this.#typesOf(this.#key);
    this.#value = new MemberValue(types, valuePadding);
    this.#count += 1;
    return `${this.#go('value', found.end)}${this.#count === 1 ? '{' : ', '}${JSON.stringify(this.#key)}: ${this.#value.start}`;
  }

  #readValue(): string | undefined {
    const { end } = this.#markers;
    const value = this.#value;
    if (value === undefined) return undefined;
    const at = this.#buffered.indexOf(end);
    const confirmed = at === -1 ? this.#buffered.length - partialSuffix(this.#buffered, [end]) : at;
    const json = value.push(this.#buffered.slice(0, confirmed));
    if (at !== -1) {
      this.#value = undefined;
      return this.#go('member', at + end.length) + json + value.finish(false);
    }
    this.#buffered = this.#buffered.slice(confirmed);
    return json === '' ? undefined : json;
  }

  /** Closes the object once, if it is open. */
  #close(): string {
    const last = this.#count === 0 ? '' : '}';
    this.#count = 0;
    return last;
  }

  #break(): string {
    return this.#go('broken') + this.#close();
  }

  #go(to: State, consumed = 0): '' {
    this.#buffered = this.#buffered.slice(consumed);
    this.#state = to;
    return '';
  }
}

import { partialSuffix } from '@org/engine';
import type { ValueTypes } from './argument-types.js';
import { allSteps, type ArgumentsReader } from './arguments-reader.js';
import type { MemberMarks } from './call-format.js';
import { MemberValue } from './member-value.js';
import { progressAt, type Progress } from './progress.js';
import { wordBefore } from './word-before.js';

type State = 'member' | 'key' | 'kind' | 'value' | 'ended' | 'broken';

/** Arguments one by one, between marks; see MemberMarks. They end where no other one begins. */
export class MemberArguments implements ArgumentsReader {
  readonly #marks: MemberMarks;
  readonly #typesOf: (key: string) => ValueTypes;
  #state: State = 'member';
  #held = '';
  #key = '';
  #value: MemberValue | undefined;
  #count = 0;

  constructor(marks: MemberMarks, typesOf: (key: string) => ValueTypes) {
    this.#marks = marks;
    this.#typesOf = typesOf;
  }

  get state(): Progress {
    return progressAt(this.#state);
  }

  get rest(): string {
    return this.#held;
  }

  push(text: string): string {
    this.#held += text;
    return allSteps(() => this.#step());
  }

  finish(cut: boolean): string {
    const last = this.#value === undefined ? '' : this.#value.push(this.#held) + this.#value.finish(cut);
    return last + (cut ? '' : this.#close());
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
    const { open } = this.#marks;
    this.#held = this.#held.trimStart();
    if (this.#held.startsWith(open)) return this.#go('key', open.length);
    return open.startsWith(this.#held) ? undefined : this.#go('ended') + this.#close();
  }

  #readKey(): string | undefined {
    const found = wordBefore(this.#held, [this.#marks.named]);
    if (found === undefined) return this.#break();
    if (found.mark === undefined) return undefined;
    this.#key = found.word.trim();
    return this.#go('kind', found.end);
  }

  #readKind(): string | undefined {
    const { begin, kinds, edge } = this.#marks;
    const found = begin === '' ? { word: '', mark: '', end: 0 } : wordBefore(this.#held, [begin]);
    if (found === undefined) return this.#break();
    if (found.mark === undefined) return undefined;
    const types = kinds !== undefined && found.word === kinds.string ? new Set(['string']) : this.#typesOf(this.#key);
    this.#value = new MemberValue(types, edge);
    this.#count += 1;
    return `${this.#go('value', found.end)}${this.#count === 1 ? '{' : ', '}${JSON.stringify(this.#key)}: ${this.#value.start}`;
  }

  #readValue(): string | undefined {
    const { end } = this.#marks;
    const value = this.#value;
    if (value === undefined) return undefined;
    const at = this.#held.indexOf(end);
    const sure = at === -1 ? this.#held.length - partialSuffix(this.#held, [end]) : at;
    const said = value.push(this.#held.slice(0, sure));
    if (at !== -1) {
      this.#value = undefined;
      return this.#go('member', at + end.length) + said + value.finish(false);
    }
    this.#held = this.#held.slice(sure);
    return said === '' ? undefined : said;
  }

  /** The end of the object, once, if there is one. */
  #close(): string {
    const last = this.#count === 0 ? '' : '}';
    this.#count = 0;
    return last;
  }

  #break(): string {
    return this.#go('broken') + this.#close();
  }

  #go(to: State, taken = 0): '' {
    this.#held = this.#held.slice(taken);
    this.#state = to;
    return '';
  }
}

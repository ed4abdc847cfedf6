import { firstMarker, partialSuffix } from '../../../model/text/marker-search.js';
import type { CallFormat, CallFrame } from './call-format.js';
import type { CallableTools, CallReader } from './call-reader.js';
import { BareObject } from './bare-object.js';
import { CallArguments } from './call-arguments.js';
import { JsonValueScanner } from './json-value-scanner.js';
import { KeywordArguments } from './keyword-arguments.js';
import { MemberValue } from './member-value.js';
import type { PartWriter } from './part-writer.js';

/** A mark, and where it leads. */
type Way = readonly [mark: string, to: State];
type State = 'begin' | 'name' | 'json' | 'bare' | 'keywords' | 'end' | 'member' | 'key' | 'kind' | 'value' | 'ended' | 'broken';

/** Reads calls that name their tool outside of JSON; see CallFrame. A call part opens as soon as the name is known. */
export class FramedCalls implements CallReader {
  readonly #format: CallFormat;
  readonly #frame: CallFrame;
  readonly #tools: CallableTools;
  readonly #writer: PartWriter;
  #state: State = 'begin';
  #held = '';
  #opened = 0;
  #name = '';
  #key = '';
  #call: CallArguments | undefined;
  #json = new JsonValueScanner();
  #bare = new BareObject('');
  #keywords = new KeywordArguments();
  #value: MemberValue | undefined;
  #members = 0;

  constructor(format: CallFormat, frame: CallFrame, tools: CallableTools, writer: PartWriter) {
    this.#format = format;
    this.#frame = frame;
    this.#tools = tools;
    this.#writer = writer;
  }

  get state(): CallReader['state'] {
    return this.#state === 'ended' || this.#state === 'broken' ? this.#state : 'reading';
  }

  get opened(): number {
    return this.#opened;
  }

  push(text: string): string {
    this.#held += text;
    while (this.state === 'reading' && this.#step());
    return this.state === 'reading' ? '' : this.#held;
  }

  finish(cut: boolean): void {
    if (this.#state === 'value') this.#endValue(this.#held, cut);
    this.#held = '';
    this.#endCall(cut);
  }

  /** One step over the held text; whether another one may follow. */
  #step(): boolean {
    const { begin, between = begin, end, members } = this.#frame;
    switch (this.#state) {
      case 'begin':
        if (this.#opened > 0) return this.#take([[between.trimEnd(), 'name']], 'ended');
        return begin === '' ? this.#go('name') : this.#take([[begin, 'name']], 'broken');
      case 'name':
        return this.#readName();
      case 'json':
        return this.#readJson();
      case 'bare':
        return this.#readBare();
      case 'keywords':
        return this.#readKeywords();
      case 'end':
        return end === '' ? this.#go(this.#next()) : this.#take([[end, this.#next()]], 'broken');
      case 'member':
        return this.#take([[members?.open ?? '', 'key'], ...(end === '' ? [] : [[end, this.#next()] as const])], 'ended');
      case 'key':
        return this.#readKey();
      case 'kind':
        return this.#readKind();
      case 'value':
        return this.#readValue();
      case 'ended':
      case 'broken':
        return false;
    }
  }

  /** Where a call leads that is over. */
  #next(): State {
    return this.#format.list ? 'begin' : 'ended';
  }

  /** Goes on behind the one of these marks that stands here, or with `otherwise` where none does. */
  #take(ways: readonly Way[], otherwise: State): boolean {
    const rest = this.#held.trimStart();
    const found = ways.find(([mark]) => rest.startsWith(mark));
    if (found === undefined) return ways.some(([mark]) => mark.startsWith(rest)) ? false : this.#go(otherwise);
    this.#held = rest.slice(found[0].length);
    return this.#go(found[1]);
  }

  #go(to: State): true {
    if (to === 'begin' || to === 'ended') this.#endCall(false);
    this.#state = to;
    return true;
  }

  #readName(): boolean {
    const { id, named, end, members, quote, keywords } = this.#frame;
    const ends = [named, members?.open ?? '', quote === undefined ? '' : '{', end, this.#format.close ?? ''].filter((mark) => mark !== '');
    const found = firstMarker(this.#held, ends);
    const written = this.#held.slice(0, found?.at ?? this.#held.length - partialSuffix(this.#held, ends)).trimStart();
    if (/[<>{}"]|\s\S/.test(written)) return this.#go('broken');
    if (found === undefined) return false;
    const idAt = id === undefined ? -1 : written.lastIndexOf(id);
    this.#name = (idAt === -1 ? written : written.slice(0, idAt)).trim();
    if (this.#name === '') return this.#go('broken');
    this.#held = this.#held.slice(found.at + (found.marker === named ? named.length : 0));
    this.#opened += 1;
    this.#members = 0;
    this.#call = new CallArguments(this.#tools.headOf(this.#name), this.#writer);
    this.#json = new JsonValueScanner();
    if (quote !== undefined) this.#bare = new BareObject(quote);
    if (keywords === true) this.#keywords = new KeywordArguments();
    return this.#go(argumentsIn(this.#frame));
  }

  #readJson(): boolean {
    const rest = this.#held.trimStart();
    if (this.#json.untouched && rest !== '' && !rest.startsWith('{')) return this.#go('end');
    let at = 0;
    for (const char of this.#held) {
      const step = this.#json.step(char);
      if (step === 'broken') this.#state = 'broken';
      if (step === 'broken' || step === 'after') break;
      at += char.length;
      if (step !== 'last') continue;
      this.#state = 'end';
      break;
    }
    this.#call?.push(this.#held.slice(0, at));
    this.#held = this.#held.slice(at);
    return this.#state !== 'json';
  }

  #readBare(): boolean {
    if (!this.#held.startsWith('{') && this.#bare.untouched) return this.#go('end');
    this.#call?.push(this.#bare.push(this.#held));
    this.#held = this.#bare.ended ? this.#bare.rest : '';
    return this.#bare.ended && this.#go('end');
  }

  #readKeywords(): boolean {
    this.#call?.push(this.#keywords.push(this.#held));
    const { ended, broken, rest } = this.#keywords;
    this.#held = ended || broken ? rest : '';
    if (broken) return this.#go('broken');
    return ended && this.#go('end');
  }

  #readKey(): boolean {
    const named = this.#frame.members?.named ?? '';
    const found = firstMarker(this.#held, [named]);
    if (found === undefined) return false;
    this.#key = this.#held.slice(0, found.at).trim();
    this.#held = this.#held.slice(found.at + named.length);
    return this.#go('kind');
  }

  #readKind(): boolean {
    const { begin = '', kinds, edge = '' } = this.#frame.members ?? {};
    const at = this.#held.indexOf(begin);
    if (at === -1) return false;
    const isText = kinds !== undefined && this.#held.slice(0, at) === kinds.text;
    this.#held = this.#held.slice(at + begin.length);
    this.#call?.push(`${this.#members === 0 ? '{' : ', '}${JSON.stringify(this.#key)}: `);
    this.#members += 1;
    const types = isText ? new Set(['string']) : this.#tools.typesOf(this.#name, this.#key);
    this.#value = new MemberValue(types, edge, (json) => this.#call?.push(json));
    return this.#go('value');
  }

  #readValue(): boolean {
    const end = this.#frame.members?.end ?? '';
    const found = firstMarker(this.#held, [end]);
    if (found !== undefined) {
      this.#endValue(this.#held.slice(0, found.at), false);
      this.#held = this.#held.slice(found.at + end.length);
      return this.#go('member');
    }
    const sure = this.#held.length - partialSuffix(this.#held, [end]);
    this.#value?.push(this.#held.slice(0, sure));
    this.#held = this.#held.slice(sure);
    return false;
  }

  #endValue(text: string, cut: boolean): void {
    this.#value?.push(text);
    this.#value?.finish(cut);
    this.#value = undefined;
  }

  #endCall(cut: boolean): void {
    if (this.#members > 0 && !cut) this.#call?.push('}');
    this.#call?.finish(cut);
    this.#call = undefined;
    this.#members = 0;
  }
}

/** How the arguments of a call are read. */
function argumentsIn({ quote, keywords, members }: CallFrame): State {
  if (quote !== undefined) return 'bare';
  if (keywords === true) return 'keywords';
  return members === undefined ? 'json' : 'member';
}

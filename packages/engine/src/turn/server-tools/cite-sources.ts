import type { GenerationEvent } from '../../model/generation-event.js';
import type { Citation, TextPart } from '../../model/part.js';
import type { ServerToolForms } from '../../ports/server-tool-form.js';
import type { CitableSources } from './citable-sources.js';

/** What a text is searched for. */
export interface CitationContext {
  readonly sources: CitableSources;
  readonly forms: Pick<ServerToolForms, 'citationsEndParts'>;
}

const oneMarker = String.raw`[ \t]?\[\d{1,6}(?:[ \t]?,[ \t]?\d{1,6}){0,7}\]`;
/** One source or several, as the model writes them after a sentence: `[1]`, `[1, 2]`, `[1][2]`. */
const markerPattern = new RegExp(oneMarker, 'g');
/** The longest end of a text that may become markers, or to which more may be added. */
const openMarkersPattern = new RegExp(String.raw`(?:${oneMarker})*[ \t]?(?:\[[\d, \t]{0,64})?$`);
/** After these a sentence starts. */
const sentenceEnds = /[.!?\n]\s+/g;

/**
 * Replaces the numbers by which a step's texts cite sources with citations. Numbers of no source stay text. Where
 * `citationsEndParts`, a part ends after each citation and the text goes on in the next one.
 */
export async function* citeSources(
  events: AsyncIterable<GenerationEvent>,
  { sources, forms: { citationsEndParts = false } }: CitationContext,
): AsyncGenerator<GenerationEvent, void, void> {
  let text: CitedText | undefined;
  for await (const event of events) {
    if (event.type === 'part-start') {
      const { part } = event;
      text =
        part.type === 'text' && part.refusal !== true && !sources.isEmpty
          ? new CitedText(part, sources, citationsEndParts)
          : undefined;
    }
    if (text === undefined) yield event;
    else if (event.type === 'part-delta' && event.delta.type === 'text') yield* text.push(event.delta.text);
    else if (event.type === 'part-end' && event.part.type === 'text') {
      yield* text.end(event.part);
      text = undefined;
    } else yield event;
  }
}

interface Markers {
  readonly from: number;
  readonly to: number;
  readonly numbers: ReadonlySet<number>;
}

/** One text of the model; its indexes are of no meaning, because the relay numbers the parts. */
class CitedText {
  readonly #sources: CitableSources;
  readonly #endsParts: boolean;
  readonly #opening: TextPart;
  /** What may still become a marker. */
  #pending = '';
  /** Text of the open part. */
  #text = '';
  #citations: Citation[] = [];
  #isOpen = true;

  constructor(opening: TextPart, sources: CitableSources, endsParts: boolean) {
    this.#opening = opening;
    this.#sources = sources;
    this.#endsParts = endsParts;
  }

  *push(chunk: string): Generator<GenerationEvent, void, void> {
    const text = this.#pending + chunk;
    const heldBack = openMarkersPattern.exec(text)?.index ?? text.length;
    this.#pending = text.slice(heldBack);
    yield* this.#cite(text.slice(0, heldBack));
  }

  *end(part: TextPart): Generator<GenerationEvent, void, void> {
    const rest = this.#pending;
    this.#pending = '';
    yield* this.#cite(rest);
    if (this.#isOpen) yield this.#close(part);
  }

  *#cite(text: string): Generator<GenerationEvent, void, void> {
    let read = 0;
    for (const { from, to, numbers } of this.#markersIn(text)) {
      yield* this.#write(text.slice(read, from));
      read = to;
      const end = this.#text.length;
      const start = this.#sentenceStart();
      yield* this.#add([...numbers].flatMap((number) => this.#sources.cite(number, start, end) ?? []));
    }
    yield* this.#write(text.slice(read));
  }

  /** The markers of known sources; those that follow one another are one. */
  #markersIn(text: string): readonly Markers[] {
    const found: { readonly from: number; to: number; readonly numbers: Set<number> }[] = [];
    for (const { 0: marker, index } of text.matchAll(markerPattern)) {
      const numbers = [...marker.matchAll(/\d+/g)].map(([digits]) => Number(digits));
      if (!numbers.every((number) => this.#sources.has(number))) continue;
      const last = found.at(-1);
      const to = index + marker.length;
      if (last?.to !== index) found.push({ from: index, to, numbers: new Set(numbers) });
      else {
        last.to = to;
        for (const number of numbers) last.numbers.add(number);
      }
    }
    return found;
  }

  /** Where the last sentence of the text starts: not before the last citation. */
  #sentenceStart(): number {
    const from = this.#citations.at(-1)?.end ?? 0;
    let start = from;
    for (const match of this.#text.slice(from).trimEnd().matchAll(sentenceEnds))
      start = from + match.index + match[0].length;
    return start;
  }

  *#add(citations: readonly Citation[]): Generator<GenerationEvent, void, void> {
    this.#citations.push(...citations);
    if (!this.#endsParts || !this.#isOpen) return;
    yield this.#close();
    this.#isOpen = false;
  }

  *#write(text: string): Generator<GenerationEvent, void, void> {
    if (text === '') return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#text = '';
      this.#citations = [];
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
    }
    this.#text += text;
    yield { type: 'part-delta', index: 0, delta: { type: 'text', text } };
  }

  /** `part`: the part as the model ended it. */
  #close(part: TextPart = this.#opening): GenerationEvent {
    const { logprobs: _, ...others } = part;
    const citations = [...(part.citations ?? []), ...this.#citations, ...this.#namedFiles()];
    return {
      type: 'part-end',
      index: 0,
      part: { ...others, text: this.#text, ...(citations.length > 0 && { citations }) },
    };
  }

  #namedFiles(): readonly Citation[] {
    return [...this.#sources.files].flatMap(([filename, citation]) => {
      const start = this.#text.indexOf(filename);
      return start === -1 ? [] : [{ ...citation, start, end: start + filename.length }];
    });
  }
}

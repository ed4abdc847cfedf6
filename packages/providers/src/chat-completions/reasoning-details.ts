import type { JsonObject } from '@org/engine';
import { isObject, textOf, type WireObject } from '../shared/wire-value.js';

/** The list `reasoning_details` of one answer, put together from pieces. Gateways keep in it what the model's own wire says of reasoning. */
export class ReasoningDetails {
  readonly #entries: WireObject[] = [];

  /** Takes the list of one delta and gives the words in it. */
  push(pieces: readonly unknown[]): string {
    let words = '';
    for (const piece of pieces) {
      if (!isObject(piece)) continue;
      words += textOf(piece['text']) ?? textOf(piece['summary']) ?? '';
      const last = this.#entries.at(-1);
      if (last !== undefined && goesOn(last, piece)) this.#entries[this.#entries.length - 1] = joined(last, piece);
      else this.#entries.push(piece);
    }
    return words;
  }

  /** The whole list, if the upstream could tell by anything in it that it is its own. */
  get proven(): readonly JsonObject[] | undefined {
    const proves = this.#entries.some(
      (entry) => textOf(entry['signature']) !== undefined || textOf(entry['data']) !== undefined,
    );
    // It came out of JSON.parse, so it is JSON.
    return proves ? (this.#entries as readonly JsonObject[]) : undefined;
  }
}

/** What is encrypted comes whole; words come in pieces. */
function goesOn(last: WireObject, piece: WireObject): boolean {
  return (
    last['type'] === piece['type'] &&
    last['index'] === piece['index'] &&
    textOf(piece['data']) === undefined &&
    textOf(last['data']) === undefined
  );
}

function joined(last: WireObject, piece: WireObject): WireObject {
  const told = Object.entries(piece).filter(([, value]) => value !== null);
  const grown = ['text', 'summary'].flatMap((name) => {
    const words = (textOf(last[name]) ?? '') + (textOf(piece[name]) ?? '');
    return words === '' ? [] : [[name, words] as const];
  });
  return { ...last, ...Object.fromEntries(told), ...Object.fromEntries(grown) };
}

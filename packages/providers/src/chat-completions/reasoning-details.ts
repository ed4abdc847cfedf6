import { type JsonObject, isObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/**
 * Accumulates `reasoning_details` of one response from deltas. Gateways use it for the reasoning format of the
 * model's native API.
 */
export class ReasoningDetails {
  readonly #entries: ApiPayload[] = [];

  /** Adds the list of one delta and returns its text. */
  push(details: readonly unknown[]): string {
    let plainText = '';
    for (const detail of details) {
      if (!isObject(detail)) continue;
      plainText += asText(detail['text']) ?? asText(detail['summary']) ?? '';
      const last = this.#entries.at(-1);
      if (last !== undefined && continues(last, detail)) this.#entries[this.#entries.length - 1] = joined(last, detail);
      else this.#entries.push(detail);
    }
    return plainText;
  }

  /** The complete list, if it contains anything by which the upstream can verify it. */
  get verifiable(): readonly JsonObject[] | undefined {
    const isVerifiable = this.#entries.some(
      (entry) => asText(entry['signature']) !== undefined || asText(entry['data']) !== undefined,
    );
    // It came out of JSON.parse, so it is JSON.
    return isVerifiable ? (this.#entries as readonly JsonObject[]) : undefined;
  }
}

/** Whether a detail continues the last one: encrypted data arrives complete, text in deltas. */
function continues(last: ApiPayload, detail: ApiPayload): boolean {
  return (
    last['type'] === detail['type'] &&
    last['index'] === detail['index'] &&
    asText(detail['data']) === undefined &&
    asText(last['data']) === undefined
  );
}

function joined(last: ApiPayload, detail: ApiPayload): ApiPayload {
  const nonNullEntries = Object.entries(detail).filter(([, value]) => value !== null);
  const grown = ['text', 'summary'].flatMap((name) => {
    const plainText = (asText(last[name]) ?? '') + (asText(detail[name]) ?? '');
    return plainText === '' ? [] : [[name, plainText] as const];
  });
  return { ...last, ...Object.fromEntries(nonNullEntries), ...Object.fromEntries(grown) };
}

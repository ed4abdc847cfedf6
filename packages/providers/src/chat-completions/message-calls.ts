import { countOf, asObject, asText, isObject, isObjectText, listOf } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { isEmptyArguments } from '../shared/empty-arguments.js';

interface KnownCall {
  readonly name: string;
  readonly id: string | undefined;
  readonly index: number | undefined;
}

/** A call of a message, and the number that it has in the response. */
export interface NumberedCall {
  readonly number: number;
  readonly entry: ApiPayload;
  readonly argumentsText: string;
}

/** Numbers the calls of messages in place of deltas: each message may repeat them, continue one, or add one. */
export class MessageCalls {
  readonly #calls: KnownCall[] = [];

  /** `receivedText`: the arguments that a call has by now. */
  numbered(message: ApiPayload, receivedText: (number: number) => string): readonly NumberedCall[] {
    const used = new Set<number>();
    return callsIn(message).map((entry, position) => {
      const argumentsText = argumentsOf(entry);
      const found = this.#find(entry, position, used);
      const isNew = found === undefined || this.#endsBefore(found, receivedText(found), entry, argumentsText);
      const number = isNew ? this.#add(entry) : found;
      used.add(number);
      return { number, entry, argumentsText };
    });
  }

  #find(entry: ApiPayload, position: number, used: ReadonlySet<number>): number | undefined {
    const { id, index, name } = identityOf(entry);
    const matches = (call: KnownCall, at: number): boolean => {
      if (id !== undefined && call.id !== undefined) return call.id === id;
      if (index !== undefined && call.index !== undefined) return call.index === index;
      return name === '' || call.name === '' ? at === this.#calls.length - 1 : at === position && call.name === name;
    };
    const found = this.#calls.findIndex((call, at) => !used.has(at) && matches(call, at));
    return found === -1 ? undefined : found;
  }

  /** Whether the arguments of a call without an id are complete, so that other arguments belong to another call. */
  #endsBefore(number: number, received: string, entry: ApiPayload, next: string): boolean {
    const isSame = this.#calls[number]?.id !== undefined && asText(entry['id']) !== undefined;
    return !isSame && next.trim() !== '' && next.trim() !== received.trim() && isObjectText(received);
  }

  #add(entry: ApiPayload): number {
    this.#calls.push(identityOf(entry));
    return this.#calls.length - 1;
  }
}

/** The calls of a message; the older `function_call` is a list of one. */
function callsIn({ tool_calls: calls, function_call: call }: ApiPayload): readonly ApiPayload[] {
  const listed = listOf(calls).filter(isObject);
  return listed.length === 0 && isObject(call) ? [{ function: call }] : listed;
}

function identityOf(entry: ApiPayload): KnownCall {
  const fn = asObject(entry['function']) ?? entry;
  return { name: asText(fn['name']) ?? '', id: asText(entry['id']), index: countOf(entry['index']) };
}

function argumentsOf(entry: ApiPayload): string {
  const value = (asObject(entry['function']) ?? entry)['arguments'];
  const text = typeof value === 'string' ? value : isObject(value) ? JSON.stringify(value) : '';
  return isEmptyArguments(text) || text.trim() === '{}' ? '' : text;
}

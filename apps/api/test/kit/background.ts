// What tests of background responses need again and again.
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from './start-service.js';

export type ApiType = Record<string, unknown> & { readonly id: string; readonly status: string };

/** Creates a background response of model `m`. */
export async function createBackground(service: TestService, extra: object = {}): Promise<ApiType> {
  const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true, ...extra });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as ApiType;
}

export function get(service: TestService, path: string, headers = service.responsesHeaders): Promise<Response> {
  return fetch(`${service.url}/v1/responses/${path}`, { headers });
}

export async function retrieve(service: TestService, id: string): Promise<ApiType> {
  return (await (await get(service, id)).json()) as ApiType;
}

/** Asks until `accept` takes the response. */
export async function pollUntil(
  service: TestService,
  id: string,
  accept: (payload: ApiType) => boolean,
  withinMs = 15_000,
): Promise<ApiType> {
  const end = performance.now() + withinMs;
  for (;;) {
    const payload = await retrieve(service, id);
    if (accept(payload)) return payload;
    if (performance.now() > end) throw new Error(`after ${withinMs} ms the response is ${JSON.stringify(payload)}`);
    await pause(10);
  }
}

export const hasEnded = ({ status }: ApiType): boolean => status !== 'queued' && status !== 'in_progress';

/** Splits a stream into its complete frames as received. */
export function framesOf(text: string): string[] {
  return text.split(/(?<=\n\n)/).filter((frame) => !frame.startsWith(':'));
}

/** The events of a stream. */
export function eventsOf(
  text: string,
): (Record<string, unknown> & { readonly type: string; readonly sequence_number: number })[] {
  return framesOf(text)
    .map((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? '[DONE]')
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data) as Record<string, unknown> & { type: string; sequence_number: number });
}

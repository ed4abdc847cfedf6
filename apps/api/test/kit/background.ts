// What tests of background responses need again and again.
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from './start-service.js';

export type Wire = Record<string, unknown> & { readonly id: string; readonly status: string };

/** Creates a background response of model `m`. */
export async function createBackground(service: TestService, extra: object = {}): Promise<Wire> {
  const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true, ...extra });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Wire;
}

export function get(service: TestService, path: string, headers = service.responsesHeaders): Promise<Response> {
  return fetch(`${service.url}/v1/responses/${path}`, { headers });
}

export async function retrieve(service: TestService, id: string): Promise<Wire> {
  return (await (await get(service, id)).json()) as Wire;
}

/** Asks until `accept` takes the response. */
export async function pollUntil(
  service: TestService,
  id: string,
  accept: (wire: Wire) => boolean,
  withinMs = 15_000,
): Promise<Wire> {
  const end = performance.now() + withinMs;
  for (;;) {
    const wire = await retrieve(service, id);
    if (accept(wire)) return wire;
    if (performance.now() > end) throw new Error(`after ${withinMs} ms the response is ${JSON.stringify(wire)}`);
    await pause(10);
  }
}

export const hasEnded = ({ status }: Wire): boolean => status !== 'queued' && status !== 'in_progress';

/** The whole frames of a stream, as they came. */
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

import type { HostedToolContext, Message, WebSearchRequest } from '@org/engine';
import { PageReader, type PageReaderOptions } from '#src/web-fetch/page-reader.js';
import { defaultWebFetchSettings, type WebFetchSettings } from '#src/web-fetch/web-fetch-settings.js';
import { defaultWebSearchSettings, type WebSearchSettings } from '#src/web-search/web-search-settings.js';

export const never: AbortSignal = new AbortController().signal;

export interface TurnOptions {
  readonly signal?: AbortSignal;
  readonly owner?: string;
  readonly messages?: readonly Message[];
  readonly nextSourceNumber?: () => number;
}

/** A turn that a tool serves. */
export function turnOf({
  signal = never,
  owner = 'owner',
  messages = [],
  nextSourceNumber,
}: TurnOptions = {}): HostedToolContext {
  let ids = 0;
  return {
    signal,
    owner,
    requestId: 'req_1',
    ids: { next: (prefix) => `${prefix}_${(ids += 1)}` },
    clock: { now: () => Date.now() },
    messages: () => messages,
    ...(nextSourceNumber === undefined ? {} : { nextSourceNumber }),
  };
}

export function userMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function searchRequest(rest: Partial<WebSearchRequest> = {}): WebSearchRequest {
  return { kind: 'web-search', param: 'tools.0', ...rest };
}

export function searchSettings(rest: Partial<WebSearchSettings>): WebSearchSettings {
  return { ...defaultWebSearchSettings, provider: 'local', ...rest };
}

/** Loopback stands for the public Internet: 127.0.0.1 is public, 127.0.0.2 is not. */
export function pageReader(
  settings: Partial<WebFetchSettings> = {},
  options: Partial<Omit<PageReaderOptions, 'settings'>> = {},
): PageReader {
  return new PageReader({
    settings: { ...defaultWebFetchSettings, timeoutMs: 5_000, obeyRobots: false, ...settings },
    policy: (address) => address === '127.0.0.1',
    ...options,
  });
}

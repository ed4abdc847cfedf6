import { buildToolContext } from '@org/engine/testing';
import type { CitableSource, HostedToolContext, Message, WebSearchRequest } from '@org/engine';
import { PageReader, type PageReaderOptions } from '#src/web-fetch/page-reader.js';
import { defaultWebFetchSettings, type WebFetchSettings } from '#src/web-fetch/web-fetch-settings.js';
import { defaultWebSearchSettings, type WebSearchSettings } from '#src/web-search/web-search-settings.js';

export const never: AbortSignal = new AbortController().signal;

export interface TurnOptions {
  readonly signal?: AbortSignal;
  readonly owner?: string;
  readonly messages?: readonly Message[];
  /** The number of the last source that other tools of the turn have. Default 0. */
  readonly lastNumber?: number;
}

/** A turn that a tool serves. */
export function turnOf({
  signal = never,
  owner = 'owner',
  messages = [],
  lastNumber = 0,
}: TurnOptions = {}): HostedToolContext {
  let ids = 0;
  const numbers = new Map<string, number>();
  return {
    signal,
    owner,
    requestId: 'req_1',
    ids: { next: (prefix) => `${prefix}_${(ids += 1)}` },
    clock: { now: () => Date.now() },
    messages: () => messages,
    numberPassages: buildToolContext(messages).numberPassages,
    numberOf(source: CitableSource) {
      const key = source.type === 'page' ? source.url : source.fileId + source.text;
      const number = numbers.get(key) ?? lastNumber + numbers.size + 1;
      numbers.set(key, number);
      return number;
    },
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

// The limit status in the headers of each dialect.
import type { DialectId } from '@org/engine';
import type { KeyLimitStatus, LimitStatus } from './limit-status.js';

type Names = Readonly<Record<'limit' | 'remaining' | 'reset', string>>;

const names: Readonly<Record<DialectId, Readonly<Record<keyof KeyLimitStatus, Names>>>> = {
  messages: { requests: messagesNames('requests'), tokens: messagesNames('tokens') },
  responses: { requests: responsesNames('requests'), tokens: responsesNames('tokens') },
};

/** All that may be sent: pages in browsers read only what they are allowed to. */
export const limitHeaderNames: readonly string[] = Object.values(names).flatMap(({ requests, tokens }) => [
  ...Object.values(requests),
  ...Object.values(tokens),
]);

/** `now`: Unix milliseconds. A key without limits has no such headers. */
export function limitHeaders(
  dialect: DialectId,
  { requests, tokens }: KeyLimitStatus,
  now: number,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (requests !== undefined) write(headers, names[dialect].requests, requests, resets[dialect](requests.resetMs, now));
  if (tokens !== undefined) write(headers, names[dialect].tokens, tokens, resets[dialect](tokens.resetMs, now));
  return headers;
}

/** The headers of an error without the upstream's rate limits where the key has limits of the same name. */
export function withOwnLimits(
  headers: Readonly<Record<string, string>>,
  hasOwn: (name: string) => boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !(limitHeaderNames.includes(name) && hasOwn(name))),
  );
}

const resets: Readonly<Record<DialectId, (resetMs: number, now: number) => string>> = {
  // RFC 3339, rounded up to the second.
  messages: (resetMs, now) =>
    `${new Date(Math.ceil((now + resetMs) / 1000) * 1000).toISOString().slice(0, -'.000Z'.length)}Z`,
  responses: durationOf,
};

function write(
  headers: Record<string, string>,
  { limit, remaining, reset }: Names,
  status: LimitStatus,
  at: string,
): void {
  headers[limit] = String(status.limit);
  headers[remaining] = String(status.remaining);
  headers[reset] = at;
}

function messagesNames(measure: string): Names {
  const prefix = `anthropic-ratelimit-${measure}`;
  return { limit: `${prefix}-limit`, remaining: `${prefix}-remaining`, reset: `${prefix}-reset` };
}

function responsesNames(measure: string): Names {
  return {
    limit: `x-ratelimit-limit-${measure}`,
    remaining: `x-ratelimit-remaining-${measure}`,
    reset: `x-ratelimit-reset-${measure}`,
  };
}

/** As `20ms`, `12s` or `6m0s`; never too short. */
function durationOf(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}ms`;
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

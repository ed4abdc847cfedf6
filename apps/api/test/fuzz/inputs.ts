// One input of the fuzz test: a request of either dialect with an injected fault, and its headers.
import { loadFixtures } from '@org/protocol/fixtures';
import { body as claudeCodeBody, captures, opening as claudeCodeOpening } from '../conformance/claude-code.js';
import { body as codexBody, opening as codexOpening } from '../conformance/codex.js';
import { mutate } from './mutate.js';
import { writeJson, type Json } from './edge-case-values.js';
import { Random } from './random.js';

export const paths = [
  '/v1/messages',
  '/v1/responses',
  '/v1/messages/count_tokens',
  '/v1/responses/input_tokens',
] as const;
export type Path = (typeof paths)[number];
type Dialect = 'messages' | 'responses';

export interface Input {
  readonly path: Path;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const requests: Readonly<Record<Dialect, readonly string[]>> = {
  messages: [
    ...loadFixtures('messages').map(({ request }) => request),
    ...captures.map((capture) => claudeCodeBody(capture, claudeCodeOpening('Hi'))),
  ].map(toText),
  responses: [...loadFixtures('responses').map(({ request }) => request), codexBody(codexOpening('Hi'))].map(toText),
};

function toText(request: object): string {
  return JSON.stringify({ ...request, model: 'm' });
}

export function dialectOf(path: string): Dialect {
  return path.startsWith('/v1/messages') ? 'messages' : 'responses';
}

/** Returns input number `index` of `seed`, deterministically; `authorization` is valid. */
export function inputOf(seed: number, index: number, authorization: string): Input {
  const random = new Random(seed, index);
  const path = random.pick([...paths, '/v1/messages', '/v1/responses'] as const);
  const other = random.oneIn(40);
  const body = JSON.parse(
    random.pick(requests[other === (dialectOf(path) === 'messages') ? 'responses' : 'messages']),
  ) as { [key: string]: Json };
  if (random.oneIn(2)) body['stream'] = true;
  // Most responses are not stored, because the disk is not under test here.
  if (!random.oneIn(10)) body['store'] = false;
  mutate(body, random);
  return { path, headers: headersOf(random, authorization), text: writeJson(body) };
}

function headersOf(random: Random, authorization: string): Record<string, string> {
  const headers: Record<string, string> = {
    authorization,
    'content-type': 'application/json',
    'anthropic-version': random.pick(['2023-06-01', '2023-06-01', '2026-10-21']),
  };
  if (random.oneIn(12)) Object.assign(headers, random.pick(malformedHeaders));
  return headers;
}

const malformedHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'anthropic-version': '' },
  { 'anthropic-version': '2022-01-01' },
  { 'anthropic-version': '2023-06-01, 2026-10-21' },
  { 'vendor-version': 'null' },
  { 'vendor-version': '2026-10-21' },
  { 'anthropic-beta': 'a,,b,\u00ff' },
  { 'anthropic-beta': 'x'.repeat(8000) },
  { 'openai-beta': '__proto__' },
  { accept: 'image/png' },
  { accept: '' },
  { 'accept-encoding': '*;q=0' },
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'constructor' },
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer \u00ff' },
  { 'x-api-key': '__proto__' },
  { 'x-api-key': 'x'.repeat(8000) },
  { 'x-should-retry': 'true' },
  { 'x-request-id': '\u00ff'.repeat(100) },
  { 'content-length-x': '-1' },
  { expect: 'x' },
  { range: 'bytes=0-1' },
  { 'x-http-method-override': 'DELETE' },
  { constructor: 'x' },
  { origin: 'null' },
  { 'idempotency-key': '\u0001'.replace('\u0001', 'x') },
];

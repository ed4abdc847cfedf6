// Every upstream fault at every point of its response: one table for the tests of all layers.
import { once } from 'node:events';
import type { ErrorCode } from '@org/engine';
import type { UpstreamCall } from './scripted-upstream.js';

/** How far a response gets before the fault. */
export interface UpstreamPhase {
  readonly name: string;
  /** What the service has received by then: nothing, a status, a part of a response, or all of it but its end. */
  readonly reached: 'nothing' | 'headers' | 'output' | 'reason';
  /** Text, reasoning and arguments sent by then, joined. */
  readonly sentText: string;
  play(call: UpstreamCall): void;
}

/** One way in which an upstream fails. */
export interface UpstreamFault {
  readonly name: string;
  /** What it must end as. */
  readonly code: ErrorCode;
  /** Where it is a fault: a status is no fault after the headers, `[DONE]` is none after the reason. */
  readonly where: 'anywhere' | 'before-headers' | 'before-reason';
  /** Whether it is about the client's request: then clients, not the log, see the error text without the credential. */
  readonly isForwarded?: true;
  /** Whether it looks like the start of a response, so that either a status or a stream event may report it. */
  readonly begins?: true;
  strike(call: UpstreamCall): void | Promise<void>;
}

/** Part of every error text of an upstream. It never appears in a log, and to a client only if the fault is forwarded. */
export const upstreamErrorText = 'WORDS-OF-THE-UPSTREAM';

const text =
  (content: string) =>
  (call: UpstreamCall): void =>
    call.delta({ content });
const reasoning = (call: UpstreamCall): void => call.delta({ reasoning_content: 'Let me see' });
const callStart = (call: UpstreamCall): void =>
  call.delta({
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"a":' } }],
  });
const callEnd = (call: UpstreamCall): void => call.delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] });
const reason = (call: UpstreamCall): void => call.delta({}, { finish_reason: 'stop' });
const usage = (call: UpstreamCall): void =>
  call.chunk({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } });

const after = (
  name: string,
  reached: UpstreamPhase['reached'],
  sentText: string,
  ...steps: readonly ((call: UpstreamCall) => void)[]
): UpstreamPhase => ({
  name,
  reached,
  sentText,
  play(call) {
    for (const step of steps) step(call);
  },
});

/** Every phase of a response in which a fault can happen. */
export const upstreamPhases: readonly UpstreamPhase[] = [
  after('before headers', 'nothing', ''),
  after('after headers', 'headers', '', (call) => call.start()),
  after('before the first token', 'output', '', (call) => call.delta({ role: 'assistant', content: '' })),
  after('in text', 'output', 'one two', text('one'), text(' two')),
  after('in reasoning', 'output', 'Let me see', reasoning),
  after('in arguments', 'output', 'one{"a":', text('one'), callStart),
  after('between parts', 'output', 'Let me seeone{"a":1}', reasoning, text('one'), callStart, callEnd),
  after('after the reason', 'reason', 'one two', text('one'), text(' two'), reason),
  after('after the usage', 'reason', 'one two', text('one'), text(' two'), reason, usage),
];

const megabyte = 'x'.repeat(1024 * 1024);

/** Sends one endless line until the reader disconnects. */
async function endlessLine(call: UpstreamCall): Promise<void> {
  call.write('data: "');
  for (let sent = 0; sent < 64 && !call.signal.aborted; sent += 1) {
    if (!call.response.write(megabyte))
      await once(call.response, 'drain', { signal: call.signal }).catch(() => undefined);
  }
  call.response.end();
}

const ended =
  (...chunks: readonly (string | Uint8Array)[]) =>
  (call: UpstreamCall): void => {
    for (const chunk of chunks) call.write(chunk);
    call.response.end();
  };

/** Sends raw bytes in place of an HTTP response. */
const raw =
  (bytes: string) =>
  (call: UpstreamCall): void =>
    void call.response.socket?.end(bytes);

/** Responds with an error that repeats the received credential, as careless upstreams do. */
const refused =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (call: UpstreamCall): void =>
    call.reply(
      status,
      {
        error: {
          message: `${upstreamErrorText} ${String(call.record.headers['authorization'])}`,
          type: upstreamErrorText,
          code: status,
        },
      },
      headers,
    );

const half = `data: {"choices":[{"delta":{"con`;
const errorObject = (code: unknown): string =>
  `data: ${JSON.stringify({ error: { message: upstreamErrorText, type: upstreamErrorText, code } })}\n\n`;
const json = { 'content-type': 'application/json' };
const document = '{"choices":[{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}';

/** Every fault that the tests cover. */
export const upstreamFaults: readonly UpstreamFault[] = [
  { name: 'reset', code: 'upstream-failed', where: 'anywhere', strike: (call) => call.reset() },
  { name: 'FIN', code: 'upstream-failed', where: 'anywhere', strike: (call) => call.hangUp() },
  { name: 'end without terminal', code: 'upstream-failed', where: 'anywhere', strike: ended() },
  { name: 'stall', code: 'timed-out', where: 'anywhere', strike: (call) => call.pause(60_000) },
  {
    name: 'half a frame, FIN',
    code: 'upstream-failed',
    where: 'anywhere',
    strike: (call) => (call.write(half), call.hangUp()),
  },
  { name: 'half a frame, end', code: 'upstream-failed', where: 'anywhere', strike: ended(half) },
  {
    name: 'half a frame, reset',
    code: 'upstream-failed',
    where: 'anywhere',
    strike: async (call) => (call.write(half), await call.pause(5), call.reset()),
  },
  { name: 'garbage', code: 'upstream-failed', where: 'anywhere', strike: ended(`data: }{ ${upstreamErrorText}\n\n`) },
  {
    name: 'binary garbage',
    code: 'upstream-failed',
    where: 'anywhere',
    strike: ended(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x00, 0x0a, 0x0a])),
  },
  {
    name: 'error object',
    code: 'upstream-failed',
    where: 'anywhere',
    strike: ended(errorObject(500), 'data: [DONE]\n\n'),
  },
  { name: 'error object, busy', code: 'overloaded', where: 'anywhere', strike: ended(errorObject('503')) },
  { name: '64 MB line', code: 'upstream-failed', where: 'anywhere', strike: endlessLine },
  { name: '[DONE] too early', code: 'upstream-failed', where: 'before-reason', strike: ended('data: [DONE]\n\n') },
  { name: '500', code: 'upstream-failed', where: 'before-headers', strike: refused(500) },
  {
    name: '502, a page',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: (call) => call.reply(502, `<html>${upstreamErrorText}</html>`, { 'content-type': 'text/html' }),
  },
  { name: '503', code: 'overloaded', where: 'before-headers', strike: refused(503) },
  { name: '429', code: 'rate-limited', where: 'before-headers', strike: refused(429, { 'retry-after': '30' }) },
  { name: '400', code: 'invalid-request', where: 'before-headers', isForwarded: true, strike: refused(400) },
  { name: '409', code: 'conflict', where: 'before-headers', isForwarded: true, strike: refused(409) },
  { name: '413', code: 'too-large', where: 'before-headers', isForwarded: true, strike: refused(413) },
  { name: '422', code: 'invalid-request', where: 'before-headers', isForwarded: true, strike: refused(422) },
  {
    name: '400, a page',
    code: 'upstream-rejected',
    where: 'before-headers',
    strike: (call) => call.reply(400, `<html>${upstreamErrorText}</html>`, { 'content-type': 'text/html' }),
  },
  {
    name: '401',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: refused(401, { 'www-authenticate': upstreamErrorText }),
  },
  { name: '404', code: 'upstream-failed', where: 'before-headers', strike: refused(404) },
  {
    name: 'redirect',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: refused(307, { location: 'http://127.0.0.1:1/' }),
  },
  {
    name: '500, truncated',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: (call) => (
      call.response.writeHead(500, { 'content-length': '500' }),
      call.response.write(upstreamErrorText),
      call.hangUp()
    ),
  },
  { name: '204', code: 'upstream-failed', where: 'before-headers', strike: (call) => call.reply(204, '') },
  {
    name: '200, a page',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: (call) => call.reply(200, `<html>${upstreamErrorText}</html>`, { 'content-type': 'text/html' }),
  },
  {
    name: '200, then an error',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: (call) => call.reply(200, { error: { message: upstreamErrorText } }),
  },
  {
    name: '200, half a document',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: (call) => call.reply(200, document.slice(0, 40), json),
  },
  {
    name: '200, a truncated document',
    code: 'upstream-failed',
    where: 'before-headers',
    strike: raw(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n${document}`),
  },
  {
    name: '200, without a completion',
    code: 'upstream-failed',
    where: 'before-headers',
    begins: true,
    strike: (call) => call.reply(200, { choices: [] }),
  },
  { name: 'no HTTP', code: 'upstream-failed', where: 'before-headers', strike: raw(`${upstreamErrorText}\r\n\r\n`) },
  { name: 'half a status line', code: 'upstream-failed', where: 'before-headers', strike: raw('HTTP/1.1 20') },
];

/** Whether `fault` is possible in `phase`. */
export function canStrike({ where }: UpstreamFault, { reached }: UpstreamPhase): boolean {
  switch (where) {
    case 'anywhere':
      return true;
    case 'before-headers':
      return reached === 'nothing';
    case 'before-reason':
      return reached !== 'reason';
  }
}

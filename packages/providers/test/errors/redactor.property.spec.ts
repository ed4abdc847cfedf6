// No secret of an upstream reaches a client, wherever and however an upstream repeats it.
import { EngineError } from '@org/engine';
import * as fc from 'fast-check';
import { ErrorForwarder, type RejectedRequest } from '#src/errors/error-forwarder.js';
import { mapUpstreamError, failureToError } from '#src/errors/upstream-error.js';

const longKey = 'CANARY+key/with~20=0123456789abcdef';
const secrets = [
  longKey,
  longKey.slice(0, 20),
  longKey.slice(-20),
  'CANARY_lettersonly',
  'canary-account-77',
  'CANARY-KEY-4711',
  'CANARY-HEADER',
  'canary-host.example',
  'canary-host.example:8443',
  'canary-proxy.example',
  'canary-password',
  'canary-query-value',
  'canary/path',
];
const identity = {
  apiKey: 'CANARY-KEY-4711',
  // One of the values is a part of others.
  headers: { 'x-gateway': 'Bearer CANARY-HEADER', 'x-note': 'a canary' },
  keys: ['CANARY_lettersonly', longKey],
  urls: [
    'https://canary-host.example:8443/canary/path/v1?code=canary-query-value',
    'https://canary-host.example/accounts/canary-account-77/v1',
    'http://user:canary-password@canary-proxy.example:3128',
  ],
};
const errors = new ErrorForwarder(identity);
const hiding = new ErrorForwarder({ ...identity, upstreamMessages: 'hide' });

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const escapedText = (text: string): string =>
  [...text].map((char) => String.raw`\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Each form in which careless upstreams quote what they received. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after a user name': (text) => Buffer.from(`user:${text}`).toString('base64url'),
  'base64 within a longer text': (text) => Buffer.from(`it ${text} is`).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'percent-encoded': percentEncoded,
  'percent-encoded twice': (text) => encodeURIComponent(percentEncoded(text)),
  escaped: escapedText,
  'with invisible characters': (text) => text.split('').join('\u200b'),
  'with control characters': (text) => text.split('').join('\u0000'),
  'over two lines': (text) => `${text.slice(0, 9)}\n${text.slice(9)}`,
  'with combining characters': (text) => text.split('').join('\u034f'),
  'with variation selectors': (text) => text.split('').join('\ufe0f'),
  'in characters of full width': (text) =>
    text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfe_e0)),
  'with a backslash before each character': (text) => text.replaceAll(/(?=[-.:/])/g, '\\'),
};

/** What a text says in any of these encodings. */
function readings(text: string): readonly string[] {
  const visible = text.normalize('NFKD').replaceAll(/[\p{C}\p{M}\\\s]|\\[nrt]/gu, '');
  const decoded = visible.replaceAll(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(String(hex), 16)),
  );
  const twice = decoded.replaceAll(/%([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(String(hex), 16)),
  );
  const inText = text.replaceAll(/\\+u([\da-f]{4})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(String(hex), 16)),
  );
  const encoded = (visible.match(/[\w+/=-]{8,}/g) ?? []).flatMap((word) => [
    Buffer.from(word, 'base64').toString(),
    Buffer.from(word, 'hex').toString(),
  ]);
  return [text, visible, decoded, twice, inText, ...encoded].map((reading) => reading.toLowerCase());
}

function leaksIn(value: unknown): readonly string[] {
  const found = readings(JSON.stringify(value) ?? '');
  return secrets.filter((secret) => found.some((reading) => reading.includes(secret.toLowerCase())));
}

const request: RejectedRequest = {
  model: 'm',
  tools: [],
  dialect: 'messages',
  sameDialect: true,
  body: { file: 'CANARY-KEY-4711' },
};

const words = fc.constantFrom(
  '',
  'unexpected value(s) ',
  ' for the x-beta header',
  'bad key ',
  'see https://',
  'Authorization: Bearer ',
  'tools.1.type: ',
  "Invalid schema for function '",
  "': no",
  '"',
);

describe('an error that an upstream makes of its secrets', () => {
  it('shows none of them, in any member and encoding', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...secrets),
        fc.constantFrom(...Object.keys(encodings)),
        fc.constantFrom('message', 'type', 'code', 'param', 'details', 'name in details', 'deep in details', 'header'),
        fc.constantFrom(400, 404, 409, 413, 422, 429, 500),
        fc.constantFrom('messages' as const, 'responses' as const, undefined),
        fc.tuple(words, words),
        fc.boolean(),
        fc.boolean(),
        (secret, encoding, place, status, dialect, [before, after], isEvent, hides) => {
          const text = `${before}${encodings[encoding]?.(secret) ?? ''}${after}`;
          const details = {
            message: 'No.',
            type: 'invalid_request_error',
            ...(place in { message: 1, type: 1, code: 1, param: 1 } && { [place]: text }),
            ...(place === 'details' && { details: { error_code: 'x', at: text } }),
            ...(place === 'name in details' && { details: { error_code: 'x', [text]: 1 } }),
            ...(place === 'deep in details' && { details: { error_code: 'x', paths: [{ a: ['b', text] }] } }),
          };
          const headers = place === 'header' ? { 'x-ratelimit-limit': text, 'retry-after': text } : {};
          const received = isEvent
            ? failureToError(status, details, { error: details })
            : mapUpstreamError({ status, body: JSON.stringify({ error: details }), headers });
          const error = (hides ? hiding : errors).forward(received, {
            ...request,
            dialect,
            sameDialect: dialect !== undefined,
          });
          expect(error).toBeInstanceOf(EngineError);
          const { message, param, detail, forwarded, headers: passedOn, capability } = error;
          expect(leaksIn([message, param, detail, forwarded, passedOn, capability])).toEqual([]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('passes on a retry header only if it holds a number, a date or a flag', () => {
    const headers = {
      'x-should-retry': 'true',
      'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT',
      'retry-after-ms': '1500.5',
    };
    const shown = (given: Record<string, string>): unknown =>
      hiding.forward(mapUpstreamError({ status: 429, body: '{"error":{"message":"No."}}', headers: given }), request)
        .headers;
    expect(shown(headers)).toEqual(headers);
    for (const name of Object.keys(headers)) expect(shown({ [name]: 'in some seconds' })).toBeUndefined();
  });

  it('separated by other characters hides the message', () => {
    for (const separator of ['-', '.', ' . ', '","'])
      for (const secret of [longKey, Buffer.from(longKey).toString('hex')]) {
        const message = `The key ${secret.split('').join(separator)} is wrong.`;
        const error = mapUpstreamError({ status: 400, body: JSON.stringify({ error: { message } }) });
        expect(errors.forward(error, request).forwarded).toEqual({ status: 400, dialect: 'messages' });
      }
  });

  it('shows the rest of the message', () => {
    const body = JSON.stringify({
      error: { message: 'The host canary-host.example:8443 (Port 8443) takes no images.' },
    });
    expect(errors.forward(mapUpstreamError({ status: 400, body }), request).forwarded).toEqual({
      status: 400,
      dialect: 'messages',
      message: 'The host [redacted] ([redacted]) takes no images.',
    });
  });
});

describe('what looks like a secret', () => {
  it.each([
    ['a key', 'Use sk-proj-abcdef123456 here', 'Use [redacted] here'],
    ['a masked key', 'Use sk-1234****cdef here', 'Use [redacted] here'],
    [
      'a token',
      'header Authorization: Bearer abc.def-123456 is wrong',
      'header Authorization: [redacted] [redacted] is wrong',
    ],
    ['a token of a sign-in', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'got [redacted]'],
    ['an address', 'connect to 10.1.2.3:8000 failed', 'connect to [redacted] failed'],
    ['an address of IPv6', 'connect to fd00::12:3 failed', 'connect to [redacted] failed'],
    ['a name in a cluster', 'http://vllm.models.svc:8000/v1 failed', 'http://[redacted]/v1 failed'],
    ['this machine', 'http://localhost:8000/v1 failed', 'http://[redacted]/v1 failed'],
    ['a path of another machine', 'cannot open /home/service/keys.json', 'cannot open [redacted]'],
  ])('is removed: %s', (_, message, shown) => {
    const error = mapUpstreamError({ status: 400, body: JSON.stringify({ error: { message } }) });
    expect(errors.forward(error, request).forwarded?.message).toBe(shown);
  });

  it.each([
    'messages.2.content.1.tool_result.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 2000 pixels',
    'prompt is too long: 215000 tokens > 200000 maximum',
    'Unexpected value(s) `context-1m-2025-08-07` for the `anthropic-beta` header',
    'tools.1.custom.name: String should match pattern "^[a-zA-Z0-9_-]{1,128}$" at 10:30, see std::string and https://docs.example.com/errors',
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022',
  ])('is not what clients act on: %s', (message) => {
    const error = mapUpstreamError({ status: 400, body: JSON.stringify({ error: { message } }) });
    expect(errors.forward(error, request).forwarded?.message).toBe(message);
  });

  it.each([
    'Traceback (most recent call last): no',
    'Error: no\n    at handle (server.js:10:3)',
    '<!DOCTYPE html><title>Bad gateway</title>',
  ])('hides a message that is a stack trace or a page: %j', (message) => {
    const error = mapUpstreamError({ status: 400, body: JSON.stringify({ error: { message } }) });
    expect(errors.forward(error, request).forwarded).toEqual({ status: 400, dialect: 'messages' });
  });
});

describe('an id of an account', () => {
  const ids = [
    'org-Qx7mZda1b2c3d4e5f6g7h8',
    'org_01hx8qvbnm9zz8k2',
    'org-abcdefghijklmnopqrstuvwx',
    'proj_Qx7mZdq1w2e3r4',
    'acct-000123456789',
    'acct_1Qx7mZde4R5t6',
    'wrkspc_01Qx7mZdxyz23',
    'org-0b1c2d3e-4f5a-6b7c-8d9e-0f1a2b3c4d5e',
  ];
  const beforeIds = fc.constantFrom('', '"', '(', 'organization: ', 'of https://x.example/organizations/');
  const forward = (text: string, body: object): EngineError['forwarded'] =>
    errors.forward(
      mapUpstreamError({
        status: 400,
        body: JSON.stringify({
          error: { message: text, type: 'invalid_request_error', param: text, details: { [text]: 1, at: [text] } },
        }),
        headers: { 'x-ratelimit-limit': text },
      }),
      { ...request, body },
    ).forwarded;

  it('of the operator is redacted in every member', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ids),
        beforeIds,
        fc.constantFrom('', '.', '"', ' on tokens'),
        (id, before, after) => {
          expect(JSON.stringify(forward(`${before}${id}${after}`, { model: 'm' }))).not.toContain(id.slice(4));
        },
      ),
    );
    expect(forward('Limit 3 in organization org-Qx7mZda1b2c3d4 (proj_Qx7mZdq1w2e3r4).', {})).toMatchObject({
      message: 'Limit 3 in organization [redacted] ([redacted]).',
    });
  });

  it.each(ids)('stays where the client has sent it: %s', (id) => {
    const body = { messages: [{ role: 'user', content: [{ type: 'text', text: `Who is ${id}?` }] }] };
    expect(forward(`Unknown id ${id}.`, body)).toMatchObject({
      message: `Unknown id ${id}.`,
      param: `Unknown id ${id}.`,
    });
    expect(forward(`Unknown id ${id}.`, { metadata: { [id]: 1 } })).toMatchObject({ message: `Unknown id ${id}.` });
  });

  it.each(['org-level', 'org-wide-settings', 'proj_name_template', 'acct_type', 'my-org-12345678', 'orgs-1234567890'])(
    'is no word: %s',
    (word) => expect(forward(`Set ${word} first.`, {})).toMatchObject({ message: `Set ${word} first.` }),
  );
});

describe('a message that is made to take long', () => {
  const length = 60_000;

  it.each([
    '\n',
    '\n at ',
    'a.',
    'a-',
    'eyJaaaaaaaa-',
    'bearer ',
    'bearer aaaaaaaa ',
    'api_key=',
    '//a:',
    '1.1.1.',
    'ab:',
    'a::',
    '/home/',
    '\\',
    '%',
    '%25',
    '&#1',
    'sk-',
    '<_',
    '\ufdfa',
    'thinking ',
    'role ',
    'pdf ',
    'encrypted_content ',
    'output_format ',
    'messages.0.',
    '"loc": [',
  ])('is read in less than a second: %j', (unit) => {
    const message = unit.repeat(Math.floor(length / unit.length));
    const started = performance.now();
    for (const status of [400, 404])
      errors.forward(mapUpstreamError({ status, body: JSON.stringify({ error: { message } }) }), request);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

import { credentialOf } from '#src/auth/credential-of.js';
import { checkMediaType } from '#src/http/body/check-media-type.js';
import { betaHeader, dialectOf, versionHeader } from '#src/http/dialect-of-path.js';
import { socketCredential } from '#src/websocket/socket-credential.js';

describe('the credential of a request', () => {
  it.each([
    ['a bearer token', { authorization: 'Bearer abc' }, 'abc', 'abc'],
    ['an x-api-key', { 'x-api-key': 'abc' }, 'abc', 'abc'],
    [
      'both: each dialect has its own preference',
      { authorization: 'Bearer token', 'x-api-key': 'apikey' },
      'apikey',
      'token',
    ],
    ['an empty x-api-key, which counts as none', { authorization: 'bearer token', 'x-api-key': '' }, 'token', 'token'],
  ])('is found in %s', (_, headers, inMessages, inResponses) => {
    expect(credentialOf(headers, 'messages')).toBe(inMessages);
    expect(credentialOf(headers, 'responses')).toBe(inResponses);
  });

  it('is read from the WebSocket subprotocols unless a header contains one', () => {
    const named = { 'sec-websocket-protocol': 'responses, openai-insecure-api-key.named' };
    expect(socketCredential(named)).toBe('named');
    expect(socketCredential({ ...named, authorization: 'Bearer token' })).toBe('token');
    expect(socketCredential({ ...named, 'x-api-key': 'apikey' })).toBe('apikey');
    expect(() => socketCredential({ ...named, authorization: 'Basic abc' })).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });

  it('is not read from the header that has lower priority', () => {
    const proxied = { authorization: 'Basic abc', 'x-api-key': 'abc' };
    expect(credentialOf(proxied, 'messages')).toBe('abc');
    expect(() => credentialOf(proxied, 'responses')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    const mistyped = { authorization: 'Bearer token', 'x-api-key': 'k'.repeat(10_000) };
    expect(credentialOf(mistyped, 'responses')).toBe('token');
    expect(() => credentialOf(mistyped, 'messages')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['two tokens', { authorization: 'Bearer a b' }],
    ['characters outside ASCII', { authorization: 'Bearer ä' }],
    ['more than any key has', { 'x-api-key': 'k'.repeat(10_000) }],
    ['a mistyped key of this service', { 'x-api-key': `sk-org-${'a'.repeat(49)}` }],
  ])('is rejected when it is %s', (_, headers) => {
    expect(() => credentialOf(headers, 'messages')).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
  });
});

describe('the dialect of a path', () => {
  it.each([
    ['/v1/messages', 'messages'],
    ['/v1/messages?beta=true', 'messages'],
    ['/v1/messages/count_tokens', 'messages'],
    ['/v1/%6dessages', 'messages'],
    ['/v1/responses/resp_1', 'responses'],
    ['/v1/messagesx', 'responses'],
    ['/nowhere', 'responses'],
    ['/%', 'responses'],
  ])('%s is %s', (url, dialect) => {
    expect(dialectOf(url, {})).toBe(dialect);
  });

  it('is selected by the version header where both dialects share the path', () => {
    expect(dialectOf('/v1/models', { 'anthropic-version': '2023-06-01' })).toBe('messages');
    expect(dialectOf('/v1/models', { 'vendor-version': '2023-06-01' })).toBe('messages');
    expect(dialectOf('/v1/models', { 'x-api-key': 'k' })).toBe('responses');
    expect(dialectOf('/v1/responses', { 'anthropic-version': '2023-06-01' })).toBe('responses');
  });
});

describe('the features that a client switched on', () => {
  const headers = {
    'anthropic-beta': 'one-2025-01-01, two-2025-02-02',
    'openai-beta': 'assistants=v2,responses=experimental',
  };

  it("are those of the request's dialect", () => {
    expect(betaHeader(headers, 'messages')).toEqual(['one-2025-01-01', 'two-2025-02-02']);
    expect(betaHeader(headers, 'responses')).toEqual(['assistants=v2', 'responses=experimental']);
    expect(betaHeader({}, 'responses')).toEqual([]);
  });

  it('are harmless in a header, and no affair between the client and this service', () => {
    expect(betaHeader({ 'openai-beta': 'a b, c\r\nd: e, responses_websockets=2026-02-06, f' }, 'responses')).toEqual([
      'f',
    ]);
  });
});

describe('the version header', () => {
  it('has two names, and vendor-version wins', () => {
    expect(versionHeader({ 'vendor-version': 'a', 'anthropic-version': 'b' })).toBe('a');
    expect(versionHeader({ 'anthropic-version': 'b' })).toBe('b');
    expect(versionHeader({})).toBeUndefined();
  });
});

describe('the media type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; x=y',
  ])('%s is accepted', (header) => {
    expect(() => checkMediaType(header)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json; charset=latin1',
    'text/plain; application/json',
    'application/problem+json',
  ])('rejects %s', (header) => {
    expect(() => checkMediaType(header)).toThrow(
      expect.objectContaining({ code: 'unsupported-media-type', param: 'content-type' }),
    );
  });
});

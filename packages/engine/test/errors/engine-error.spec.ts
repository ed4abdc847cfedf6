import { inspect } from 'node:util';
import { EngineError, type ForwardedError } from '#src/index.js';

const forwarded: ForwardedError = { status: 400, dialect: 'messages', message: 'tools.0: Bad name.' };
const error = new EngineError('invalid-request', 'The upstream rejected the request.', {
  forwarded,
  capability: 'image_block',
  headers: { 'x-should-retry': 'false' },
});

describe('an error that forwards one of an upstream', () => {
  it('keeps what it forwards, its capability token and its headers in a copy', () => {
    const copy = error.with({ message: 'messages: The upstream rejected the request.', param: 'messages' });
    expect(copy.forwarded).toBe(forwarded);
    expect(copy).toMatchObject({
      capability: 'image_block',
      headers: { 'x-should-retry': 'false' },
      param: 'messages',
    });
    expect(copy.with({ forwarded: undefined }).forwarded).toBeUndefined();
  });

  it('shows nothing of it to code that prints or serializes the error', () => {
    expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('Bad name');
  });
});

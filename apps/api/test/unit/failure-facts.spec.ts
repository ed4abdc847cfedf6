import { EngineError, ModelLoadError } from '@org/engine';
import { failureFacts } from '#src/request-context/failure-facts.js';

const causeOf = (cause: unknown): string | undefined =>
  failureFacts(new EngineError('upstream-failed', 'The upstream failed.', { cause })).cause;
const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('words', { cause }), { code });

describe('the cause of a failure in the log', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'HPE_INVALID_CONSTANT',
  ])('is a code of the system or the network library: %s', (code) => {
    expect(causeOf(coded(code))).toBe(code);
  });

  it('is found in nested errors and in the stack trace of a package', () => {
    expect(causeOf(new TypeError('fetch failed', { cause: coded('ECONNRESET') }))).toBe('ECONNRESET');
    expect(causeOf([{ name: 'AI_APICallError' }, { name: 'TypeError' }, { name: 'Error', code: 'ETIMEDOUT' }])).toBe(
      'ETIMEDOUT',
    );
    expect(causeOf(new EngineError('timed-out', 'x', { cause: coded('EPIPE') }))).toBe('EPIPE');
  });

  it("ignores an upstream's own name for its failures", () => {
    expect([
      causeOf({ code: 'SECRET WORDS' }),
      causeOf({ code: 'invalid_prompt' }),
      causeOf(coded('E_SECRET')),
      causeOf('ECONNREFUSED: words'),
      causeOf(null),
      causeOf(undefined),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('ends with causes that lead back to themselves', () => {
    const circle = coded('words');
    circle.cause = circle;
    expect(causeOf(circle)).toBeUndefined();
  });
});

describe('the status of an upstream that rejected the request', () => {
  it("is logged with the client's error, at any depth of the causes", () => {
    const refused = Object.assign(new Error('words'), { status: 503 });
    expect(
      failureFacts(
        new EngineError('upstream-failed', 'The upstream failed.', { cause: new Error('words', { cause: refused }) }),
      ),
    ).toEqual({
      error: 'upstream-failed',
      reason: 'The upstream failed.',
      fix: 'Read the log of the upstream at this time.',
      upstreamStatus: 503,
    });
    expect(
      failureFacts(new EngineError('upstream-failed', 'The upstream failed.', { cause: { status: 'words' } }))
        .upstreamStatus,
    ).toBeUndefined();
  });
});

describe('the reason of a failure in the log', () => {
  it("is our own sentence, or the engine's error for a model file that cannot be loaded", () => {
    const unloaded = new EngineError('upstream-failed', 'The service could not load the model.', {
      cause: new ModelLoadError("unknown model architecture: 'new'"),
    });
    expect(failureFacts(unloaded).reason).toBe(
      "The service could not load the model. unknown model architecture: 'new'",
    );
    expect(
      failureFacts(new EngineError('upstream-failed', 'The upstream failed: words', { cause: new Error('words') }))
        .reason,
    ).toBe('The upstream failed');
    expect(
      failureFacts(new EngineError('invalid-request', 'words', { cause: new ModelLoadError('others') })).reason,
    ).toBe('words');
  });
});

import type { ReasoningPart } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { testSigner } from '../test-signer.js';
import { json } from './response-streams.js';
import { assistant, body, decode, user } from './requests.js';

function replayed(block: unknown): unknown {
  return decode({ messages: [user('Hi'), assistant([block, { type: 'text', text: 'a' }]), user('b')] }).input[1]
    ?.parts[0];
}

function encodeReasoning(part: ReasoningPart, thinking?: object): unknown {
  const request = messagesDialect.parseRequest(body(thinking === undefined ? {} : { thinking }));
  return json(request, {
    model: 'm',
    parts: [part, { type: 'text', text: 'a' }],
    finishReason: { unified: 'stop' },
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    warnings: [],
  }).content[0];
}

const reasoningPart: ReasoningPart = { type: 'reasoning', text: 'Hm.' };

describe('thinking that this service sent', () => {
  it('is signed, and recognized when the client sends it back', () => {
    const block = encodeReasoning(reasoningPart);
    expect(block).toEqual({ type: 'thinking', thinking: 'Hm.', signature: testSigner.sign('Hm.') });
    expect(replayed(block)).toEqual({
      ...reasoningPart,
      signature: { signer: 'local', form: 'signature', data: testSigner.sign('Hm.') },
    });
  });

  it('is returned complete even when its text was omitted', () => {
    const block = encodeReasoning(reasoningPart, { type: 'adaptive', display: 'omitted' });
    expect(block).toEqual({ type: 'thinking', thinking: '', signature: testSigner.encrypt('Hm.') });
    expect(replayed(block)).toEqual({
      ...reasoningPart,
      signature: { signer: 'local', form: 'encrypted', data: testSigner.encrypt('Hm.') },
    });
  });

  it('is not known when its text was changed', () => {
    expect(replayed({ type: 'thinking', thinking: 'Hm!', signature: testSigner.sign('Hm.') })).toMatchObject({
      signature: { signer: 'foreign' },
    });
    expect(replayed({ type: 'thinking', thinking: 'Hm!', signature: testSigner.encrypt('Hm.') })).toMatchObject({
      text: 'Hm!',
      signature: { signer: 'foreign' },
    });
  });

  it('is hidden from a client that disabled it', () =>
    expect(encodeReasoning(reasoningPart, { type: 'disabled' })).toEqual({ type: 'text', text: 'a' }));
});

describe('thinking that an upstream sent as plain text', () => {
  const plainPart: ReasoningPart = { ...reasoningPart, author: 'up' };

  it.each([
    [
      'shown',
      {},
      { type: 'thinking', thinking: 'Hm.', signature: `via.p.up.${testSigner.sign('Hm.')}` },
      'signature',
      testSigner.sign('Hm.'),
    ],
    [
      'omitted',
      { type: 'adaptive', display: 'omitted' },
      { type: 'thinking', thinking: '', signature: `via.p.up.${testSigner.encrypt('Hm.')}` },
      'encrypted',
      testSigner.encrypt('Hm.'),
    ],
  ])(
    'carries the upstream name, and is recognized when the client sends it back: %s',
    (_, thinking, block, form, data) => {
      expect(encodeReasoning(plainPart, 'type' in thinking ? thinking : undefined)).toEqual(block);
      expect(replayed(block)).toEqual({ ...plainPart, signature: { signer: 'local', form, data } });
    },
  );

  it('is not known when its text was changed', () => {
    const block = { type: 'thinking', thinking: 'Hm!', signature: `via.p.up.${testSigner.sign('Hm.')}` };
    expect(replayed(block)).toMatchObject({ signature: { signer: 'foreign', data: block.signature } });
    expect(replayed(block)).not.toHaveProperty('saidBy');
  });
});

describe('thinking of another issuer', () => {
  it.each([
    { type: 'thinking', thinking: 'Hm.', signature: 'Zm9yZWlnbg==' },
    { type: 'thinking', thinking: 'Hm.', signature: '' },
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'redacted_thinking', data: 'Zm9yZWlnbg==' },
  ])('is accepted and marked as the signature of another provider: %j', (block) =>
    expect(replayed(block)).toMatchObject({ type: 'reasoning', signature: { signer: 'foreign' } }),
  );
});

// What an upstream returns with its response and expects back: carried in the signature of a reasoning part, for that
// upstream only.
import { verifySignatures } from '#src/chat-completions/response-signatures.js';
import { capabilityProfiles } from '#src/chat-completions/profiles/index.js';
import { encodeRequest } from '#src/chat-completions/encode-request.js';
import type { JsonObject, Part } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';
import { decodeChunks, delta, finish } from './decode.js';

const google = (signature: unknown): JsonObject => ({ google: { thought_signature: signature as string } });
const call = (index: number, id: string, more: object = {}): object => ({
  index,
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
  ...more,
});

/** The parts of a response as a message of the next request. */
function sentBack(parts: readonly Part[], { model = 'm', signer = 'chat-test' } = {}): unknown {
  const results = parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [message('tool', { type: 'tool-result', callId: part.callId, kind: 'function', content: [] })]
      : [],
  );
  const { body } = encodeRequest(buildRequest([{ role: 'assistant', parts }, ...results]), {
    model,
    signer,
    profile: capabilityProfiles.generic,
    owner: 'alice',
  });
  return (body['messages'] as readonly JsonObject[])[0];
}

describe('the signature of a call', () => {
  const generate = (...calls: readonly object[]) =>
    decodeChunks([...calls.map((one) => delta({ tool_calls: [one] })), finish('tool_calls')]);

  it('follows the calls as hidden reasoning and returns with its call', () => {
    const { parts } = generate(call(0, 'a', { extra_content: google('SIG') }), call(1, 'b'));
    expect(parts).toMatchObject([
      { type: 'tool-call', callId: 'a' },
      { type: 'tool-call', callId: 'b' },
      { type: 'reasoning', text: '', signature: { signer: 'chat-test', form: 'redacted' } },
    ]);
    const back = sentBack(parts) as { tool_calls: readonly JsonObject[] };
    expect(back.tool_calls).toMatchObject([
      { id: 'a', extra_content: { google: { thought_signature: 'SIG' } } },
      { id: 'b' },
    ]);
    expect(back.tool_calls[1]).not.toHaveProperty('extra_content');
  });

  it('goes to no other upstream and no other model', () => {
    const { parts } = generate(call(0, 'a', { extra_content: google('SIG') }));
    expect(JSON.stringify(sentBack(parts, { signer: 'chat-other' }))).not.toContain('SIG');
    expect(JSON.stringify(sentBack(parts, { model: 'other' }))).not.toContain('SIG');
  });

  it('may arrive in a later chunk, and belongs to the id under which the call was delivered', () => {
    const { parts } = generate(
      { index: 0, function: { name: 'look', arguments: '{' } },
      { index: 0, function: { arguments: '}' }, extra_content: google('SIG') },
    );
    expect(parts).toMatchObject([{ type: 'tool-call', callId: 'call_1' }, { type: 'reasoning' }]);
    expect(sentBack(parts)).toMatchObject({ tool_calls: [{ id: 'call_1', extra_content: google('SIG') }] });
  });

  it.each([null, {}, 'SIG', google(7), google(''), { google: null }, { other: { stored_as: 'id_of_somebody' } }])(
    'is not made of %j',
    (extra) => {
      expect(generate(call(0, 'a', { extra_content: extra })).parts.map(({ type }) => type)).toEqual(['tool-call']);
    },
  );

  it('that a client wrote itself names nothing else', () => {
    const forged = (payload: object): string =>
      `chat1.${Buffer.from(JSON.stringify({ model: 'm', ...payload })).toString('base64url')}`;
    const open = (data: string) =>
      verifySignatures({ signer: 'chat-test', form: 'redacted', data }, { name: 'chat-test', model: 'm' });
    expect(open(forged({ calls: { a: { google: { stored_as: 'x' } } }, reasoningDetails: 'no list' }))).toEqual({});
    for (const data of ['', 'chat1.', 'chat1.AAAA', 'chat1.bnVsbA', 'something']) expect(open(data)).toBeUndefined();
  });

  it('does not turn accompanying text into reasoning', () => {
    const { parts } = generate(call(0, 'a', { extra_content: google('SIG') }));
    const signature = parts.find((part) => part.type === 'reasoning')?.signature;
    const { body } = encodeRequest(
      buildRequest([
        message('assistant', 'Yes', { type: 'reasoning', text: 'of the client', ...(signature && { signature }) }),
      ]),
      {
        model: 'm',
        signer: 'chat-test',
        profile: capabilityProfiles.sglang,
        owner: 'alice',
      },
    );
    expect(JSON.stringify(body['messages'])).not.toContain('of the client');
  });
});

describe('details of reasoning', () => {
  it('are shown when nothing else contains the reasoning', () => {
    const { parts } = decodeChunks([
      delta({ reasoning_details: [{ type: 'reasoning.text', text: 'Let me ', index: 0 }] }),
      delta({ reasoning_details: [{ type: 'reasoning.summary', summary: 'see.', index: 1 }] }),
      delta({ content: 'Yes' }),
      finish(),
    ]);
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'text', text: 'Yes' },
    ]);
  });

  it('are not shown a second time', () => {
    const entry = (text: string) => [{ type: 'reasoning.text', text, index: 0 }];
    const { parts } = decodeChunks([
      delta({ reasoning: 'Hm', reasoning_details: entry('Hm') }),
      delta({ content: 'Yes' }),
      delta({ reasoning_details: entry('Hm') }),
      finish(),
    ]);
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Yes' },
    ]);
  });

  it('return as one merged list when they contain a signature', () => {
    const { parts } = decodeChunks([
      delta({
        reasoning: 'Let ',
        reasoning_details: [{ type: 'reasoning.text', text: 'Let ', signature: null, format: 'f', index: 0 }],
      }),
      delta({ reasoning: 'me', reasoning_details: [{ type: 'reasoning.text', text: 'me', index: 0 }] }),
      delta({ reasoning_details: [{ type: 'reasoning.text', signature: 'SIG', index: 0 }] }),
      delta({
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 'AAA', index: 1 },
          { type: 'reasoning.encrypted', data: 'BBB', index: 1 },
        ],
      }),
      delta({ content: 'Yes' }),
      finish(),
    ]);
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'Let me' },
      { type: 'text' },
      { type: 'reasoning', text: '', signature: { form: 'redacted' } },
    ]);
    expect(sentBack(parts)).toEqual({
      role: 'assistant',
      content: 'Yes',
      reasoning_details: [
        { type: 'reasoning.text', text: 'Let me', signature: 'SIG', format: 'f', index: 0 },
        { type: 'reasoning.encrypted', data: 'AAA', index: 1 },
        { type: 'reasoning.encrypted', data: 'BBB', index: 1 },
      ],
    });
  });
});

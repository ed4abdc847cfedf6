// What a stored response receives in addition when a client retrieves it.
import type { JsonObject } from '@org/engine';
import type { Response } from '@org/protocol/responses';
import { includeStored } from '#src/responses/encode/include-stored.js';
import { testSigner } from '../test-signer.js';
import { encodeResponse } from './streamed-responses.js';
import { encodeContext } from './options.js';

/** A response whose only item is a reasoning item with `members`. */
function thoughtful(members: JsonObject): Response {
  const made = encodeResponse(
    { model: 'm', input: 'q' },
    {
      model: 'm',
      parts: [],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
      warnings: [],
    },
    encodeContext(),
  );
  return {
    ...made,
    output: [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'In short.' }], ...members }],
  };
}

const signedOf = (members: JsonObject, include = ['reasoning.encrypted_content']): unknown =>
  includeStored(thoughtful(members), include, testSigner).output[0]?.['encrypted_content'];

describe('the encrypted reasoning of a stored response', () => {
  it.each([
    ['the output of the model itself', { content: [{ type: 'reasoning_text', text: 'At length.' }] }, 'At length.'],
    ['the summary where there is nothing else', {}, 'In short.'],
    ['the summary when the list of model output is empty', { content: [] }, 'In short.'],
  ])('holds %s', (_, members, text) => {
    expect(signedOf(members)).toBe(testSigner.encrypt(text));
  });

  it('equals its previous signature', () => expect(signedOf({ encrypted_content: 'abc' })).toBe('abc'));

  it('is left out of reasoning without text, and when it was not requested', () => {
    expect(signedOf({ summary: [] })).toBeUndefined();
    expect(signedOf({}, [])).toBeUndefined();
  });
});

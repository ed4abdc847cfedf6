// Reasoning that an upstream signed and can no longer decrypt, because its account or that of a gateway has changed.
import type { JsonObject, ReasoningPart } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';
import { failure, LiveUpstreamApi, run, apis } from './live-upstream-api.js';

const live = { messages: new LiveUpstreamApi(caseOf('messages')), responses: new LiveUpstreamApi(caseOf('responses')) };
const both = Object.values(live);
beforeAll(() => Promise.all(both.map((one) => one.start())));
afterEach(async () => {
  for (const one of both) {
    await one.closeModels();
    one.upstream.play();
  }
});
afterAll(() => Promise.all(both.map((one) => one.stop())));

function caseOf(name: string): (typeof apis)[number] {
  const found = apis.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no API ${name}`);
  return found;
}

const shows = ({ messages, input }: JsonObject): boolean =>
  /"type":"(?:thinking|reasoning)"/.test(JSON.stringify(messages ?? input));

const errorTexts = [
  ['messages', 'messages.1.content.0: Invalid `signature` in `thinking` block'],
  ['messages', 'messages.1.content.0: Invalid `data` in `redacted_thinking` block'],
  [
    'responses',
    'The encrypted content gAAAAA...== could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
  ],
  [
    'messages',
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
  ],
  ['messages', 'messages.1.content.0: the block was not created in this conversation'],
  ['messages', 'Content block is not a thinking block'],
  ['messages', 'A thought of another provider cannot be replayed.'],
  ['responses', 'reasoning `encrypted_content` was not issued to this caller'],
  ['responses', 'Could not decrypt the provided encrypted_content. Ensure the value is unmodified.'],
  ['responses', 'input[1]: this sealed item belongs to another host'],
  ['responses', 'The sealed reasoning of this session has expired.'],
] as const;

describe.each(errorTexts)('an upstream of %s that returns the error %s', (dialect, errorText) => {
  const refuse = (): void =>
    live[dialect].upstream.play((call) => {
      if (shows(call.record.body))
        call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: errorText } });
      else {
        call.delta({ content: 'ok' });
        call.finish();
      }
    });
  const encrypted = (text: string): ReasoningPart => ({
    type: 'reasoning',
    text,
    signature: { signer: 'tests', form: dialect === 'messages' ? 'signature' : 'encrypted', data: 'proof' },
  });
  const conversation = buildRequest([
    message('user', 'hello'),
    message('assistant', encrypted('Hmm'), 'Yes?'),
    message('assistant', encrypted('Hm')),
    message('user', 'go on'),
  ]);

  it.each([true, false])(
    'receives the conversation without its reasoning, with a warning to the client, for the same dialect: %j',
    async (sameDialect) => {
      refuse();
      const languageModel = live[dialect].languageModel({ signer: 'tests', retries: 0 });
      const request = { ...conversation, ...(sameDialect && { extensions: { [dialect]: {} } }) };
      const before = live[dialect].upstream.records.length;
      const { error, text, events } = await run(languageModel, request);
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(events[0]).toMatchObject({
        warnings: [
          {
            kind: 'dropped',
            param: 'messages',
            message: 'The upstream can no longer verify the reasoning of earlier responses; the service omitted it.',
          },
        ],
      });
      expect(live[dialect].upstream.records.slice(before).map(({ body }) => shows(body))).toEqual([true, false]);
      // The reasoning of another conversation may still be valid.
      live[dialect].upstream.play();
      await run(languageModel, request);
      expect(shows(live[dialect].upstream.records.at(-1)?.body ?? {})).toBe(true);
    },
  );

  it('is not retried where there is no reasoning to omit', async () => {
    live[dialect].upstream.play((call) =>
      call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: errorText } }),
    );
    const before = live[dialect].upstream.records.length;
    await failure(live[dialect].languageModel({ retries: 0 }), buildRequest('hello'));
    expect(live[dialect].upstream.records.length - before).toBe(1);
  });
});

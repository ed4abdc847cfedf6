// Reasoning that an upstream sealed and cannot open any more: its account has changed, or the one that a gateway asks with.
import type { JsonObject, ReasoningPart } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';
import { failure, LiveWire, run, wires } from './wires.js';

const live = { messages: new LiveWire(caseOf('messages')), responses: new LiveWire(caseOf('responses')) };
const both = Object.values(live);
beforeAll(() => Promise.all(both.map((one) => one.start())));
afterEach(async () => {
  for (const one of both) {
    await one.closeGenerators();
    one.upstream.play();
  }
});
afterAll(() => Promise.all(both.map((one) => one.stop())));

function caseOf(name: string): (typeof wires)[number] {
  const found = wires.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no wire ${name}`);
  return found;
}

const shows = ({ messages, input }: JsonObject): boolean =>
  /"type":"(?:thinking|reasoning)"/.test(JSON.stringify(messages ?? input));

const complaints = [
  ['messages', 'messages.1.content.0: Invalid `signature` in `thinking` block'],
  ['messages', 'messages.1.content.0: Invalid `data` in `redacted_thinking` block'],
  [
    'responses',
    'The encrypted content gAAAAA...== could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
  ],
  ['responses', 'reasoning `encrypted_content` was not issued to this caller'],
] as const;

describe.each(complaints)('an upstream of %s that says %s', (dialect, complaint) => {
  const refuse = (): void =>
    live[dialect].upstream.play((call) => {
      if (shows(call.record.body))
        call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: complaint } });
      else {
        call.delta({ content: 'ok' });
        call.finish();
      }
    });
  const sealed = (text: string): ReasoningPart => ({
    type: 'reasoning',
    text,
    seal: { issuer: 'tests', form: dialect === 'messages' ? 'signature' : 'encrypted', data: 'proof' },
  });
  const conversation = buildRequest([
    message('user', 'hello'),
    message('assistant', sealed('Hmm'), 'Yes?'),
    message('assistant', sealed('Hm')),
    message('user', 'go on'),
  ]);

  it.each([true, false])(
    'is told the conversation without its reasoning, and the client is told so, of the same dialect: %j',
    async (sameDialect) => {
      refuse();
      const generator = live[dialect].generator({ issuer: 'tests', retries: 0 });
      const request = { ...conversation, ...(sameDialect && { extensions: { [dialect]: {} } }) };
      const before = live[dialect].upstream.records.length;
      const { error, text, events } = await run(generator, request);
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(events[0]).toMatchObject({
        warnings: [
          {
            kind: 'dropped',
            param: 'messages',
            message: 'The upstream cannot check the reasoning of earlier answers any more: it was left out.',
          },
        ],
      });
      expect(live[dialect].upstream.records.slice(before).map(({ body }) => shows(body))).toEqual([true, false]);
      // Another conversation's may be as good as ever.
      live[dialect].upstream.play();
      await run(generator, request);
      expect(shows(live[dialect].upstream.records.at(-1)?.body ?? {})).toBe(true);
    },
  );

  it('is not asked again where there is no reasoning to leave out', async () => {
    live[dialect].upstream.play((call) =>
      call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: complaint } }),
    );
    const before = live[dialect].upstream.records.length;
    await failure(live[dialect].generator({ retries: 0 }), buildRequest('hello'));
    expect(live[dialect].upstream.records.length - before).toBe(1);
  });
});

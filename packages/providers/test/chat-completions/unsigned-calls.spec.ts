// Conversations move from one model to the next, and not every client stores the extra members of a call. Gemini
// rejects both cases.
import type { JsonObject, Message } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { failure, run, useLive } from './live.js';

const live = useLive();

interface SentCall {
  readonly id: string;
  readonly extra_content?: Readonly<Record<string, { readonly thought_signature?: string } | undefined>>;
}

const callsIn = (body: JsonObject | undefined): SentCall[][] =>
  ((body?.['messages'] ?? []) as readonly { readonly tool_calls?: SentCall[] }[]).flatMap(({ tool_calls: calls }) =>
    calls === undefined ? [] : [calls],
  );

/** Rejects the first call of a response that has no signature under the name. */
function refuseUnsigned(name: string, errorText: (id: string) => string): void {
  live.upstream.play((call) => {
    const missing = callsIn(call.body).find(([first]) => first?.extra_content?.[name]?.thought_signature === undefined);
    if (missing === undefined) call.finish();
    else
      call.reply(
        400,
        JSON.stringify([
          { error: { code: 400, message: errorText(missing[0]?.id ?? ''), status: 'INVALID_ARGUMENT' } },
        ]),
      );
  });
}

const calling = (...ids: readonly string[]): readonly Message[] => [
  {
    role: 'assistant',
    parts: ids.map((callId) => ({ type: 'tool-call', callId, name: 'look', kind: 'function', argumentsText: '{}' })),
  },
  {
    role: 'tool',
    parts: ids.map((callId) => ({
      type: 'tool-result',
      callId,
      kind: 'function',
      content: [{ type: 'text', text: 'seen' }],
    })),
  },
];
const request = buildRequest(
  [{ role: 'user', parts: [{ type: 'text', text: 'Look.' }] }, ...calling('a', 'b'), ...calling('c')],
  { tools: [functionTool('look')] },
);

describe('calls without the signature that an upstream wants back', () => {
  it.each([
    [
      'google',
      (id: string) =>
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Additional data, function call \`${id}\`, position 2.`,
      1,
    ],
    [
      'vertex',
      (id: string) =>
        `Unable to submit request because function call \`${id}\` in the 2. content block is missing a \`thought_signature\`.`,
      2,
    ],
  ])(
    'state that they have none, under the name of %s, from the start of the next request',
    async (name, errorText, refusals) => {
      refuseUnsigned(name, errorText);
      const languageModel = live.languageModel({ retries: 0 });
      const before = live.count;
      for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
      expect(live.count - before).toBe(refusals + 2);
      const marked = { [name]: { thought_signature: 'skip_thought_signature_validator' } };
      expect(callsIn(live.upstream.records.at(-1)?.body)).toMatchObject([
        [{ id: 'a', extra_content: marked }, { id: 'b' }],
        [{ id: 'c', extra_content: marked }],
      ]);
      expect(callsIn(live.upstream.records.at(-1)?.body)[0]?.[1]).not.toHaveProperty('extra_content');
    },
  );

  it('are rejected in the end when nothing helps', async () => {
    const before = live.count;
    refuseUnsigned('other', () => 'Function call is missing a thought_signature in functionCall parts.');
    expect(await failure(live.languageModel({ retries: 0 }), request)).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(3);
  });
});

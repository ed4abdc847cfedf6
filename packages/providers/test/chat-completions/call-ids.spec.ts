// Conversations move from one model to the next, and not every server accepts call ids of other models.
import * as fc from 'fast-check';
import { callIdForms } from '#src/chat-completions/call-id-forms.js';
import { mapCallIds, type JsonObject, type Message } from '@org/engine';
import { buildRequest, functionTool } from '@org/engine/testing';
import { run, useLive } from './live.js';

const live = useLive();

function calling(...ids: readonly string[]): readonly Message[] {
  return [
    { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
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
        content: [{ type: 'text', text: `seen by ${callId}` }],
      })),
    },
  ];
}

interface SentMessage {
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

function idsIn(body: JsonObject | undefined): {
  readonly calls: readonly string[];
  readonly results: readonly string[];
} {
  const messages = (body?.['messages'] ?? []) as readonly SentMessage[];
  return {
    calls: messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)),
    results: messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id])),
  };
}

/** Rejects the first id that breaks the server's rule. */
function refuse(isRefused: (id: string) => boolean, errorText: (id: string) => string): void {
  live.upstream.play((call) => {
    const id = idsIn(call.body).calls.find(isRefused);
    if (id === undefined) call.finish();
    else call.reply(400, { error: { message: errorText(id), type: 'invalid_request_error' } });
  });
}

describe('an upstream that takes not every id of a call', () => {
  it('gets nine letters and digits where it asks for them, from the start with the next request', async () => {
    refuse(
      (id) => !/^[A-Za-z0-9]{9}$/.test(id),
      (id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
    );
    const languageModel = live.languageModel({ retries: 0 });
    const request = (...ids: readonly string[]) => buildRequest(calling(...ids), { tools: [functionTool('look')] });
    const before = live.count;
    expect((await run(languageModel, request('toolu_01', 'fits4Mist', 'call_abc'))).error).toBeUndefined();
    const { calls, results } = idsIn(live.upstream.records.at(-1)?.body);
    expect(calls).toEqual([
      expect.stringMatching(/^[a-z0-9]{9}$/),
      'fits4Mist',
      expect.stringMatching(/^[a-z0-9]{9}$/),
    ]);
    expect(results).toEqual(calls);
    expect((await run(languageModel, request('toolu_01'))).error).toBeUndefined();
    expect(live.count - before).toBe(2 + 1);
    expect(idsIn(live.upstream.records.at(-1)?.body).calls).toEqual(calls.slice(0, 1));
  });

  it.each(['messages[3].tool_calls[0].id', 'messages[4].tool_call_id'])(
    'receives short ones when it rejects %s',
    async (path) => {
      refuse(
        (id) => id.length > 40,
        (id) =>
          `Invalid '${path}': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
      );
      const long = `fc_${'0'.repeat(60)}`;
      expect(
        (
          await run(
            live.languageModel({ retries: 0 }),
            buildRequest(calling(`${long}a`, `${long}b`), { tools: [functionTool('look')] }),
          )
        ).error,
      ).toBeUndefined();
      const { calls, results } = idsIn(live.upstream.records.at(-1)?.body);
      expect(new Set(calls).size).toBe(2);
      expect(calls.every((id) => id.length <= 40)).toBe(true);
      expect(results).toEqual(calls);
    },
  );

  it('receives no second attempt when it rejects the form that it demanded', async () => {
    refuse(
      () => true,
      () => 'Tool call id was x but must be a-z, A-Z, 0-9, with a length of 9.',
    );
    const before = live.count;
    expect(
      (
        await run(
          live.languageModel({ retries: 0 }),
          buildRequest(calling('toolu_01'), { tools: [functionTool('look')] }),
        )
      ).error,
    ).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(2);
  });

  it('receives at most 40 characters from the start when the limit is known', async () => {
    await run(
      live.languageModel({ retries: 0, profile: 'openai' }),
      buildRequest(calling('x'.repeat(50)), { tools: [functionTool('look')] }),
    );
    expect(idsIn(live.upstream.records.at(-1)?.body).calls).toEqual(['x'.repeat(40)]);
  });
});

describe('replacement ids', () => {
  it.each(['short', 'nine'] as const)('are of the form %s, as many as before, and the same each time', (name) => {
    const form = callIdForms[name];
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.oneof(
            fc.string({ maxLength: 60 }),
            fc.stringMatching(/^[a-z]{9}$/),
            fc.constantFrom('a:1', 'a_1', 'a.1', 'a_1_2'),
          ),
          { maxLength: 12 },
        ),
        (ids) => {
          const messages = calling(...ids);
          const idMap = mapCallIds(messages, form);
          const sent = ids.map((id) => idMap.get(id) ?? id);
          expect(sent.every((id) => form.pattern.test(id))).toBe(true);
          expect(new Set(sent).size).toBe(ids.length);
          expect(mapCallIds(messages, form)).toEqual(idMap);
        },
      ),
    );
  });

  it('take no more time to find when thousands share a prefix', () => {
    let asked = 0;
    const form = {
      ...callIdForms.short,
      instead: (id: string) => (attempt: number) => {
        asked += 1;
        return callIdForms.short.instead(id)(attempt);
      },
    };
    const ids = Array.from({ length: 3_000 }, (_, n) => `${'x'.repeat(50)}${n}`);
    expect(new Set(mapCallIds(calling(...ids), form).values()).size).toBe(3_000);
    expect(asked).toBeLessThan(10 * ids.length);
  });

  it.each(['short', 'nine'] as const)(
    'of the form %s take no more time to find for a long id with many duplicates',
    (name) => {
      const form = callIdForms[name];
      const long = 'x'.repeat(2_000_000);
      const nameOf = form.instead(long);
      const usedIds = Array.from({ length: 1_000 }, (_, n) => nameOf(n + 1));
      const began = process.cpuUsage();
      const idMap = mapCallIds(calling(...usedIds, long), form);
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(1_000);
      expect(idMap.get(long)).toBe(nameOf(1_001));
    },
  );
});

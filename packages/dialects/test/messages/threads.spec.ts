import type { JsonObject, Message } from '@org/engine';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { target } from '../upstream-target.js';
import { body, decodeOptions, encodeContext, errorOf, toolResult, user } from './requests.js';

const tool = { name: 'look', input_schema: { type: 'object' } };
const outcome = {
  result: {
    model: 'm',
    parts: [{ type: 'tool-call' as const, callId: 'a', name: 'look', kind: 'function' as const, argumentsText: '{}' }],
    finishReason: { unified: 'tool-calls' as const },
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    warnings: [],
  },
};

const first = messagesDialect.parseRequest(body({ system: 'Be brief.', tools: [tool], thread: { type: 'create' } }));
const next = (previous: string): ReturnType<typeof messagesDialect.parseRequest> =>
  messagesDialect.parseRequest(
    body({ messages: [user([toolResult('a')])], thread: { type: 'continue', previous_message_id: previous } }),
  );

function storedItems(
  request: typeof first,
  id: string,
  items: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, JsonObject> {
  const snapshot = messagesDialect.createEncoder(request, encodeContext({ id, items })).snapshot(outcome);
  return new Map(snapshot.items.map((item) => [item.id, item.value]));
}

describe('a thread', () => {
  it('is stored from its first turn on', () => {
    expect(messagesDialect.decodeRequest(first, decodeOptions()).state).toEqual({ store: true });
    expect(
      messagesDialect.decodeRequest(next('msg_1'), decodeOptions({ items: storedItems(first, 'msg_1', new Map()) }))
        .state,
    ).toEqual({
      store: true,
      previousId: 'msg_1',
    });
  });

  it('continues with its initial system text and tools for any number of turns', () => {
    let items = storedItems(first, 'msg_1', new Map());
    for (const id of ['msg_1', 'msg_2', 'msg_3']) {
      const request = next(id);
      expect([...items.keys()]).toEqual(messagesDialect.referencedItems(request));
      const turn = messagesDialect.decodeRequest(request, decodeOptions({ items }));
      expect(turn.instructions).toEqual([{ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }]);
      expect(turn.generation.tools).toEqual([{ kind: 'function', name: 'look', inputSchema: { type: 'object' } }]);
      items = storedItems(request, `msg_${Number(id.slice(4)) + 1}`, items);
    }
  });

  it('continues without new messages after an unfinished response, which is then the last message for the upstream', () => {
    const request = messagesDialect.parseRequest(
      body({ messages: [], thread: { type: 'continue', previous_message_id: 'msg_1' } }),
    );
    const turn = messagesDialect.decodeRequest(
      request,
      decodeOptions({ items: storedItems(first, 'msg_1', new Map()), native: 'messages' }),
    );
    expect(turn.input).toEqual([]);
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } };
    const history: readonly Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
      {
        role: 'assistant',
        parts: [{ type: 'opaque', dialect: 'messages', apiType: 'server_tool_use', value: search }],
      },
    ];
    const sent = messagesApi.encode({ ...turn.generation, messages: [...turn.instructions, ...history] }, target).body;
    expect(sent).not.toHaveProperty('thread');
    expect(sent).toMatchObject({
      system: 'Be brief.',
      tools: [tool],
      messages: [{ role: 'user' }, { role: 'assistant', content: [search] }],
    });
  });

  it('whose settings are no longer stored is not found, which makes the client send its history', () =>
    expect(errorOf(() => messagesDialect.decodeRequest(next('msg_0'), decodeOptions())).code).toBe(
      'previous-not-found',
    ));

  it('does not mistake an item that a client named like a setting for one', () => {
    const items = new Map<string, JsonObject>([
      ['thread_msg_1', { type: 'message', id: 'thread_msg_1', role: 'user', content: 'Hi', system: 5, tools: 7 }],
    ]);
    expect(errorOf(() => messagesDialect.decodeRequest(next('msg_1'), decodeOptions({ items }))).code).toBe(
      'previous-not-found',
    );
    expect([...storedItems(next('msg_1'), 'msg_2', items)]).toEqual([]);
  });

  it('stores no settings for a response outside of threads', () =>
    expect(
      messagesDialect.createEncoder(messagesDialect.parseRequest(body()), encodeContext()).snapshot(outcome).items,
    ).toEqual([]));
});

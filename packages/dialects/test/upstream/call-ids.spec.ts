// Clients carry call ids from one model to the next, and not every API accepts all of them.
import type { JsonObject, JsonValue } from '@org/engine';
import * as fc from 'fast-check';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { responsesDialect, responsesApi } from '#src/responses.js';
import { body as messagesBody, decodeOptions as messagesOptions } from '../messages/requests.js';
import { decodeOptions as responsesOptions } from '../responses/options.js';
import { target } from '../upstream-target.js';

interface Sent {
  readonly calls: readonly JsonValue[];
  readonly results: readonly JsonValue[];
}

const user = { role: 'user', content: 'Look.' };

/** Input of a messages client: all calls of one response, and their results. */
function ofMessages(ids: readonly string[]) {
  const content = ids.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} }));
  const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' }));
  const request = messagesDialect.parseRequest(
    messagesBody({ messages: [user, { role: 'assistant', content }, { role: 'user', content: results }] }),
  );
  return messagesDialect.decodeRequest(request, messagesOptions({ native: 'messages' })).generation;
}

function ofResponses(ids: readonly string[]) {
  const calls = ids.map((id) => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' }));
  const outputs = ids.map((id) => ({ type: 'function_call_output', call_id: id, output: 'seen' }));
  const request = responsesDialect.parseRequest({ model: 'm', input: [user, ...calls, ...outputs] });
  return responsesDialect.decodeRequest(request, responsesOptions()).generation;
}

function sentAsMessages(generation: ReturnType<typeof ofMessages>): Sent {
  const messages = messagesApi.encode(generation, target).body['messages'] as readonly {
    content: readonly JsonObject[];
  }[];
  const [, calls, results] = messages;
  return {
    calls: calls?.content.map(({ id }) => id ?? null) ?? [],
    results: results?.content.map(({ tool_use_id: id }) => id ?? null) ?? [],
  };
}

function sentAsItems(generation: ReturnType<typeof ofMessages>): Sent {
  const input = responsesApi.encode(generation, target).body['input'] as readonly JsonObject[];
  const idsOf = (type: string): readonly JsonValue[] =>
    input.filter((item) => item['type'] === type).map(({ call_id: id }) => id ?? null);
  return { calls: idsOf('function_call'), results: idsOf('function_call_output') };
}

const long = `call_${'x'.repeat(1300)}`;
const makers = { messages: ofMessages, responses: ofResponses };

describe.each(['messages', 'responses'] as const)('ids of calls that a client of the %s dialect sends', (client) => {
  const made = makers[client];

  it('go to a messages upstream in letters that it takes', () => {
    const { calls, results } = sentAsMessages(made(['functions.look:0', 'call_1|fc_2', 'toolu_3']));
    expect(calls).toEqual(['functions_look_0', 'call_1_fc_2', 'toolu_3']);
    expect(results).toEqual(calls);
  });

  it('go to a responses upstream no longer than it takes', () => {
    const { calls, results } = sentAsItems(made([long, 'functions.look:0']));
    expect(calls).toEqual([long.slice(0, 64), 'functions.look:0']);
    expect(results).toEqual(calls);
  });

  it('stay apart, and each result with its call', () => {
    const { calls, results } = sentAsMessages(made(['a:b', 'a_b', 'a.b', ':', '.']));
    expect(calls).toEqual(['a_b_2', 'a_b', 'a_b_3', '_', '__2']);
    expect(results).toEqual(calls);
  });

  it('are valid and stay distinct for any input', () => {
    const id = fc.oneof(fc.stringMatching(/^[ab.:|_-]{1,4}$/), fc.string({ minLength: 60, maxLength: 70 }));
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), (ids) => {
        for (const [sent, form] of [
          [sentAsMessages(made(ids)), /^[\w-]+$/],
          [sentAsItems(made(ids)), /^[^]{1,64}$/],
        ] as const) {
          expect(new Set(sent.calls).size).toBe(ids.length);
          expect(sent.results).toEqual(sent.calls);
          for (const call of sent.calls) expect(call).toMatch(form);
        }
      }),
    );
  });
});

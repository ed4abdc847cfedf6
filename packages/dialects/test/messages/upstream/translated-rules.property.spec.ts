// For everything that the responses dialect allows, a messages upstream receives what its API's own rules allow.
import type { JsonObject, JsonValue } from '@org/engine';
import { resultsByCalls } from '@org/engine/testing';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import { messageCreateParamsSchema, type MessageCreateParams, type MessageParam } from '@org/protocol/messages';
import * as fc from 'fast-check';
import { messagesApi } from '#src/messages.js';
import { requestRules } from '#src/messages/rules/request-rules.js';
import { responsesDialect } from '#src/responses.js';
import { decodeOptions } from '../../responses/options.js';
import { target } from '../../upstream-target.js';

interface Sent {
  readonly body: MessageCreateParams;
  readonly warned: readonly string[];
}

function sent(request: JsonObject): Sent {
  const parsed = responsesDialect.parseRequest({ model: 'm', store: false, ...request });
  const items = Object.fromEntries(
    responsesDialect
      .referencedItems(parsed)
      .map((id) => [id, { type: 'message', id, role: 'user', content: 'stored' }]),
  );
  const turn = responsesDialect.decodeRequest(parsed, { ...decodeOptions({}, items), native: 'messages' });
  // As the turn has them by then.
  const messages = resultsByCalls(turn.generation.messages);
  const { body, warnings } = messagesApi.encode({ ...turn.generation, messages }, target);
  return {
    body: messageCreateParamsSchema.parse(JSON.parse(JSON.stringify(body))),
    warned: warnings.map(({ message }) => message),
  };
}

/** Violations of a rule of this service, or of one that only the vendor has. */
function faultsOf(body: MessageCreateParams): readonly string[] {
  const { messages, tools = [], tool_choice: choice } = body;
  const broken = requestRules.flatMap(
    (rule) => rule(body, { strict: true, maxTools: 256, version: '2023-06-01' })?.message ?? [],
  );
  const misplaced = messages.flatMap(({ role }, at) =>
    role === 'system' && !areInOrder(messages, at) ? [`instructions out of place: ${at}`] : [],
  );
  const late = messages.flatMap(({ role }, at) =>
    role === 'user' && !areFirst(messages, at) ? [`results after other content: ${at}`] : [],
  );
  const trailing = messages.flatMap(({ role, content }, at) =>
    role === 'assistant' && Array.isArray(content) && !areLast(content) ? [`text after calls: ${at}`] : [],
  );
  const idle = choice !== undefined && tools.length === 0 ? ['a choice without tools'] : [];
  const both = choice?.type === 'none' && Object.keys(choice).length > 1 ? ['a choice of none with more members'] : [];
  return [...broken, ...misplaced, ...late, ...trailing, ...idle, ...both];
}

/** Instructions follow user messages, at the end or before an assistant message. */
function areInOrder(messages: readonly MessageParam[], at: number): boolean {
  const next = messages.slice(at).find(({ role }) => role !== 'system')?.role;
  return (
    messages.slice(0, at).findLast(({ role }) => role !== 'system')?.role === 'user' &&
    (next === undefined || next === 'assistant')
  );
}

/** Results precede everything else of their turn. */
function areFirst(messages: readonly MessageParam[], at: number): boolean {
  const before = messages.slice(0, at).findLastIndex(({ role }) => role !== 'user');
  const turn = messages.slice(before + 1, at + 1).flatMap(blockTypes);
  return turn.slice(0, turn.lastIndexOf('tool_result') + 1).every((type) => type === 'tool_result');
}

/** A turn that calls ends with its calls. */
function areLast(content: readonly { readonly type: unknown }[]): boolean {
  const first = content.findIndex(({ type }) => type === 'tool_use');
  return first === -1 || content.slice(first).every(({ type }) => type === 'tool_use');
}

function blockTypes(message: MessageParam | undefined): readonly string[] {
  return message === undefined || typeof message.content === 'string'
    ? ['text']
    : (message.content ?? []).map(({ type }) => String(type));
}

const text = fc.constantFrom('a', 'b ', 'Be brief.', '');
const anyMessage = fc.record({ role: fc.constantFrom('user', 'assistant', 'developer', 'system'), content: text });
const pictured = fc.record({
  role: fc.constantFrom('user', 'developer', 'system'),
  content: fc.constant([
    { type: 'input_text', text: 'See.' },
    { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' },
  ]),
});

/** A conversation with calls whose outputs follow some items later. */
const conversation: fc.Arbitrary<JsonValue[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: anyMessage },
      { weight: 1, arbitrary: pictured },
      { weight: 3, arbitrary: fc.record({ call: fc.nat(3), async: fc.boolean() }) },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((steps) => {
    const input: JsonValue[] = [];
    for (const [at, step] of steps.entries()) {
      const id = `call_${at}`;
      if ('call' in step)
        input.push({
          type: 'function_call',
          call_id: id,
          name: 'look',
          arguments: '{}',
          ...(step.async && { async: true }),
        });
      else input.push({ type: 'message', ...step });
    }
    for (const [at, step] of steps.entries()) {
      if (!('call' in step)) continue;
      const index = input.findIndex((item) => (item as JsonObject)['call_id'] === `call_${at}`);
      input.splice(index + 1 + step.call, 0, {
        type: 'function_call_output',
        call_id: `call_${at}`,
        output: 'seen',
      });
    }
    return input;
  })
  .filter((input) => input.some((item) => (item as JsonObject)['content'] !== ''));

const look = { type: 'function', name: 'look', parameters: { type: 'object' } };
const tooling: fc.Arbitrary<JsonObject> = fc.record(
  {
    tools: fc.constantFrom<JsonValue[]>(
      [],
      [look],
      [{ type: 'web_search' }],
      [look, { type: 'web_search' }],
      [{ type: 'custom', name: 'write' }],
    ),
    tool_choice: fc.constantFrom('auto', 'none'),
    parallel_tool_calls: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('a request of the responses dialect to a messages upstream', () => {
  it('follows the rules of that API for any conversation', () => {
    fc.assert(
      fc.property(conversation, tooling, (input, tools) => {
        expect(faultsOf(sent({ input, ...tools }).body)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  const examples = loadFixtures('responses').flatMap((example) => (hasResponse(example) ? [example] : []));
  /** The first two have no equivalent there; the others are rejected. */
  const untold = [
    'mcp-approval-response',
    'program-output',
    'compaction-trigger',
    'compaction-input',
    'empty-output',
    'prompt-template',
  ];

  it.each(examples.filter(({ name }) => !untold.includes(name)))(
    'follows the rules of that API: $name',
    ({ request }) => {
      expect(faultsOf(sent(JSON.parse(JSON.stringify(request)) as JsonObject).body)).toEqual([]);
    },
  );
});

describe('instructions in the middle of a conversation', () => {
  const user = { role: 'user', content: 'q' };
  const rule = { role: 'developer', content: 'Be brief.' };
  const assistantMessage = { role: 'assistant', content: 'a' };

  it('stay instructions where the API supports them', () => {
    for (const input of [
      [user, rule],
      [user, rule, assistantMessage, user],
      [user, rule, rule],
    ]) {
      const { body, warned } = sent({ input });
      expect(body.messages).toContainEqual({ role: 'system', content: [{ type: 'text', text: 'Be brief.' }] });
      expect(warned).toEqual([]);
    }
  });

  it('become marked user messages elsewhere, with a warning', () => {
    for (const input of [
      [user, rule, user],
      [user, assistantMessage, rule, user],
      [user, assistantMessage, rule],
    ]) {
      const { body, warned } = sent({ input });
      expect(body.messages).toContainEqual({
        role: 'user',
        content: [{ type: 'text', text: '<system>\nBe brief.\n</system>' }],
      });
      expect(warned).toEqual([expect.stringContaining('sends them as user messages')]);
    }
  });
});

describe('a prompt that is only to be read', () => {
  it('requests the shortest response, because an upstream may reject an empty one', () => {
    const { generation } = responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', input: 'q' }), {
      ...decodeOptions(),
      native: 'messages',
    });
    const { body } = messagesApi.encode({ ...generation, limits: { maxOutputTokens: 0 } }, target);
    expect(body['max_tokens']).toBe(1);
    expect(faultsOf(messageCreateParamsSchema.parse(body))).toEqual([]);
  });
});

describe('a choice among tools', () => {
  it('is left out when no tools are sent', () => {
    for (const tools of [{}, { tools: [{ type: 'web_search' }] }]) {
      for (const choice of [{ parallel_tool_calls: false }, { tool_choice: 'none' }])
        expect(sent({ input: 'q', ...tools, ...choice }).body).not.toHaveProperty('tool_choice');
    }
  });

  it('of none omits parallel tool calls', () => {
    expect(
      sent({ input: 'q', tools: [look], tool_choice: 'none', parallel_tool_calls: false }).body.tool_choice,
    ).toEqual({ type: 'none' });
  });
});

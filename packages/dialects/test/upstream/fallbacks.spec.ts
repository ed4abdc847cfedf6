// What an upstream rejects of a request in its own dialect, and what it receives instead: the service matches the
// status, the code and the path of an error before its words.
import { type GenerationRequest, type JsonObject, parseExactly, type Warning } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { responsesDialect } from '#src/responses.js';
import { body as messagesBody, decodeOptions as messagesOptions } from '../messages/requests.js';
import { decodeOptions as responsesOptions } from '../responses/options.js';
import { apis, failure, LiveUpstreamApi, run } from './live-upstream-api.js';

const [messagesCase, responsesCase] = apis;
if (messagesCase === undefined || responsesCase === undefined) throw new Error('both APIs are tested');
const live = { messages: new LiveUpstreamApi(messagesCase), responses: new LiveUpstreamApi(responsesCase) };
const both = Object.values(live);
beforeAll(() => Promise.all(both.map((one) => one.start())));
afterEach(async () => {
  for (const one of both) {
    await one.closeModels();
    one.upstream.play();
  }
});
afterAll(() => Promise.all(both.map((one) => one.stop())));

type Api = keyof typeof live;

/** An error by its message, or with a parameter, a code or another status. */
type Rejection = string | { readonly status?: number; readonly error: JsonObject };

/** A request of the API, as the client sends it and as the upstream receives it. */
function requestOf(api: Api, fields: object): GenerationRequest {
  const { generation, instructions, input } =
    api === 'messages'
      ? messagesDialect.decodeRequest(messagesDialect.parseRequest(messagesBody(fields)), {
          ...messagesOptions(),
          native: 'messages',
        })
      : responsesDialect.decodeRequest(responsesDialect.parseRequest({ model: 'm', ...fields }), {
          ...responsesOptions(),
          native: 'responses',
        });
  return { ...generation, messages: [...instructions, ...input] };
}

/** Lets the upstream reject every request for which `rejects` holds. */
function play(api: Api, rejection: Rejection, rejects: (body: JsonObject) => boolean): void {
  const { status = 400, error } =
    typeof rejection === 'string'
      ? { error: { type: 'error', error: { type: 'invalid_request_error', message: rejection } } }
      : rejection;
  live[api].upstream.play((call) => {
    if (rejects(call.record.body)) return call.reply(status, error);
    call.delta({ content: 'ok' });
    call.finish();
  });
}

interface Sent {
  readonly text: string;
  readonly error: unknown;
  readonly bodies: readonly JsonObject[];
  readonly warnings: readonly Warning[];
}

/** The bodies that one request causes, and the warnings of its response. */
async function send(
  api: Api,
  request: GenerationRequest,
  languageModel = live[api].languageModel({ signer: 'tests', retries: 0 }),
): Promise<Sent> {
  const before = live[api].upstream.records.length;
  const { text, error, events } = await run(languageModel, request);
  const [start] = events;
  return {
    text,
    error,
    bodies: live[api].upstream.records.slice(before).map(({ body }) => body),
    warnings: start?.type === 'generation-start' ? (start.warnings ?? []) : [],
  };
}

const only = (param: string, message = 'Invalid', more: JsonObject = {}): Rejection => ({
  error: { error: { message, type: 'invalid_request_error', param, ...more } },
});
const lacks = (part: string) => (body: JsonObject) => JSON.stringify(body).includes(part);

describe('a system message within the conversation', () => {
  const hasSystem = lacks('"role":"system"');
  const request = requestOf('messages', {
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'Available agents: a, b' },
    ],
  });

  it.each<[string, Rejection]>([
    ['pydantic', "messages.1.role: Input should be 'user' or 'assistant'"],
    ['vLLM', 'Unexpected message role.'],
    ['MiniMax', 'invalid params, chat content has invalid message role: system (2013)'],
    ['a top-level system', 'The Messages API accepts a top-level `system` parameter, not "system" as a message role.'],
    ['a chat template', 'System message must be at the beginning.'],
    ['a parameter only', only('messages.1.role')],
    ['a location only', { status: 422, error: { detail: [{ loc: ['body', 'messages', 1, 'role'], msg: 'no' }] } }],
  ])('is sent as marked user text after the rejection of %s, with a warning', async (_, rejection) => {
    play('messages', rejection, hasSystem);
    const languageModel = live.messages.languageModel({ retries: 0 });
    const { text, bodies, warnings } = await send('messages', request, languageModel);
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(bodies[1]?.['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: '<system>\nAvailable agents: a, b\n</system>' },
        ],
      },
    ]);
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'messages' }]);
    // The next request starts with the accepted form.
    expect((await send('messages', request, languageModel)).bodies).toHaveLength(1);
  });

  it('follows the results in the message that it joins, and stays between assistant messages', async () => {
    play('messages', only('messages.3.role'), hasSystem);
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'look', input: {} }] };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'seen' };
    const { bodies } = await send(
      'messages',
      requestOf('messages', {
        messages: [
          { role: 'user', content: 'hi' },
          call,
          { role: 'user', content: [result] },
          { role: 'system', content: 'one' },
          { role: 'assistant', content: 'well' },
          { role: 'system', content: 'two' },
        ],
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
      }),
    );
    expect(bodies[1]?.['messages']).toEqual([
      { role: 'user', content: 'hi' },
      call,
      { role: 'user', content: [result, { type: 'text', text: '<system>\none\n</system>' }] },
      { role: 'assistant', content: 'well' },
      { role: 'user', content: [{ type: 'text', text: '<system>\ntwo\n</system>' }] },
    ]);
  });

  it('is sent as user text to a responses upstream, and as instructions where it comes first', async () => {
    play('responses', only('input[2].role'), lacks('"role":"developer"'));
    const { bodies, warnings } = await send(
      'responses',
      requestOf('responses', {
        instructions: 'Be brief.',
        input: [
          { role: 'developer', content: 'Be kind.' },
          { role: 'user', content: 'hi' },
          { role: 'developer', content: [{ type: 'input_text', text: 'Be quick.' }] },
        ],
      }),
    );
    expect(bodies[1]).toMatchObject({
      instructions: 'Be brief.\n\nBe kind.',
      input: [
        { role: 'user', content: 'hi' },
        { role: 'user', content: [{ type: 'input_text', text: '<system>\nBe quick.\n</system>' }] },
      ],
    });
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'input' }]);
  });

  it('is not what an error about another message means', async () => {
    play('messages', only('messages.0.content', 'Too long.'), hasSystem);
    const { error, bodies } = await send('messages', request);
    expect([error === undefined, bodies.length]).toEqual([false, 1]);
  });
});

describe('a type of thinking', () => {
  const thinking = (value: object, more: object = {}): GenerationRequest =>
    requestOf('messages', { max_tokens: 20_000, thinking: value, ...more });

  it.each<[string, Rejection]>([
    [
      'pydantic',
      "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'enabled'",
    ],
    ['Anthropic', 'adaptive thinking is not supported on this model'],
    ['a parameter only', only('thinking.type')],
  ])('is a budget instead of adaptive, after the rejection of %s, with a warning', async (_, rejection) => {
    play('messages', rejection, lacks('"adaptive"'));
    const { text, bodies, warnings } = await send(
      'messages',
      thinking({ type: 'adaptive', display: 'summarized' }, { output_config: { effort: 'medium' } }),
    );
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(bodies[1]).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 8192, display: 'summarized' } });
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'thinking' }]);
  });

  it('has a budget below the output limit, and is omitted where the limit leaves none', async () => {
    play('messages', only('thinking.type'), lacks('"adaptive"'));
    const budgetOf = async (max_tokens: number): Promise<unknown> =>
      (await send('messages', thinking({ type: 'adaptive' }, { max_tokens }))).bodies[1]?.['thinking'];
    expect(await budgetOf(5000)).toEqual({ type: 'enabled', budget_tokens: 4999 });
    expect(await budgetOf(1024)).toBeUndefined();
  });

  it('is adaptive where the model takes no budget', async () => {
    const rejection =
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".';
    play('messages', rejection, lacks('"budget_tokens"'));
    const { bodies } = await send('messages', thinking({ type: 'enabled', budget_tokens: 2048 }));
    expect(bodies.map(({ thinking: sent }) => sent)).toEqual([
      { type: 'enabled', budget_tokens: 2048 },
      { type: 'adaptive' },
    ]);
  });

  it('is omitted with its edits where the upstream takes none', async () => {
    play('messages', only('thinking.type'), lacks('"thinking"'));
    const edits = [{ type: 'clear_thinking_20251015', keep: 'all' }, { type: 'clear_tool_uses_20250919' }];
    const { text, bodies, warnings } = await send(
      'messages',
      thinking({ type: 'adaptive' }, { context_management: { edits } }),
    );
    expect([text, bodies.length]).toEqual(['ok', 3]);
    expect(bodies[2]).toMatchObject({ context_management: { edits: [edits[1]] } });
    expect(warnings).toMatchObject([{ kind: 'ignored', param: 'thinking' }]);
  });

  it('is omitted for one request whose conversation lacks the thinking that it requires', async () => {
    const rejection =
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.';
    play('messages', rejection, lacks('"budget_tokens"'));
    const languageModel = live.messages.languageModel({ retries: 0 });
    const request = thinking({ type: 'enabled', budget_tokens: 2048 });
    expect((await send('messages', request, languageModel)).bodies).toHaveLength(2);
    // Thinking is still possible in other conversations.
    expect((await send('messages', request, languageModel)).bodies).toHaveLength(2);
  });

  it('is not what an error about its budget means', async () => {
    play(
      'messages',
      only('thinking.enabled.budget_tokens', 'The budget is above the limit of this model.'),
      () => true,
    );
    const { bodies } = await send('messages', thinking({ type: 'enabled', budget_tokens: 10_000 }));
    expect(bodies).toHaveLength(1);
  });
});

describe('a tool of a type that the upstream does not know', () => {
  const shell = { type: 'function', name: 'shell', parameters: { type: 'object', properties: {} } };
  const namespace = {
    type: 'namespace',
    name: 'crm',
    description: 'd',
    tools: [{ type: 'function', name: 'get', parameters: { type: 'object', properties: {} } }],
  };
  const typesIn = ({ tools }: JsonObject): unknown => (tools as JsonObject[]).map(({ type }) => type);

  it('is sent as functions where the error has only a path', async () => {
    play('responses', only('tools.1.type', 'Invalid', { code: 'invalid_string' }), lacks('"namespace"'));
    const { text, bodies } = await send(
      'responses',
      requestOf('responses', { input: 'hi', tools: [shell, namespace] }),
    );
    expect([text, bodies.map(typesIn)]).toEqual([
      'ok',
      [
        ['function', 'namespace'],
        ['function', 'function'],
      ],
    ]);
  });

  const look = { name: 'look', input_schema: { type: 'object' } };
  const search = { type: 'web_search_20250305', name: 'web_search' };

  it('is omitted in messages where the vendor runs it, with a warning', async () => {
    play('messages', only('tools.1.type'), lacks('web_search'));
    const { text, bodies, warnings } = await send('messages', requestOf('messages', { tools: [look, search] }));
    expect([text, bodies.length, bodies[1]?.['tools']]).toEqual(['ok', 2, [look]]);
    expect(warnings).toMatchObject([{ kind: 'dropped', param: 'tools' }]);
  });

  it('is a function of its name where the client runs it', async () => {
    play('messages', "tools.0: Input tag 'bash_20250124' found using 'type' is unknown", lacks('bash_20250124'));
    const { text, bodies } = await send(
      'messages',
      requestOf('messages', { tools: [{ type: 'bash_20250124', name: 'bash' }] }),
    );
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(bodies[1]?.['tools']).toMatchObject([{ name: 'bash', input_schema: { type: 'object' } }]);
  });

  it('is an error where the request requires it', async () => {
    play('messages', only('tools.1.type'), lacks('web_search'));
    const request = requestOf('messages', {
      tools: [look, search],
      tool_choice: { type: 'tool', name: 'web_search' },
    });
    const before = live.messages.upstream.records.length;
    expect(await failure(live.messages.languageModel({ retries: 0 }), request)).toMatchObject({
      code: 'invalid-request',
    });
    expect(live.messages.upstream.records.length - before).toBe(1);
  });
});

describe('items of earlier responses', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'proof' };
  const request = requestOf('responses', {
    input: [
      { role: 'user', content: 'hi' },
      reasoning,
      { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Yes?' }] },
      { role: 'user', content: 'more' },
    ],
  });
  // The upstream has signed the reasoning itself.
  const signed: GenerationRequest = {
    ...request,
    messages: request.messages.map((one) => ({
      ...one,
      parts: one.parts.map((part) =>
        part.type === 'reasoning'
          ? { ...part, signature: { signer: 'tests', form: 'encrypted', data: 'proof' } }
          : part,
      ),
    })),
  };
  const shows = ({ input }: JsonObject): readonly [ids: boolean, reasoning: boolean] => [
    /"(?:rs|msg)_1"/.test(JSON.stringify(input)),
    JSON.stringify(input).includes('"reasoning"'),
  ];
  const notFound: Rejection = {
    status: 404,
    error: {
      error: {
        message: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
        type: 'invalid_request_error',
        param: 'input',
        code: null,
      },
    },
  };

  it('lose their ids where the upstream does not store them', async () => {
    play('responses', notFound, (body) => shows(body)[0]);
    const { text, bodies } = await send('responses', signed);
    expect([text, bodies.map(shows)]).toEqual([
      'ok',
      [
        [true, true],
        [false, true],
      ],
    ]);
  });

  it('lose their reasoning next, with a warning', async () => {
    play('responses', notFound, (body) => shows(body)[1]);
    const { text, bodies, warnings } = await send('responses', signed);
    expect([text, bodies.map(shows)]).toEqual([
      'ok',
      [
        [true, true],
        [false, true],
        [false, false],
      ],
    ]);
    expect(warnings).toMatchObject([{ kind: 'dropped', param: 'messages' }]);
  });
});

describe('settings that change within the conversation', () => {
  it('apply to the complete request of messages, with a warning', async () => {
    play('messages', only('messages.1.output_config'), ({ messages }) =>
      JSON.stringify(messages).includes('output_config'),
    );
    const { text, bodies, warnings } = await send(
      'messages',
      requestOf('messages', {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'system', content: [], output_config: { effort: 'low' } },
        ],
      }),
    );
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(bodies[1]).toMatchObject({
      messages: [{ role: 'user', content: 'hi' }],
      output_config: { effort: 'low' },
    });
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'messages' }]);
  });

  it('apply to the complete request of responses, with a warning', async () => {
    play('responses', only('input.1.type'), lacks('configuration_update'));
    const { text, bodies, warnings } = await send(
      'responses',
      requestOf('responses', {
        input: [
          { role: 'user', content: 'hi' },
          { type: 'configuration_update', reasoning: { effort: 'low' } },
        ],
      }),
    );
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(bodies[1]).toMatchObject({ input: [{ role: 'user', content: 'hi' }], reasoning: { effort: 'low' } });
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'messages' }]);
  });
});

describe('a rejection of settings that change within the conversation', () => {
  const withEffort = (effort: string): GenerationRequest =>
    requestOf('messages', {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'system', content: [], output_config: { effort } },
      ],
    });
  const hasChange = ({ messages }: JsonObject): boolean => JSON.stringify(messages).includes('output_config');

  it.each<[string, Rejection, number]>([
    ['holds for later conversations with other changes', 'messages.1.output_config: Extra inputs are not permitted', 1],
    ['holds for its own request only where it is about a value', only('messages.1.output_config'), 2],
  ])('%s', async (_, rejection, requests) => {
    play('messages', rejection, hasChange);
    const languageModel = live.messages.languageModel({ signer: 'tests', retries: 0 });
    await send('messages', withEffort('low'), languageModel);
    const { bodies, warnings } = await send('messages', withEffort('high'), languageModel);
    expect(bodies).toHaveLength(requests);
    expect(bodies.at(-1)).toMatchObject({ output_config: { effort: 'high' } });
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'messages' }]);
  });
});

describe('a number of a field that only the upstream knows', () => {
  it('is sent as an integer after the rejection of 40.0, with a warning', async () => {
    const message = "Invalid type for 'min_tokens': expected an integer, but got a decimal number instead.";
    let requests = 0;
    play('responses', only('min_tokens', message), () => (requests += 1) === 1);
    const fields = parseExactly('{"input":"hi","min_tokens":40.0}') as JsonObject;
    const { text, bodies, warnings } = await send('responses', requestOf('responses', fields));
    expect([text, bodies.length, bodies[1]?.['min_tokens']]).toEqual(['ok', 2, 40]);
    expect(warnings).toMatchObject([{ kind: 'clamped', param: 'min_tokens' }]);
  });
});

describe('optional fields', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const schema = { type: 'object', properties: { strict: { type: 'string' }, cache_control: { type: 'string' } } };
  const tool = { name: 'look', input_schema: schema };

  it.each<[string, Rejection]>([
    ['a path', only('messages.0.content.0.cache_control')],
    ['words', 'This deployment does not offer prompt caching (cache_control).'],
  ])('are removed everywhere after a rejection with %s: cache_control', async (_, rejection) => {
    play('messages', rejection, (body) => JSON.stringify(body).includes(JSON.stringify(mark).slice(1, -1)));
    const { text, bodies, warnings } = await send(
      'messages',
      requestOf('messages', {
        system: [{ type: 'text', text: 'Be brief.', ...mark }],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...mark }] }],
        tools: [{ ...tool, ...mark }],
      }),
    );
    expect([text, bodies.length, bodies[1]?.['tools']]).toEqual(['ok', 2, [tool]]);
    expect(warnings.length).toBeGreaterThan(0);
  });

  it('are removed at once where one error lists several', async () => {
    play(
      'messages',
      {
        status: 422,
        error: {
          detail: [
            { loc: ['body', 'tools', 0, 'custom', 'strict'], msg: 'Invalid' },
            { loc: ['body', 'tools', 0, 'custom', 'defer_loading'], msg: 'Invalid' },
          ],
        },
      },
      ({ tools }) => /"(?:strict|defer_loading)":(?:true|false)/.test(JSON.stringify(tools)),
    );
    const { text, bodies, warnings } = await send(
      'messages',
      requestOf('messages', {
        tools: [
          { ...tool, strict: true, defer_loading: true },
          { name: 'other', input_schema: schema },
        ],
      }),
    );
    expect([text, bodies.length]).toEqual(['ok', 2]);
    expect(warnings.map(({ param }) => param)).toEqual(['tools.strict', 'tools.defer_loading']);
  });
});

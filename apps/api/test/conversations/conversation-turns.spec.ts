// Responses in conversations: the model's input and the stored items.
import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import OpenAI, { APIUserAbortError } from 'openai';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { recording, type Recording } from './recording.js';

let service: TestService;
let model: Recording;
const start = async (models: Readonly<Record<string, LanguageModel>> = {}, dataDir?: string): Promise<void> => {
  service = await startTestService({ models: { m: model, ...models }, ...(dataDir === undefined ? {} : { dataDir }) });
};
afterEach(() => service.close());

const connect = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const itemsOf = async (id: string): Promise<string[]> => {
  const seen: string[] = [];
  for await (const item of connect().conversations.items.list(id, { order: 'asc' }))
    seen.push(
      item.type === 'message'
        ? `${item.role}: ${item.content.map((part) => ('text' in part ? part.text : '')).join('')}`
        : item.type,
    );
  return seen;
};

describe('turns in a conversation', () => {
  it('read all earlier items, add their own and survive a restart', async () => {
    model = recording(
      ['One.'],
      [{ type: 'tool-call', callId: 'call_1', name: 'f', kind: 'function', argumentsText: '{"a":1.0}' }],
      ['Three.'],
    );
    await start();
    const { id } = await connect().conversations.create({ items: [{ role: 'developer', content: 'Rule.' }] });
    const first = await connect().responses.create({
      model: 'm',
      conversation: id,
      input: 'First?',
      instructions: 'Be brief.',
    });
    expect(first).toMatchObject({ conversation: { id }, previous_response_id: null });
    expect(model.promptMessages()).toEqual(['system: Be brief.', 'developer: Rule.', 'user: First?']);

    await connect()
      .responses.stream({ model: 'm', conversation: { id }, input: [{ role: 'user', content: 'Second?' }] })
      .finalResponse();
    expect(model.promptMessages()).toEqual(['developer: Rule.', 'user: First?', 'assistant: One.', 'user: Second?']);

    await service.stop();
    await start({}, service.dataDir);
    const third = await connect().responses.create({
      model: 'm',
      conversation: id,
      input: [{ type: 'function_call_output', call_id: 'call_1', output: 'ok' }],
    });
    expect(model.promptMessages()).toEqual([
      'developer: Rule.',
      'user: First?',
      'assistant: One.',
      'user: Second?',
      'assistant: f({"a":1.0})',
      'tool: = ok',
    ]);
    expect(await itemsOf(id)).toEqual([
      'developer: Rule.',
      'user: First?',
      'assistant: One.',
      'user: Second?',
      'function_call',
      'function_call_output',
      'assistant: Three.',
    ]);
    // The items of a response and those of its conversation are the same.
    expect(await connect().conversations.items.retrieve(third.output[0]?.id ?? '', { conversation_id: id })).toEqual(
      third.output[0],
    );
    expect((await connect().responses.inputItems.list(first.id)).data.map((item) => item.id)).toEqual([
      (await connect().conversations.items.list(id, { order: 'asc' })).data[1]?.id,
    ]);
  });

  it('need no input of their own', async () => {
    model = recording(['Answer.']);
    await start();
    const { id } = await connect().conversations.create({ items: [{ role: 'user', content: 'Question?' }] });
    await connect().responses.create({ model: 'm', conversation: id });
    expect(model.promptMessages()).toEqual(['user: Question?']);
    expect(await itemsOf(id)).toEqual(['user: Question?', 'assistant: Answer.']);
  });

  it('store the item that a reference resolves to', async () => {
    model = recording(['Answer.']);
    await start();
    const earlier = await connect().responses.create({ model: 'm', input: 'Elsewhere' });
    const { id } = await connect().conversations.create();
    await connect().responses.create({
      model: 'm',
      conversation: id,
      input: [
        { type: 'item_reference', id: earlier.output[0]?.id ?? '' },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(await itemsOf(id)).toEqual(['assistant: Answer.', 'user: And?', 'assistant: Answer.']);
  });

  it('take what is sent back to them as the items that the conversation has', async () => {
    model = recording(
      ['One.'],
      [{ type: 'tool-call', callId: 'call_1', name: 'f', kind: 'function', argumentsText: '{}' }],
      ['Three.'],
    );
    await start();
    const { id } = await connect().conversations.create();
    const first = await connect().responses.create({ model: 'm', conversation: id, input: 'First?' });
    const asked = (await connect().responses.inputItems.list(first.id)).data;
    const second = await connect().responses.create({
      model: 'm',
      conversation: id,
      input: [...asked, ...first.output, { role: 'user', content: 'Second?' }] as OpenAI.Responses.ResponseInput,
    });
    await connect().responses.create({
      model: 'm',
      conversation: id,
      input: [
        ...second.output,
        { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
      ] as OpenAI.Responses.ResponseInput,
    });
    expect(await itemsOf(id)).toEqual([
      'user: First?',
      'assistant: One.',
      'user: Second?',
      'function_call',
      'function_call_output',
      'assistant: Three.',
    ]);
    const promptMessages = ['user: First?', 'assistant: One.', 'user: Second?', 'assistant: f({})', 'tool: = ok'];
    expect(model.promptMessages()).toEqual(promptMessages);
    const again = [
      ...first.output,
      { type: 'item_reference', id: first.output[0]?.id ?? '' },
    ] as OpenAI.Responses.ResponseInput;
    await connect().responses.create({ model: 'm', conversation: id, store: false, input: again.slice(1) });
    expect(model.promptMessages()).toEqual([...promptMessages, 'assistant: Three.']);
    await connect().responses.create({
      model: 'm',
      conversation: id,
      store: false,
      input: [...again.slice(0, 1), { role: 'user', content: 'And?' }],
    });
    expect(model.promptMessages()).toEqual([...promptMessages, 'assistant: Three.', 'user: And?']);
  });

  it.each([
    ['local_shell', 'local_shell_call_output', { command: ['ls'] }, 'files'],
    [
      'shell',
      'shell_call_output',
      { commands: ['ls'] },
      [{ stdout: 'files', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    ],
  ])('accept a resent output of %s as the item that the conversation already has', async (name, type, args, output) => {
    model = recording(
      [{ type: 'tool-call', callId: 'call_1', name, kind: 'function', argumentsText: JSON.stringify(args) }],
      ['Done.'],
      ['More.'],
    );
    await start();
    const { id } = await connect().conversations.create();
    const ask = async (input: unknown): Promise<void> => {
      const response = await service.post('/v1/responses', {
        model: 'm',
        conversation: id,
        tools: [{ type: name, ...(name === 'shell' && { environment: { type: 'local' } }) }],
        input,
      });
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    };
    await ask('List them.');
    await ask([{ type, call_id: 'call_1', output }]);
    const before = await itemsOf(id);
    const { data } = await connect().conversations.items.list(id, { order: 'asc' });
    await ask([data.find((item) => item.type === type), { role: 'user', content: 'And?' }]);
    expect(model.promptMessages().filter((line) => line.startsWith('tool:'))).toHaveLength(1);
    expect(model.promptMessages().join(' ').split('files')).toHaveLength(2);
    expect(await itemsOf(id)).toEqual([...before, 'user: And?', 'assistant: More.']);
  });

  it('reject an item that would be added under the id of another item', async () => {
    model = recording(['One.']);
    await start();
    const { id } = await connect().conversations.create();
    const { output } = await connect().responses.create({ model: 'm', conversation: id, input: 'First?' });
    const changed = {
      type: 'message',
      role: 'assistant',
      id: output[0]?.id,
      content: [{ type: 'output_text', text: 'Two.', annotations: [] }],
    };
    const ask = (more: object): Promise<Response> =>
      service.post('/v1/responses', {
        model: 'm',
        conversation: id,
        input: [{ role: 'user', content: 'Second?' }, changed],
        ...more,
      });
    for (const more of [{}, { stream: true }, { background: true }]) {
      const refused = await ask(more);
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        {
          error: {
            type: 'invalid_request_error',
            param: 'input.1.id',
            message: expect.stringContaining("'input.1.id'"),
          },
        },
      ]);
    }
    expect((await ask({ store: false })).status).toBe(200);
    expect(await itemsOf(id)).toEqual(['user: First?', 'assistant: One.']);
    // No turn is left waiting.
    await connect().responses.create({ model: 'm', conversation: id, input: 'Second?' });
    expect(await itemsOf(id)).toHaveLength(4);
  });

  it('cannot continue a response at the same time', async () => {
    model = recording(['Answer.']);
    await start();
    const { id } = await connect().conversations.create();
    const { id: previous } = await connect().responses.create({ model: 'm', input: 'x' });
    await expect(
      connect().responses.create({ model: 'm', conversation: id, previous_response_id: previous, input: 'x' }),
    ).rejects.toMatchObject({ status: 400, param: 'conversation' });
  });

  it('with store: false read the conversation, add nothing and report store: false', async () => {
    model = recording(['Answer.']);
    await start();
    const { id } = await connect().conversations.create({ items: [{ role: 'user', content: 'Question?' }] });
    const { response } = await connect()
      .responses.create({ model: 'm', conversation: id, input: 'More?', store: false })
      .withResponse();
    expect(model.promptMessages()).toEqual(['user: Question?', 'user: More?']);
    expect(await itemsOf(id)).toEqual(['user: Question?']);
    expect([...response.headers].join()).toContain('adds nothing');
  });

  it('add nothing when they fail or their client disconnects, so that a retry repeats nothing', async () => {
    model = recording(['Answer.']);
    const stuck = hangingModel(textResponse('Half an answer').slice(0, 3));
    await start({
      stuck,
      broken: scriptedModel(...textResponse('Half').slice(0, 3), { type: 'throw', error: new Error('broken') }),
    });
    const { id } = await connect().conversations.create();
    await expect(connect().responses.create({ model: 'broken', conversation: id, input: 'x' })).rejects.toMatchObject({
      status: 500,
    });
    const leaving = new AbortController();
    const abandoned = connect().responses.create(
      { model: 'stuck', conversation: id, input: 'x' },
      { signal: leaving.signal },
    );
    await eventually(() => stuck.started.length === 1);
    leaving.abort();
    await expect(abandoned).rejects.toBeInstanceOf(APIUserAbortError);
    await connect().responses.create({ model: 'm', conversation: id, input: 'Again' });
    expect(await itemsOf(id)).toEqual(['user: Again', 'assistant: Answer.']);
  });

  it('run one after another when concurrent, each with the items of the previous one', async () => {
    model = recording(['Answer.']);
    const promptMessages: string[][] = [];
    const slow = createScriptedModel({
      id: 'slow',
      script: ({ messages }) => {
        promptMessages.push(messages.map(({ role }) => role));
        return [{ type: 'delay', ms: 30 }, ...textResponse('Slow.')];
      },
    });
    await start({ slow });
    const { id } = await connect().conversations.create();
    await Promise.all(
      ['a', 'b', 'c'].map((input) => connect().responses.create({ model: 'slow', conversation: id, input })),
    );
    expect(promptMessages.map((roles) => roles.length)).toEqual([1, 3, 5]);
    expect((await itemsOf(id)).map((item) => item.split(':')[0])).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  it('queue for the conversation lock in the background, too', async () => {
    model = recording(['Answer.']);
    await start({ slow: scriptedModel({ type: 'delay', ms: 100 }, ...textResponse('Slow.')) });
    const { id } = await connect().conversations.create();
    const queued = await connect().responses.create({
      model: 'slow',
      conversation: id,
      input: 'First',
      background: true,
    });
    expect(queued).toMatchObject({ status: 'queued', conversation: { id } });
    while ((await connect().responses.retrieve(queued.id)).status === 'queued') await pause(5);
    await connect().responses.create({ model: 'm', conversation: id, input: 'Second' });
    expect(model.promptMessages()).toEqual(['user: First', 'assistant: Slow.', 'user: Second']);
    expect(await itemsOf(id)).toEqual(['user: First', 'assistant: Slow.', 'user: Second', 'assistant: Answer.']);
  });

  it('of different conversations, and of none, do not wait', async () => {
    model = recording(['Answer.']);
    const stuck = hangingModel();
    await start({ stuck });
    const [one, other] = [await connect().conversations.create(), await connect().conversations.create()];
    const leaving = new AbortController();
    const abandoned = connect().responses.create(
      { model: 'stuck', conversation: one.id, input: 'x' },
      { signal: leaving.signal },
    );
    await eventually(() => stuck.started.length === 1);
    await connect().responses.create({ model: 'm', conversation: other.id, input: 'x' });
    await connect().responses.create({ model: 'm', input: 'x' });
    leaving.abort();
    await expect(abandoned).rejects.toBeInstanceOf(APIUserAbortError);
  });

  it('can be aborted while they wait', async () => {
    model = recording(['Answer.']);
    const stuck = hangingModel();
    await start({ stuck });
    const { id } = await connect().conversations.create();
    const [inside, waiting] = [new AbortController(), new AbortController()];
    const first = connect().responses.create(
      { model: 'stuck', conversation: id, input: 'first' },
      { signal: inside.signal },
    );
    await eventually(() => stuck.started.length === 1);
    const second = connect().responses.create(
      { model: 'm', conversation: id, input: 'second' },
      { signal: waiting.signal },
    );
    await pause(50);
    waiting.abort();
    await expect(second).rejects.toBeInstanceOf(APIUserAbortError);
    await eventually(() => service.log.some((line) => line['clientAbort'] === true));
    inside.abort();
    await expect(first).rejects.toBeInstanceOf(APIUserAbortError);
    await connect().responses.create({ model: 'm', conversation: id, input: 'third' });
    expect(await itemsOf(id)).toEqual(['user: third', 'assistant: Answer.']);
  });

  it('complete when the conversation is deleted during the turn: the response is stored, the conversation remains deleted', async () => {
    model = recording(['Answer.']);
    let inside = false;
    await start({
      slow: createScriptedModel({
        id: 'slow',
        script: () => ((inside = true), [{ type: 'delay', ms: 300 }, ...textResponse('Slow.')]),
      }),
    });
    const { id } = await connect().conversations.create();
    const running = connect().responses.create({ model: 'slow', conversation: id, input: 'x' });
    await eventually(() => inside);
    await connect().conversations.delete(id);
    const response = await running;
    expect(response.status).toBe('completed');
    expect((await connect().responses.retrieve(response.id)).output_text).toBe('Slow.');
    await expect(connect().conversations.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('count the same input tokens as they would be charged', async () => {
    const counted: number[] = [];
    model = recording(['Answer.']);
    const counting: LanguageModel = {
      ...model,
      countTokens: async ({ messages }) => (counted.push(messages.length), { inputTokens: messages.length }),
    };
    await start({ counting });
    const { id } = await connect().conversations.create({
      items: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    });
    expect(
      await connect().responses.inputTokens.count({ model: 'counting', conversation: id, input: 'c' }),
    ).toMatchObject({ input_tokens: 3 });
  });
});

// Claude Code: request bodies over several turns of a tool loop, with their translation for the model.
import type { Message } from '@org/protocol/messages';
import { startTestService } from '../kit/start-service.js';
import {
  billingLine,
  body,
  captures,
  compacted,
  opening,
  prompt,
  send,
  toolResult,
  tools,
  type Capture,
} from './claude-code.js';
import { readMessageStream } from './read-stream.js';
import type { ObservedRequest } from './observed-request.js';
import { testSetups, type TestSetup } from './test-setups.js';

describe.each(testSetups)('Claude Code with $name', ({ start, systemAnywhere, showsReasoning }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  async function turn(
    capture: Capture,
    request: object,
  ): Promise<{ message: Message; observedRequest: ObservedRequest }> {
    const response = await send(world.service, capture, request);
    const text = await response.text();
    expect({ status: response.status, text }).toEqual({
      status: 200,
      text: expect.stringContaining('event: message_stop'),
    });
    const observedRequest = world.observedRequests.at(-1);
    if (observedRequest === undefined) throw new Error('the model was not asked');
    return { message: readMessageStream(text), observedRequest };
  }

  describe.each(captures)('capture $name', (capture) => {
    it('completes its first turn', async () => {
      const { message, observedRequest } = await turn(capture, body(capture, opening('Say hello.')));
      expect(message).toMatchObject({
        role: 'assistant',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: 'Hello.' }],
      });
      expect(message.usage.output_tokens).toBe(5);
      expect(observedRequest.tools.map(({ name }) => name)).toEqual(['Read', 'Bash', 'ToolSearch']);
      expect(observedRequest.tools[0]?.schema).toMatchObject({
        properties: { file_path: { type: 'string' } },
        required: ['file_path'],
      });
    });

    it('forwards its system texts in their position without the billing line', async () => {
      const { observedRequest } = await turn(capture, body(capture, opening('Say hello.')));
      expect(JSON.stringify(observedRequest)).not.toContain(billingLine.slice(0, 24));
      const asked = `${prompt.reminder}\nSay hello.`;
      const promptMessages = observedRequest.messages.map(({ role, text }) => [role, text]);
      expect(promptMessages).toEqual(
        systemAnywhere
          ? [
              ['system', prompt.system],
              ['user', asked],
              ['system', prompt.environment],
            ]
          : [
              ['system', prompt.system],
              ['user', `${asked}\n<system>\n${prompt.environment}\n</system>`],
            ],
      );
    });

    it('completes a loop of thinking, call, result, call, result and final text', async () => {
      const history: object[] = [...opening('think call=Read:{"file_path":"a.txt"}')];
      const first = await turn(capture, body(capture, history));
      expect(first.message.stop_reason).toBe('tool_use');
      const [thinking, call] = first.message.content;
      expect(thinking).toMatchObject({
        type: 'thinking',
        thinking: capture.name === 'B' ? '' : 'I should think about that.',
        signature: expect.stringMatching(/./),
      });
      if (call?.type !== 'tool_use') throw new Error('the second block is a call');
      expect(call).toMatchObject({ name: 'Read', input: { file_path: 'a.txt' } });

      history.push(
        { role: 'assistant', content: first.message.content },
        { role: 'user', content: [toolResult(call.id, 'call=Bash:{"command":"ls"}')] },
      );
      const second = await turn(capture, body(capture, history));
      expect(second.message.stop_reason).toBe('tool_use');
      const [next] = second.message.content;
      if (next?.type !== 'tool_use') throw new Error('the block is a call');

      const note = 'The file a.txt was changed.';
      history.push(
        { role: 'assistant', content: second.message.content },
        { role: 'user', content: [toolResult(next.id, [{ type: 'text', text: 'b.txt' }])] },
        { role: 'system', content: note },
      );
      const third = await turn(capture, body(capture, history));
      const toolText = systemAnywhere ? 'b.txt' : `b.txt\n<system>\n${note}\n</system>`;
      expect(third.message).toMatchObject({
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: `The tool said: ${toolText}` }],
      });

      const roles = third.observedRequest.messages.map(({ role }) => role);
      expect(roles).toEqual(
        systemAnywhere
          ? ['system', 'user', 'system', 'assistant', 'tool', 'assistant', 'tool', 'system']
          : ['system', 'user', 'assistant', 'tool', 'assistant', 'tool'],
      );
      const calls = third.observedRequest.messages.flatMap((message) => message.calls);
      expect(calls).toEqual([
        { id: call.id, name: 'Read', input: { file_path: 'a.txt' } },
        { id: next.id, name: 'Bash', input: { command: 'ls' } },
      ]);
      const results = third.observedRequest.messages
        .filter(({ role }) => role === 'tool')
        .map(({ resultOf }) => resultOf);
      expect(results).toEqual([call.id, next.id]);
      expect(third.observedRequest.messages.at(-1)?.text).toContain(note);
      // The signature restores thinking that was displayed as omitted.
      const reasoningText = third.observedRequest.messages.map(({ reasoning }) => reasoning).join('');
      expect(reasoningText).toBe(showsReasoning ? 'I should think about that.' : '');
    });

    it('continues after compaction and omits the system message that only sets the effort', async () => {
      const { message, observedRequest } = await turn(capture, body(capture, compacted('Say hello.')));
      expect(message).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text', text: 'Hello.' }] });
      const textMessages = observedRequest.messages.filter(({ text }) => text !== '');
      expect(textMessages.map(({ role }) => role)).toEqual(
        systemAnywhere ? ['system', 'user', 'assistant', 'user', 'system'] : ['system', 'user', 'assistant', 'user'],
      );
      expect(textMessages[1]?.text).toBe('This goes on from an earlier conversation.');
    });

    it('may call several tools at once, after a sentence', async () => {
      const history = opening('say call=Read:{"file_path":"a"} call=Read:{"file_path":"b"}');
      const { message } = await turn(capture, body(capture, history));
      expect(message.content.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_use']);
      const results = message.content.flatMap((block) =>
        block.type === 'tool_use' ? [toolResult(block.id, `content of ${String(block.input['file_path'])}`)] : [],
      );
      const last = await turn(
        capture,
        body(capture, [
          ...history,
          { role: 'assistant', content: message.content },
          { role: 'user', content: results },
        ]),
      );
      expect(last.message.content).toEqual([{ type: 'text', text: 'The tool said: content of a / content of b' }]);
    });

    it('finds a deferred tool and calls it', async () => {
      const history: object[] = [...opening('call=ToolSearch:{"query":"web"}')];
      const search = await turn(capture, body(capture, history));
      const [call] = search.message.content;
      if (call?.type !== 'tool_use') throw new Error('the block is a call');
      history.push(
        { role: 'assistant', content: search.message.content },
        {
          role: 'user',
          content: [
            toolResult(call.id, [{ type: 'tool_reference', tool_name: 'WebFetch' }]),
            { type: 'text', text: 'Tool loaded. call=WebFetch:{"url":"http://localhost/"}' },
          ],
        },
      );
      const { message, observedRequest } = await turn(
        capture,
        body(capture, history, [tools.Read, tools.ToolSearch, tools.WebFetch]),
      );
      expect(message.content).toMatchObject([
        { type: 'tool_use', name: 'WebFetch', input: { url: 'http://localhost/' } },
      ]);
      expect(observedRequest.messages.find(({ resultOf }) => resultOf === call.id)?.text).toContain('WebFetch');
      expect(observedRequest.tools.map(({ name }) => name)).toContain('WebFetch');
    });

    it('returns its structured output through the tool StructuredOutput on the second request', async () => {
      const offered = [tools.Read, tools.StructuredOutput];
      const history: object[] = [...opening('Summarise.')];
      const first = await turn(capture, body(capture, history, offered));
      expect(first.message.stop_reason).toBe('end_turn');
      history.push(
        { role: 'assistant', content: first.message.content },
        { role: 'user', content: 'You must use the tool: call=StructuredOutput' },
      );
      const { message } = await turn(capture, body(capture, history, offered));
      expect(message).toMatchObject({
        stop_reason: 'tool_use',
        content: [{ type: 'tool_use', name: 'StructuredOutput', input: { summary: 'x' } }],
      });
    });

    it('ignores thinking blocks with a signature of another service instead of rejecting them', async () => {
      const other = {
        type: 'thinking',
        thinking: 'Thoughts of elsewhere.',
        signature: 'RXJrQ0NkZ0lFUkFCR0FJaVFNZz09',
      };
      const messages = [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [other, { type: 'text', text: 'Hi.' }] },
        { role: 'user', content: 'Go on.' },
      ];
      const { observedRequest } = await turn(capture, body(capture, messages));
      expect(JSON.stringify(observedRequest)).not.toContain('Thoughts of elsewhere');
      expect(observedRequest.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    });

    it('retries without streaming after a fault and gets the same message as JSON', async () => {
      const response = await send(world.service, capture, { ...body(capture, opening('Say hello.')), stream: false });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: 'Hello.' }],
      });
    });
  });

  it('may send its token instead of a key', async () => {
    const response = await world.service.post('/v1/messages?beta=true', body(captures[0] as Capture, opening('Hi')), {
      authorization: `Bearer ${world.service.key}`,
      'anthropic-version': '2023-06-01',
    });
    expect(response.status).toBe(200);
    expect(readMessageStream(await response.text()).stop_reason).toBe('end_turn');
  });
});

describe('Claude Code with the built-in model', () => {
  it.each(captures)('completes capture $name with valid usage', async (capture) => {
    const service = await startTestService();
    try {
      const response = await send(service, capture, { ...body(capture, opening('Hello!')), model: 'demo' });
      const text = await response.text();
      expect({ status: response.status, text }).toEqual({
        status: 200,
        text: expect.stringContaining('event: message_stop'),
      });
      const message = readMessageStream(text);
      expect(message.content.length).toBeGreaterThan(0);
      expect(message.usage.input_tokens + (message.usage.cache_read_input_tokens ?? 0)).toBeGreaterThan(0);
      expect(message.usage.output_tokens).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  it('reports a context overflow in the words that trigger its compaction', async () => {
    // A keep-alive would send status 200, and a busy machine may need longer than the first interval to count so many
    // words.
    const service = await startTestService({ config: { stream: { keepAliveSeconds: 600 } } });
    try {
      const response = await send(service, captures[0] as Capture, {
        ...body(captures[0] as Capture, opening('word '.repeat(200_000))),
        model: 'demo',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: {
          type: 'invalid_request_error',
          message: expect.stringMatching(/prompt is too long: \d+ tokens > \d+ maximum/),
        },
      });
    } finally {
      await service.close();
    }
  });

  it('gets a response to its connectivity check', async () => {
    const service = await startTestService();
    try {
      const response = await fetch(service.url, { method: 'HEAD', redirect: 'error' });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
    } finally {
      await service.close();
    }
  });
});

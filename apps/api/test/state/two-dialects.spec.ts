// A conversation that starts in one dialect continues in the other, by the id of its last response.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { recording, type Recording } from '../conversations/recording.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let model: Recording;
let service: TestService;
let messages: Anthropic;
let responses: OpenAI;
beforeEach(async () => {
  model = recording(['One.'], ['Two.'], ['Three.'], ['Four.']);
  service = await startTestService({ models: { m: model } });
  messages = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
  responses = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterEach(() => service.close());

const send = (content: string, previous: string, client = messages): Promise<Anthropic.Beta.Messages.BetaMessage> =>
  client.beta.messages.create({
    model: 'm',
    max_tokens: 50,
    messages: [{ role: 'user', content }],
    thread: { type: 'continue', previous_message_id: previous },
    betas: ['message-threads-2026-08-12'],
  });

describe('a conversation', () => {
  it('that starts as a response continues as a thread, and as a response again', async () => {
    const first = await responses.responses.create({ model: 'm', input: 'A', instructions: 'Then only.' });
    const second = await send('B', first.id);
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B']);
    await send('C', second.id);
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B', 'assistant: Two.', 'user: C']);
    const last = await responses.responses.create({ model: 'm', input: 'D', previous_response_id: second.id });
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B', 'assistant: Two.', 'user: D']);
    expect(last).toMatchObject({ previous_response_id: second.id, output_text: 'Four.' });
  });

  it('that starts as a thread continues as a response, without the setting that its dialect carries over', async () => {
    const first = await messages.beta.messages.create({
      model: 'm',
      max_tokens: 50,
      system: 'Then.',
      messages: [{ role: 'user', content: 'A' }],
      thread: { type: 'create' },
      betas: ['message-threads-2026-08-12'],
    });
    await responses.responses.create({ model: 'm', input: 'B', previous_response_id: first.id });
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B']);
  });

  it('of another owner is indistinguishable from a missing one, across dialects, too', async () => {
    const { id } = await responses.responses.create({ model: 'm', input: 'A' });
    const stranger = new Anthropic({ apiKey: otherKey, baseURL: service.url, maxRetries: 0 });
    for (const previous of [id, 'resp_none']) {
      await expect(send('B', previous, stranger)).rejects.toMatchObject({
        status: 404,
        error: { error: { details: { error_code: 'thread_not_found' } } },
      });
    }
  });
});

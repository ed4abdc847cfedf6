// The model receives the partial output of an aborted response when its turn is continued.
import { once } from 'node:events';
import type { GenerationRequest, LanguageModel } from '@org/engine';
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const fullText = 'First this, then that.';
let service: TestService;
/** Text of each message of the latest prompt. */
let promptMessages: string[];
/** Whether the first response has sent its last event. */
let stuck: boolean;

beforeEach(async () => {
  promptMessages = [];
  stuck = false;
  const inner = scriptedModel();
  const model: LanguageModel = {
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate({ messages }: GenerationRequest, { signal }) {
      const first = promptMessages.length === 0;
      promptMessages = messages.map(
        ({ role, parts }) =>
          `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`,
      );
      if (!first) return yield* textResponse('Done.');
      yield* textResponse(fullText).slice(0, -2);
      stuck = true;
      if (!signal.aborted) await once(signal, 'abort');
      throw new DOMException('aborted', 'AbortError');
    },
  };
  service = await startTestService({ models: { m: model } });
});
afterEach(() => service.close());

const wanted = ['user: Hi', `assistant: ${fullText}`, 'user: Go on.'];

/** Returns the prompt of the model when the response is continued. */
async function continued(id: string): Promise<readonly string[]> {
  await service.post('/v1/responses', { model: 'm', previous_response_id: id, input: 'Go on.' });
  return promptMessages;
}

describe('the partial output of a response is forwarded', () => {
  it('when it was cancelled', async () => {
    const { id } = await createBackground(service);
    await eventually(() => stuck);
    await service.post(`/v1/responses/${id}/cancel`, {});
    await pollUntil(service, id, hasEnded);
    expect(await continued(id)).toEqual(wanted);
  });

  it('when its client disconnected', async () => {
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'm', input: 'Hi', stream: true });
    const response = await fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'application/json' },
      body,
      signal: leaving.signal,
    });
    const first = await response.body?.getReader().read();
    const id = /"id":"(resp_\w+)"/.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? '';
    await eventually(() => stuck);
    leaving.abort();
    await pollUntil(service, id, ({ status }) => status === 'cancelled');
    expect(await continued(id)).toEqual(wanted);
  });

  it('when the client of a thread disconnected', async () => {
    const leaving = new AbortController();
    const ask = (thread: object, content: string, extra: object = {}): Promise<Response> =>
      fetch(`${service.url}/v1/messages`, {
        method: 'POST',
        headers: { ...service.messagesHeaders, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', max_tokens: 64, thread, messages: [{ role: 'user', content }], ...extra }),
        ...('stream' in extra && { signal: leaving.signal }),
      });
    const response = await ask({ type: 'create' }, 'Hi', { stream: true });
    const first = await response.body?.getReader().read();
    const id = /"id":"(msg_\w+)"/.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? '';
    await eventually(() => stuck);
    leaving.abort();
    await eventually(async () => (await ask({ type: 'continue', previous_message_id: id }, 'Go on.')).status === 200);
    expect(promptMessages).toEqual(wanted);
  });
});

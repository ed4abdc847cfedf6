// The official package, unchanged.
import OpenAI from 'openai';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { createScriptedModel } from '@org/engine/testing';
import { textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    models: {
      m: createScriptedModel({ id: 'm', script: (request) => textResponse(`${request.messages.length} messages`) }),
    },
  });
});
afterAll(() => service.close());

interface Turn {
  readonly id: string;
  readonly text: string;
}

/** Runs one turn and joins the text deltas. */
function turn(socket: ResponsesWS, request: { input: string; previous_response_id?: string }): Promise<Turn> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onDelta = (event: { delta: string }): void => {
      text += event.delta;
    };
    socket.on('response.output_text.delta', onDelta);
    socket.once('error', reject);
    socket.once('response.completed', ({ response }) => {
      socket.off('response.output_text.delta', onDelta);
      socket.off('error', reject);
      resolve({ id: response.id, text });
    });
    socket.send({ type: 'response.create', model: 'm', store: false, ...request });
  });
}

describe('ResponsesWS of the openai package', () => {
  it('holds a conversation without stored responses', async () => {
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` });
    const socket = new ResponsesWS(client);
    const first = await turn(socket, { input: 'one' });
    const second = await turn(socket, { input: 'two', previous_response_id: first.id });
    expect([first.text, second.text]).toEqual(['1 messages', '3 messages']);
    socket.close();
  });

  it('reports an error frame as an error and can continue', async () => {
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` });
    const socket = new ResponsesWS(client);
    await expect(turn(socket, { input: 'two', previous_response_id: 'resp_none' })).rejects.toThrow(/resp_none/);
    expect((await turn(socket, { input: 'one' })).text).toBe('1 messages');
    socket.close();
  });

  it('reports a rejected key', async () => {
    const client = new OpenAI({ apiKey: 'wrong-key-of-nobody', baseURL: `${service.url}/v1` });
    const socket = new ResponsesWS(client);
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('401');
    socket.close();
  });
});

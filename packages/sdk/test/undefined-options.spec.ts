// An undefined option counts as absent: also under `exactOptionalPropertyTypes`, which this file is compiled with.
import {
  ModelResponseClient,
  type ClientOptions,
  type RunnableTool,
  type RequestOptions,
  type ToolContext,
  type ToolRunOptions,
} from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const none = {
  signal: undefined,
  headers: undefined,
  maxRetries: undefined,
  timeoutMs: undefined,
  idleTimeoutMs: undefined,
  onResponse: undefined,
};
const ofRequest: RequestOptions = { ...none, idempotencyKey: undefined };
const ofRun: ToolRunOptions = { ...none, maxSteps: undefined };
const ofClient = (baseUrl: string): ClientOptions => ({
  baseUrl,
  apiKey: 'secret',
  messagesVersion: undefined,
  maxRetries: undefined,
  timeoutMs: undefined,
  idleTimeoutMs: undefined,
  headers: undefined,
  fetch: undefined,
  onResponse: undefined,
});
const context: ToolContext = { callId: 'call_1', signal: undefined };
const tool: RunnableTool = {
  name: 'a',
  description: undefined,
  parameters: {},
  strict: undefined,
  run: () => context.callId,
};

describe('an option that is undefined', () => {
  it('is equivalent to an omitted one', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'x', status: 'completed', output: [] }));
    const client = new ModelResponseClient(ofClient(server.url));
    const params = { model: 'm', input: 'hi' };
    await client.responses.create(params, ofRequest);
    await client.responses.create(params);
    const headersOf = (index: number): object => ({ ...server.requests[index]?.headers, host: '' });
    expect(headersOf(0)).toEqual(headersOf(1));
    expect(server.requests[0]?.body).toBe(server.requests[1]?.body);
    await client.responses.runTools(params, [tool], ofRun).finalResponse();
    expect(JSON.parse(server.requests[2]?.body ?? '')).toMatchObject({
      tools: [{ type: 'function', name: 'a', parameters: {}, strict: null }],
    });
    expect(client.responses.follow('resp_1', { ...none, startingAfter: undefined }).head).toBeUndefined();
  });
});

// The real model's process is killed during a response.
import { readdirSync, readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.close());

/** Returns the child processes of this process from Linux's process status, whose field 4 is the parent. */
function childrenRunning(script: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1];
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killModel(): void {
  const pids = childrenRunning('llama/dist/worker');
  expect(pids).toHaveLength(1);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

const story = 'Tell me a long story.';

describe('a model process that is killed with kill -9', () => {
  it('ends a messages stream with an error of the dialect and completes the next request', async () => {
    const client = new Anthropic({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
    const stream = client.messages.stream({
      model: 'demo',
      max_tokens: 900,
      messages: [{ role: 'user', content: story }],
    });
    stream.once('text', killModel);
    await expect(stream.finalMessage()).rejects.toMatchObject({
      error: { error: { type: 'api_error', message: expect.stringContaining('ended unexpectedly') } },
    });
    const next = await client.messages.create({
      model: 'demo',
      max_tokens: 60,
      messages: [{ role: 'user', content: 'Hello!' }],
    });
    expect(next.stop_reason).toBe('end_turn');
  }, 30_000);

  it('ends a responses stream as failed and stores it as failed', async () => {
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, maxRetries: 0 });
    const ids: string[] = [];
    const stream = client.responses
      .stream({ model: 'demo', input: story })
      .on('response.created', ({ response }) => ids.push(response.id));
    stream.once('response.output_text.delta', killModel);
    await expect(stream.finalResponse()).rejects.toMatchObject({ type: 'server_error' });
    expect(await client.responses.retrieve(ids[0] ?? '')).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    });
    expect(await client.responses.create({ model: 'demo', input: 'Hello!' })).toMatchObject({ status: 'completed' });
  }, 30_000);

  it('responds to a JSON request with a 5xx that names the reason', async () => {
    const asked = service.post('/v1/responses', { model: 'demo', input: story });
    // A parallel stream shows when the model works on both requests.
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, maxRetries: 0 });
    const stream = client.responses.stream({ model: 'demo', input: story });
    stream.once('response.output_text.delta', killModel);
    const [response] = await Promise.all([
      asked,
      expect(stream.finalResponse()).rejects.toMatchObject({ type: 'server_error' }),
    ]);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: { type: 'server_error', message: expect.stringContaining('ended unexpectedly') },
    });
  }, 30_000);
});

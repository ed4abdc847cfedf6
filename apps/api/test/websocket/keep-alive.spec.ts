import { EngineError } from '@org/engine';
import type { ScriptStep } from '@org/engine/testing';
import { openFrames } from '../kit/frames.js';
import { expectRepeatedNumbers } from '../kit/repeated-numbers.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

const silence = { type: 'delay', ms: 350 } as const;
const ask = { type: 'response.create', model: 'm', store: false, input: 'Hi', stream_id: 'one', odd: 1 };
const config = { stream: { keepAliveSeconds: 0.1 } };

async function framesOf(...script: readonly ScriptStep[]): Promise<readonly Record<string, unknown>[]> {
  service = await startTestService({ models: { m: scriptedModel(...script) }, config });
  const client = await openFrames(service.url, service.responsesHeaders);
  await client.ask(ask);
  client.socket.close();
  return client.frames;
}

it('announces a silent response, and sends keep-alives that name its stream before and between its events', async () => {
  const [start, ...rest] = textResponse('Hello.');
  if (start === undefined) throw new Error('a response has a first event');
  const frames = await framesOf(silence, start, ...rest.slice(0, 2), silence, ...rest.slice(2));
  const types = frames.map(({ type }) => type);
  expect(types.slice(0, 3)).toEqual(['response.created', 'response.in_progress', 'keepalive']);
  expect(types.filter((type) => type === 'response.created')).toHaveLength(1);
  expect(types.indexOf('keepalive', types.indexOf('response.output_item.added'))).toBeGreaterThan(0);
  expect(frames.filter(({ stream_id }) => stream_id !== 'one')).toEqual([]);
  expect(frames.filter(({ type }) => type !== 'keepalive').map((frame) => frame['sequence_number'])).toEqual(
    Array.from({ length: types.filter((type) => type !== 'keepalive').length }, (_, index) => index),
  );
  expectRepeatedNumbers(frames);
  expect(frames[0]).toMatchObject({ service_warnings: [expect.stringContaining('odd')] });
});

it('ends an announced response that fails with response.failed', async () => {
  const frames = await framesOf(silence, { type: 'throw', error: new EngineError('upstream-failed', 'It broke.') });
  expect(frames.at(-1)).toMatchObject({ type: 'response.failed', response: { error: { message: 'It broke.' } } });
});

// The parts of the check of real clients that need no client.
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { programOf } from '../clients/python-clients.mjs';
import { startRecordingProxy } from '../clients/recording-proxy.mjs';
import { play } from '../clients/scenario.mjs';
import { scenarios } from '../clients/scenarios.mjs';
import { startScriptedModel } from '../clients/scripted-model.mjs';

describe('the recording proxy between a client and the service', () => {
  let model;
  let proxy;
  beforeAll(async () => {
    model = await startScriptedModel();
    proxy = await startRecordingProxy(model.baseUrl);
  });
  afterAll(async () => {
    await proxy.close();
    await model.close();
  });

  const ask = (body) => fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });

  it('forwards everything and records both directions', async () => {
    model.play({ text: 'Hello.' });
    const text = await (await ask({ stream: true })).text();
    expect(text).toContain('data: [DONE]');
    expect(proxy.exchanges.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { stream: true },
      status: 200,
      reply: text,
      whole: true,
    });
  });

  it('records a disconnected response as incomplete', async () => {
    model.play({ text: 'This will be cut in the middle.', cutAfter: 1 });
    await expect(ask({ stream: true }).then((reply) => reply.text())).rejects.toThrow('terminated');
    expect(proxy.exchanges.at(-1)).toMatchObject({ status: 200, whole: false });
  });

  it('has a model that returns its responses in order and repeats the last one', async () => {
    model.play({ calls: [{ name: 'f', input: {} }] }, { status: 429, headers: { 'retry-after': '3' } });
    const first = await (await ask({})).json();
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
    });
    expect([(await ask({})).status, (await ask({})).headers.get('retry-after')]).toEqual([429, '3']);
    expect(model.asked).toHaveLength(3);
  });
});

describe('a scenario', () => {
  const exchange = { method: 'POST', path: '/v1/responses', status: 200, reply: '', responseHeaders: {} };
  const judge = (more, scenario = {}) =>
    play({ name: 'n', run: async () => undefined, ...scenario }, { exchanges: [{ ...exchange, ...more }] });
  const warned = (text) => ({ responseHeaders: { 'x-service-warning': text } });

  it('fails when a request was rejected, unless it expects that', async () => {
    await expect(judge({ status: 400 })).rejects.toThrow('returned 400');
    await judge({ status: 400 }, { refused: true });
  });

  it('fails when an unknown field was ignored', async () => {
    await judge(warned("ignored text.verbosity: 'text.verbosity' is not supported; the service ignores it."));
    await expect(
      judge(
        warned(
          "ignored text.verbosity: 'text.verbosity' is not supported; the service ignores it., dropped input.0: The service does not send 'x' to the model.",
        ),
      ),
    ).rejects.toThrow('got a warning');
  });

  it('fails when no request was sent', () =>
    expect(play({ name: 'n', run: async () => undefined }, { exchanges: [] })).rejects.toThrow('sent no request'));

  it('fails when an unexpected request was sent', async () => {
    await expect(judge({}, { sendsNoRequests: true })).rejects.toThrow('sent a request');
    await play({ name: 'n', run: async () => undefined, sendsNoRequests: true }, { exchanges: [] });
  });

  it('for Python runs an existing program, and every program is used', async () => {
    const run = new Set();
    const python = async (name) => run.add(`${name}.py`);
    // The model receives no requests, which is checked after the program.
    for (const scenario of scenarios.python)
      await scenario.run({ python, model: { play: () => undefined, asked: [] } }).catch(() => undefined);
    expect([...run, 'kit.py'].toSorted()).toEqual(
      readdirSync(dirname(programOf('kit'))).filter((name) => name.endsWith('.py')),
    );
  });

  it('has a unique name', () => {
    for (const list of Object.values(scenarios)) expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
});

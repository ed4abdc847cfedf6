// The parts of the check of real clients that need no client.
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { nodeProgramOf } from '../clients/node-sdks.mjs';
import { programOf } from '../clients/python-clients.mjs';
import { startRecordingProxy } from '../clients/recording-proxy.mjs';
import { play } from '../clients/scenario.mjs';
import { scenarios } from '../clients/scenarios.mjs';
import { startScriptedModel } from '../clients/scripted-model.mjs';
import { startScriptedUpstream } from '../clients/scripted-upstream.mjs';

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

describe('the scripted upstream', () => {
  let upstream;
  beforeAll(async () => void (upstream = await startScriptedUpstream()));
  afterAll(() => upstream.close());
  const ask = (path, body) => fetch(`${upstream.url}/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });

  it.each([
    ['messages', ({ content }) => content.map(({ type }) => type), ['thinking', 'text', 'tool_use'], 'message_stop'],
    [
      'responses',
      ({ output }) => output.map(({ type }) => type),
      ['reasoning', 'message', 'function_call'],
      'response.completed',
    ],
  ])('responds over the %s API, as JSON and as a stream', async (path, typesOf, types, last) => {
    upstream.play({ thinks: 'Hm.', text: 'Hello.', calls: [{ name: 'f', input: { a: 1 } }] });
    expect(typesOf(await (await ask(path, { model: 'm' })).json())).toEqual(types);
    const frames = (await (await ask(path, { model: 'm', stream: true })).text()).trim().split('\n\n');
    expect(frames.at(-1)).toMatch(new RegExp(`^event: ${last}\ndata: `));
    expect(upstream.requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('rejects what a rejection matches, and repeats the secrets', async () => {
    upstream.play({ text: 'Hello.' });
    upstream.repeatSecrets({ key: 'secret' });
    upstream.reject({ when: ({ bad }) => bad === true, status: 422, body: { error: { message: 'No.' } } });
    const rejected = await ask('messages', { bad: true });
    expect([rejected.status, await rejected.json()]).toEqual([
      422,
      { error: { message: 'No.' }, upstream: { key: 'secret' } },
    ]);
    expect((await ask('messages', { bad: false })).status).toBe(200);
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

  it('fails when an expected warning is missing', async () => {
    const expects = { expectsWarning: [/^clamped messages/] };
    await judge(warned('clamped messages: The upstream has no such role.'), expects);
    await expect(judge({}, expects)).rejects.toThrow('did not report a warning');
  });

  it('fails when a reply or a log contains a secret of the upstream, also in base64', async () => {
    const secrets = { key: 'secret-of-the-upstream', host: '127.0.0.1:9' };
    const playWith = (more, scene) =>
      play({ name: 'n', run: async () => undefined }, { exchanges: [{ ...exchange, ...more }], secrets, ...scene });
    await playWith({ reply: 'Nothing.' });
    await expect(playWith({ reply: `at ${secrets.host}` })).rejects.toThrow('returned a secret');
    await expect(playWith({ reply: Buffer.from(secrets.key).toString('base64') })).rejects.toThrow('returned a secret');
    await expect(playWith({ responseHeaders: { 'x-other': secrets.key } })).rejects.toThrow('returned a secret');
    await expect(playWith({}, { readLog: () => secrets.key })).rejects.toThrow('log contains a secret');
    await playWith({}, { readLog: () => secrets.host });
  });

  it('accepts a rejection when the client calls the upstream directly', () =>
    expect(judge({ status: 400 }, { straight: true })).resolves.toBeUndefined());

  it('fails when no request was sent', () =>
    expect(play({ name: 'n', run: async () => undefined }, { exchanges: [] })).rejects.toThrow('sent no request'));

  it('fails when an unexpected request was sent', async () => {
    await expect(judge({}, { sendsNoRequests: true })).rejects.toThrow('sent a request');
    await play({ name: 'n', run: async () => undefined, sendsNoRequests: true }, { exchanges: [] });
  });

  /** Neither the model nor the upstream receives a request, which is checked after the program. */
  const silentScene = {
    model: { play: () => undefined, asked: [] },
    upstream: { play: () => undefined, reject: () => undefined, requests: [] },
    secrets: { key: 'k', header: 'h', host: 'x' },
    exchanges: [],
  };

  it('for Python runs an existing program, and every program is used', async () => {
    const run = new Set();
    const python = async (name) => run.add(`${name}.py`);
    for (const scenario of scenarios.python) await scenario.run({ ...silentScene, python }).catch(() => undefined);
    expect([...run, 'kit.py'].toSorted()).toEqual(
      readdirSync(dirname(programOf('kit'))).filter((name) => name.endsWith('.py')),
    );
  });

  it('for JavaScript runs an existing program, and every program is used', async () => {
    const run = new Set();
    const node = async (name) => run.add(`${name}.mjs`);
    for (const scenario of scenarios.node) await scenario.run({ ...silentScene, node }).catch(() => undefined);
    expect([...run, 'kit.mjs'].toSorted()).toEqual(readdirSync(dirname(nodeProgramOf('kit'))));
  });

  it('has a unique name', () => {
    for (const list of Object.values(scenarios)) expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
});

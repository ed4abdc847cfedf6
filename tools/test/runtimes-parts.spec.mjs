// The parts of the runtime checks that need no other runtime.
import { setTimeout as wait } from 'node:timers/promises';
import { startSlowModel } from '../runtimes/slow-model.mjs';
import { findBrowser } from '../runtimes/runtimes.mjs';
import { startFaultyProxy } from '../runtimes/faulty-proxy.mjs';

let model;
let proxy;
beforeAll(async () => {
  model = await startSlowModel();
  proxy = await startFaultyProxy(model.url);
});
afterAll(async () => {
  await proxy.close();
  await model.close();
});

const ask = (url, name, text, signal) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    redirect: 'manual',
    signal,
    body: JSON.stringify({ model: name, stream: true, messages: [{ role: 'user', content: text }] }),
  });
const stateOf = async (text) => (await (await fetch(`${model.url}/answers/${text}`)).json()).state;

describe('the model of the check', () => {
  it('records which responses were complete', async () => {
    expect(await stateOf('one')).toBe('none');
    expect(await (await ask(model.url, 'quick', 'one')).text()).toContain('data: [DONE]');
    expect(await stateOf('one')).toBe('whole');
  });

  it('records which responses were disconnected before their end', async () => {
    const controller = new AbortController();
    await ask(model.url, 'slow', 'two', controller.signal);
    expect(await stateOf('two')).toBe('open');
    controller.abort();
    while ((await stateOf('two')) === 'open') await wait(10);
    expect(await stateOf('two')).toBe('cut');
  });
});

describe('the proxy of the check', () => {
  it('redirects', async () => {
    const response = await ask(`${proxy.url}/redirect/307`, 'quick', 'three');
    expect([response.status, response.headers.get('location')]).toEqual([307, `${model.url}/v1/chat/completions`]);
  });

  it('disconnects the first response under a name', async () => {
    await expect(ask(`${proxy.url}/cut/20/name`, 'quick', 'four').then((response) => response.text())).rejects.toThrow(
      'terminated',
    );
    expect(await (await ask(`${proxy.url}/cut/20/name`, 'quick', 'five')).text()).toContain('[DONE]');
  });

  it('is busy the configured number of times', async () => {
    const statuses = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await ask(`${proxy.url}/busy/2/other`, 'quick', 'six')).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('goes silent in the middle', async () => {
    const reader = (await ask(`${proxy.url}/stall/10`, 'quick', 'seven')).body.getReader();
    expect((await reader.read()).value).toHaveLength(10);
    expect(await Promise.race([reader.read(), wait(200, 'silence')])).toBe('silence');
    await reader.cancel();
  });
});

it('searches the path for a browser', () => {
  expect(findBrowser('/no/such/folder')).toBeUndefined();
});

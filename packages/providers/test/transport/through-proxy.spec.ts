import { createUpstreamFetch } from '#src/ai-sdk/upstream-fetch.js';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { startScriptedUpstream, type ScriptedUpstream } from '#src/testing/scripted-upstream.js';
import { failure, run } from '../chat-completions/live.js';
import { startHttpProxy, type HttpProxy } from './http-proxy.js';

let upstream: ScriptedUpstream;
let proxy: HttpProxy;
beforeEach(async () => {
  upstream = await startScriptedUpstream();
  proxy = await startHttpProxy();
});
afterEach(async () => {
  await upstream.close();
  await proxy.close();
});

const credentials = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;

describe('an upstream behind a proxy', () => {
  it('is asked through it, with the credentials in its address', async () => {
    const languageModel = createChatCompletionsModel({
      id: 'm',
      baseUrl: upstream.baseUrl,
      apiKey: 'secret',
      profile: 'generic',
      proxy: `http://me:p%40ss@${proxy.address}`,
    });
    expect(await run(languageModel)).toMatchObject({ error: undefined });
    await languageModel.probe?.();
    await languageModel.close();
    const { baseUrl } = upstream;
    expect(proxy.asked).toEqual([
      { what: `POST ${baseUrl}/chat/completions`, credentials, key: 'Bearer secret' },
      { what: `GET ${baseUrl}/models`, credentials, key: 'Bearer secret' },
    ]);
    expect(upstream.records[0]?.headers['authorization']).toBe('Bearer secret');
  });

  it('that is asked over https does not show its key to the proxy', async () => {
    const languageModel = createChatCompletionsModel({
      id: 'm',
      baseUrl: 'https://api.example.test/v1',
      apiKey: 'secret',
      profile: 'generic',
      retries: 0,
      proxy: `http://${proxy.address}`,
    });
    expect(await failure(languageModel)).toMatchObject({
      code: 'upstream-failed',
      message: 'The service could not reach the upstream.',
    });
    await languageModel.close();
    expect(proxy.asked).toEqual([{ what: 'CONNECT api.example.test:443', credentials: undefined, key: undefined }]);
  });

  it('is reached by packages, too', async () => {
    upstream.play((call) => call.reply(200, { ok: true }));
    const { fetch, close } = createUpstreamFetch({ connectTimeout: 1_000, proxy: `http://${proxy.address}` });
    const response = await fetch(`${upstream.baseUrl}/chat/completions`, {
      method: 'POST',
      body: '{"model":"m","messages":[{"role":"user","content":"Hi"}]}',
      headers: { authorization: 'Bearer secret' },
    });
    expect(await response.json()).toEqual({ ok: true });
    await close();
    expect(proxy.asked).toEqual([
      { what: `POST ${upstream.baseUrl}/chat/completions`, credentials: undefined, key: 'Bearer secret' },
    ]);
  });
});

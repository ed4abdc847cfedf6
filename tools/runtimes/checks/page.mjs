// The checks as a page with another origin than the service's. Its URL contains the settings.
import { ModelResponseClient } from '@org/sdk';
import { runAll } from './all.mjs';
import { eventually, marker, same } from './expect.mjs';
import { official } from './official.mjs';

const settings = { ...JSON.parse(decodeURIComponent(location.hash.slice(1))), runtime: 'page' };

/** What only a page can do. */
const ofPages = {
  async 'a closed frame stops its work'({ url, key, model }) {
    const text = marker();
    const frame = document.createElement('iframe');
    frame.src = `/#${encodeURIComponent(JSON.stringify({ url, key, text }))}`;
    document.body.append(frame);
    const state = async () => (await (await fetch(`${model}/answers/${text}`)).json()).state;
    await eventually('the frame sends a request', async () => (await state()) === 'open');
    frame.remove();
    await eventually('the upstream was stopped', async () => (await state()) === 'cut');
  },
  async 'a WebSocket works with the key as a sub-protocol'({ url, key }) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/responses`, [
      'realtime',
      `openai-insecure-api-key.${key}`,
    ]);
    const types = await new Promise((resolve, reject) => {
      const seen = [];
      socket.addEventListener('error', () => reject(new Error('the socket failed')));
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ type: 'response.create', model: 'quick', input: 'Hi' })),
      );
      socket.addEventListener('message', ({ data }) => {
        seen.push(JSON.parse(data).type);
        if (['response.completed', 'response.failed', 'error'].includes(seen.at(-1))) resolve(seen);
      });
    });
    socket.close();
    same([socket.protocol, types[0], types.at(-1)], ['realtime', 'response.created', 'response.completed']);
  },
  async 'a page can read the headers that the client uses'({ url, key }) {
    const heads = [];
    await new ModelResponseClient({ baseUrl: url, apiKey: key, onResponse: (head) => heads.push(head) }).models.list();
    same(typeof heads[0].requestId, 'string');
  },
};

const frameWork = async ({ url, key, text }) => {
  const client = new ModelResponseClient({ baseUrl: url, apiKey: key });
  for await (const event of client.responses.stream({ model: 'slow', input: text })) void event;
};

if (settings.text === undefined) {
  const results = await runAll(settings, { ...official, ...ofPages });
  await fetch('/results', { method: 'POST', body: JSON.stringify(results) });
} else {
  await frameWork(settings);
}

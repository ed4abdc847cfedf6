// The official SDKs, unmodified, where the client runs.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { eventually, failureOf, assertTrue, marker, same } from './expect.mjs';

const hello = 'Hello, Grüße 🌍.';
const user = (content) => ({ max_tokens: 64, messages: [{ role: 'user', content }] });
const clients = ({ url, key }) => ({
  openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: key, dangerouslyAllowBrowser: true }),
  anthropic: new Anthropic({ baseURL: url, apiKey: key, dangerouslyAllowBrowser: true }),
});
const stateOf = async (model, text) => (await (await fetch(`${model}/answers/${text}`)).json()).state;

export const official = {
  async 'the official SDKs create and stream'(world) {
    const { openai, anthropic } = clients(world);
    same((await openai.responses.create({ model: 'quick', input: 'Hi' })).output_text, hello);
    same((await anthropic.messages.create({ model: 'quick', ...user('Hi') })).content.at(-1).text, hello);
    let text = '';
    for await (const event of await openai.responses.create({ model: 'slow', input: 'Hi', stream: true }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    assertTrue(text.includes('word59'), 'the response arrived complete');
    assertTrue(
      (await anthropic.messages.stream({ model: 'slow', ...user('Hi') }).finalText()).includes('word59'),
      'the message arrived complete',
    );
  },
  async 'the official SDKs get errors with the request id'(world) {
    const { openai, anthropic } = clients(world);
    const refused = await failureOf(openai.responses.create({ model: 'nobody', input: 'Hi' }));
    same([refused.status, refused.code, typeof refused.requestID], [404, 'model_not_found', 'string']);
    const other = await failureOf(anthropic.messages.create({ model: 'nobody', ...user('Hi') }));
    same([other.status, typeof other.requestID], [404, 'string']);
  },
  async 'leaving a stream of the official SDKs stops the work'(world) {
    const { openai, anthropic } = clients(world);
    for (const ask of [
      (text) => openai.responses.create({ model: 'slow', input: text, stream: true }),
      (text) => anthropic.messages.create({ model: 'slow', ...user(text), stream: true }),
    ]) {
      const text = marker();
      for await (const event of await ask(text)) if (/delta$/.test(event.type)) break;
      await eventually('the upstream was stopped', async () => (await stateOf(world.model, text)) === 'cut');
    }
  },
};

// The end-user id, from the official SDKs to an upstream with the chat-completions API.
import Anthropic from '@anthropic-ai/sdk';
import { createChatCompletionsModel } from '@org/providers';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import OpenAI from 'openai';
import { startTestService, type TestService } from '../kit/start-service.js';

describe('the id of an end user', () => {
  let upstream: ScriptedUpstream;
  let service: TestService;
  const sentIds: unknown[] = [];
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.play((call) => {
      sentIds.push(call.body['safety_identifier']);
      call.delta({ role: 'assistant', content: 'Hello.' });
      call.finish('stop', { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 });
    });
    service = await startTestService({
      models: { m: createChatCompletionsModel({ id: 'm', baseUrl: upstream.baseUrl, profile: 'openai' }) },
    });
  });
  afterAll(async () => {
    await service.close();
    await upstream.close();
  });

  it('is sent by clients of both dialects', async () => {
    await new Anthropic({ apiKey: service.key, baseURL: service.url }).messages.create({
      model: 'm',
      max_tokens: 9,
      metadata: { user_id: 'u1' },
      messages: [{ role: 'user', content: 'Hi' }],
    });
    await new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` }).responses.create({
      model: 'm',
      input: 'Hi',
      safety_identifier: 'u2',
    });
    await new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` }).responses.create({
      model: 'm',
      input: 'Hi',
    });
    expect(sentIds).toEqual(['u1', 'u2', undefined]);
  });
});

// Verbosity and service tier: optional parameters that few upstreams support.
import { capabilityProfiles, type ProfileName } from '@org/providers';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import OpenAI from 'openai';
import Anthropic from '@anthropic-ai/sdk';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const profiles = Object.keys(capabilityProfiles) as ProfileName[];
let upstream: ScriptedUpstream;
let service: TestService;
/** Service tier that the upstream reports. */
let tier: string | null | undefined;

beforeAll(async () => {
  upstream = await startScriptedUpstream({ model: { id: 'm' } });
  upstream.play((call) => {
    const about = {
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      ...(tier === undefined ? {} : { service_tier: tier }),
    };
    for (const choice of [
      { delta: { role: 'assistant', content: 'Hi.' }, finish_reason: null },
      { delta: {}, finish_reason: 'stop' },
    ])
      call.chunk({ ...about, choices: [{ index: 0, ...choice }] });
    call.write('data: [DONE]\n\n');
    call.response.end();
  });
  const provider = (profile: ProfileName): ChatCompletionsSettings & { kind: 'chat-completions' } =>
    Object.assign(new ChatCompletionsSettings(), {
      kind: 'chat-completions' as const,
      baseUrl: upstream.baseUrl,
      profile,
    });
  const backends = (['openai', 'generic'] as const).map((profile) =>
    Object.assign(new BackendSettings(), { name: profile, provider: provider(profile) }),
  );
  service = await startTestService({
    config: {
      models: [...profiles.map((name) => ({ name, provider: provider(name) })), { name: 'both', backends }],
    },
  });
});
beforeEach(() => {
  tier = undefined;
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const openai = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const anthropic = (): Anthropic => new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const requestBody = {
  input: 'Hi',
  stream: false,
  store: false,
  text: { verbosity: 'low' },
  service_tier: 'flex',
} as const;
const message = { model: 'openai', max_tokens: 2000, messages: [{ role: 'user' as const, content: 'Hi' }] };
const sent = (): object => upstream.records.at(-1)?.body ?? {};

describe('an upstream that supports the optional parameters', () => {
  it('receives them, and the response reports the effective values', async () => {
    tier = 'default';
    const { data, response } = await openai()
      .responses.create({ model: 'openai', ...requestBody })
      .withResponse();
    expect(sent()).toMatchObject({ verbosity: 'low', service_tier: 'flex' });
    expect([data.service_tier, data.text?.verbosity, response.headers.get('x-service-warning')]).toEqual([
      'default',
      'low',
      null,
    ]);
    tier = 'flex';
    const shown: unknown[] = [];
    for await (const event of openai().responses.stream({ model: 'openai', ...requestBody, stream: true }))
      if ('response' in event) shown.push(event.response.service_tier);
    expect(new Set(shown)).toEqual(new Set(['flex']));
  });

  it('receives no parameters that the client did not send', async () => {
    await openai().responses.create({ model: 'openai', input: 'Hi', store: false });
    await anthropic().messages.create({ ...message, service_tier: 'auto' });
    for (const { body } of upstream.records.slice(-2))
      expect(Object.keys(body).filter((name) => name === 'verbosity' || name === 'service_tier')).toEqual([]);
  });

  it.each([
    ['default', 'standard'],
    ['priority', 'priority'],
    ['flex', null],
    [null, null],
    [undefined, null],
  ] as const)(
    'receives the standard tier for a message that requires it; its tier %s is %s in the message',
    async (upstreamTier, shown) => {
      tier = upstreamTier;
      const response = await anthropic().messages.create({ ...message, service_tier: 'standard_only' });
      expect(sent()).toMatchObject({ service_tier: 'default' });
      expect(sent()).not.toHaveProperty('verbosity');
      expect(response.usage.service_tier).toBe(shown);
      expect(
        (
          await anthropic()
            .messages.stream({ ...message, service_tier: 'standard_only' })
            .finalMessage()
        ).usage.service_tier,
      ).toBe(shown);
    },
  );
});

describe('an upstream that may not know them', () => {
  it.each([...profiles.filter((name) => name !== 'openai'), 'both'])(
    'does not receive them, and the client gets a warning: %s',
    async (model) => {
      tier = 'flex';
      const { data, response } = await openai()
        .responses.create({ model, ...requestBody })
        .withResponse();
      expect(response.headers.get('x-service-warning')).toMatch(/^ignored service_tier: .*, ignored text\.verbosity: /);
      if (model === 'both') return;
      expect(data.service_tier).toBe('default');
      expect(Object.keys(sent()).filter((name) => name === 'verbosity' || name === 'service_tier')).toEqual([]);
    },
  );
});

// The metrics of hosted tools have the figures that clients read in `usage`.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import { callingModel } from '../kit/calling-model.js';
import { scrapeMetrics, valueOf } from '../kit/metrics.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    models: { m: callingModel() },
    hostedTools: scriptedTools(),
    config: { metrics: Object.assign(new MetricsSettings(), { port: 0 }) },
  });
});
afterAll(() => service.close());

const input =
  'call web_search {"query":"doors"} and call web_search {"query":"walls"} and call web_search {"query":"fail"}';

it('calls of hosted tools count by their function and their failure, as often as clients of both dialects read', async () => {
  const openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: otherKey, baseURL: service.url, maxRetries: 0 });
  const { output } = await openai.responses.create({ model: 'm', input, tools: [{ type: 'web_search' }] });
  const searches = output.filter((item) => item.type === 'web_search_call' && item.status === 'completed').length;
  const { usage } = await anthropic.messages.create({
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: input }],
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  });
  const counted = searches + (usage.server_tool_use?.web_search_requests ?? 0);
  expect(counted).toBe(4);
  const series = await scrapeMetrics(service);
  const count = (errorType: string): number | undefined =>
    valueOf(series, 'gen_ai_execute_tool_duration_seconds_count', {
      gen_ai_tool_name: 'web_search',
      error_type: errorType,
    });
  expect([count(''), count('unavailable')]).toEqual([counted, 2]);
  expect(series.join('\n')).not.toMatch(/doors|walls/);
});

// A service with an upstream of each API, and models with different policies, read from a configuration file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasResponse, loadFixtures } from '@org/protocol/fixtures';
import { loadConfig } from '#src/config/load-config.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';
import { startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';

export interface PolicedService {
  readonly service: TestService;
  readonly upstream: ReplayUpstream;
  close(): Promise<void>;
}

const models = (baseUrl: string): string => `
models:
  - { name: r, provider: &responses { kind: responses, baseUrl: ${baseUrl}, retries: 0 } }
  - { name: m, provider: &messages { kind: messages, baseUrl: ${baseUrl}, retries: 0 } }
  - { name: c, provider: { kind: chat-completions, baseUrl: ${baseUrl}/v1, retries: 0, profile: vllm } }
  - name: trusted-*
    provider: *responses
    upstreamPolicy: { hostedTools: pass, vendorIds: pass, serviceTier: pass, allowedMcpServers: [https://mcp.example.com/] }
  - { name: trusted-m, provider: *messages, upstreamPolicy: { hostedTools: pass, vendorIds: pass } }
  - { name: code, provider: *responses, upstreamPolicy: { hostedTools: pass } }
  - { name: strict, provider: *responses, upstreamPolicy: { hostedTools: reject, unknownFields: reject, serviceTier: reject, mediaUrls: reject } }
`;

/** Starts the service with the models above and, in addition, `yaml`. */
export async function startPolicedService(
  yaml: (baseUrl: string) => string = () => '',
  options: Pick<TestServiceOptions, 'network'> = {},
): Promise<PolicedService> {
  const upstream = await startReplayUpstream();
  const folder = await mkdtemp(join(tmpdir(), 'policy-test-'));
  const path = join(folder, 'service.yaml');
  await writeFile(path, models(upstream.baseUrl) + yaml(upstream.baseUrl));
  const { models: configured, media } = loadConfig({ SERVICE_CONFIG: path, DATA_DIR: folder }, folder);
  const service = await startTestService({
    config: { models: configured, ...(media === undefined ? {} : { media }) },
    ...options,
  });
  upstream.replay(({ path: asked }) => {
    if (asked.includes('token')) return { document: { input_tokens: 7 } };
    return asked.endsWith('/chat/completions') ? { document: completion } : { events: eventsOf(asked) };
  });
  return {
    service,
    upstream,
    async close() {
      await service.close();
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const completion = {
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** A short response of the dialect at `path`. */
export function eventsOf(path: string): readonly object[] {
  const fixtures = path.startsWith('/v1/messages') ? loadFixtures('messages') : loadFixtures('responses');
  for (const example of fixtures) if (example.name === 'plain-text' && hasResponse(example)) return example.events;
  throw new Error('no fixture plain-text');
}

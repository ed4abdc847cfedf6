import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultUpstreamPolicy } from '@org/dialects/dialect';
import { loadConfig } from '#src/config/load-config.js';
import { findPolicies } from '#src/upstream-policy/model-policies.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function policiesOf(yaml: string): Promise<ReturnType<typeof findPolicies>> {
  const path = join(folder, 'service.yaml');
  await writeFile(path, yaml);
  return findPolicies(loadConfig({ SERVICE_CONFIG: path, DATA_DIR: folder }, folder).models);
}
const provider = 'provider: { kind: responses, baseUrl: "http://127.0.0.1:9" }';

it('is the safe default where nothing is set', async () => {
  const find = await policiesOf(`models: [{ name: m, ${provider} }]`);
  expect(find('m')).toEqual({ settings: defaultUpstreamPolicy, dialects: new Set(['responses']) });
  expect(defaultUpstreamPolicy).toEqual({
    hostedTools: 'drop',
    mcpServers: 'reject',
    allowedMcpServers: [],
    vendorIds: 'reject',
    unknownFields: 'pass',
    serviceTier: 'drop',
    mediaUrls: 'public',
  });
});

it('is that of the service, with the keys that a model replaces', async () => {
  const find = await policiesOf(`
upstreamPolicy: { vendorIds: drop, serviceTier: pass }
models:
  - { name: "gpt-*", ${provider}, upstreamPolicy: { hostedTools: pass, vendorIds: pass } }
  - { name: other, ${provider} }
`);
  expect(find('gpt-5')?.settings).toMatchObject({ hostedTools: 'pass', vendorIds: 'pass', serviceTier: 'pass' });
  expect(find('other')?.settings).toMatchObject({ hostedTools: 'drop', vendorIds: 'drop', serviceTier: 'pass' });
  expect(find('unknown')).toBeUndefined();
  expect(find(7)).toBeUndefined();
});

it('rejects hosted tools where policy.hostedTools does', async () => {
  const find = await policiesOf(`{ policy: { hostedTools: reject }, models: [{ name: m, ${provider} }] }`);
  expect(find('m')?.settings.hostedTools).toBe('reject');
});

it('is none for local models', async () => {
  const find = await policiesOf('models: [{ name: demo, provider: { kind: llama, model: demo } }]');
  expect(find('demo')).toBeUndefined();
});

it.each([
  ['upstreamPolicy: { hostedTools: warn }', 'upstreamPolicy.hostedTools'],
  ['upstreamPolicy: { mediaUrls: pass }', 'upstreamPolicy.mediaUrls'],
  ['upstreamPolicy: { mcp: pass }', 'upstreamPolicy'],
  ['upstreamPolicy: { mediaUrls: fetch }', 'needs media.fetch: true'],
])('fails at start: %s', async (yaml, reason) => {
  await expect(policiesOf(`{ ${yaml}, models: [{ name: m, ${provider} }] }`)).rejects.toThrow(reason);
});

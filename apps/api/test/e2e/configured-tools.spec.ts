// Hosted tools as `tools` in service.yaml sets them up.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#src/config/load-config.js';
import type { HostedToolSettings } from '#src/config/settings/tool-settings.js';
import { callingModel } from '../kit/calling-model.js';
import { startTestService } from '../kit/start-service.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configured-tools-'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'pages', 'doors.md'), '# Doors\n\nOak doors last a century.');
});
afterEach(() => rmSync(folder, { recursive: true }));

function toolsWith(webFetch: string): HostedToolSettings {
  const search = 'webSearch: { provider: local, folder: pages, baseUrl: "https://docs.example" }';
  writeFileSync(
    join(folder, 'service.yaml'),
    `models: [{ name: demo, provider: { kind: llama, model: demo } }]\ntools:\n  ${search}\n  ${webFetch}\n`,
  );
  return loadConfig({}, folder).tools;
}

/** What a model reads after it opened the page that the search finds. */
async function opened(tools: HostedToolSettings): Promise<string> {
  const service = await startTestService({ models: { m: callingModel() }, config: { tools } });
  try {
    const url = 'https://docs.example/doors.md';
    const reply = await service.post('/v1/alpha/search', { input: url, commands: { open: [{ ref_id: url }] } });
    return ((await reply.json()) as { output: string }).output;
  } finally {
    await service.close();
  }
}

describe('`tools.webFetch`', () => {
  it('is not needed to open the pages of searches', async () => {
    expect(await opened(toolsWith(''))).toContain('Oak doors last a century.');
    expect(await opened(toolsWith('webFetch: {}'))).toContain('Oak doors last a century.');
  });

  it('turns off open_page and find_in_page with `enabled: false`, and loses no list', async () => {
    const tools = toolsWith('webFetch: { enabled: false, block: [ads.example], obeyRobots: false }');
    expect(tools.webFetch).toMatchObject({ enabled: false, block: ['ads.example'], obeyRobots: false });
    expect(await opened(tools)).toBe('There is no function open_page. Call web_search.');
  });
});

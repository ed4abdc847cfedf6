// Hosted tools as `tools` in service.yaml sets them up.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
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

function toolsWith(tool: string): HostedToolSettings {
  const search = 'webSearch: { provider: local, folder: pages, baseUrl: "https://docs.example" }';
  writeFileSync(
    join(folder, 'service.yaml'),
    `models: [{ name: demo, provider: { kind: llama, model: demo } }]\ntools:\n  ${search}\n  ${tool}\n`,
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

describe('`tools.code`', () => {
  it('continues in the container of the conversation, also after code that failed', async () => {
    const models = { m: callingModel() };
    const service = await startTestService({ models, config: { tools: toolsWith('code: { isolation: process }') } });
    const { responses } = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const containers: string[] = [];
    const outputs: unknown[] = [];
    try {
      let previous: string | undefined;
      for (const code of ["open('a', 'w').write('hi')", 'x = 1 / 0', "open('a').read()"]) {
        const response = await responses.create({
          ...{ model: 'm', input: `call python ${JSON.stringify({ code })}` },
          tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
          include: ['code_interpreter_call.outputs'],
          ...(previous !== undefined && { previous_response_id: previous }),
        });
        previous = response.id;
        const item = response.output.find(({ type }) => type === 'code_interpreter_call');
        if (item?.type !== 'code_interpreter_call') throw new Error('No code ran.');
        containers.push(item.container_id);
        outputs.push(item.outputs?.[0]);
      }
    } finally {
      await service.close();
    }
    expect(new Set(containers).size).toBe(1);
    expect(outputs.at(-1)).toEqual({ type: 'logs', logs: "'hi'\n" });
  }, 60_000);
});

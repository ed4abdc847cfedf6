// Hosted tools as `tools` in service.yaml sets them up.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { loadConfig } from '#src/config/load-config.js';
import type { HostedToolSettings } from '#src/config/settings/tool-settings.js';
import { callingModel } from '../kit/calling-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'configured-tools-'));
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, 'pages', 'doors.md'), '# Doors\n\nOak doors last a century.');
});
afterAll(() => rmSync(folder, { recursive: true }));

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

describe('`tools.webSearch` with a folder', () => {
  it('lets web_fetch read the pages that the search finds, without a network', async () => {
    const models = { m: callingModel() };
    const service = await startTestService({ models, config: { tools: toolsWith('webFetch: {}') } });
    try {
      const url = 'https://docs.example/doors.md';
      const reply = await service.post('/v1/messages', {
        ...{ model: 'm', max_tokens: 100, tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] },
        messages: [{ role: 'user', content: `call web_fetch {"url":"${url}"}` }],
      });
      expect(await reply.json()).toMatchObject({
        content: expect.arrayContaining([
          expect.objectContaining({ content: expect.objectContaining({ type: 'web_fetch_result', url }) }),
        ]),
      });
    } finally {
      await service.close();
    }
  });
});

describe('`tools.code`', () => {
  let service: TestService;
  let openai: OpenAI;
  beforeAll(async () => {
    const config = { tools: toolsWith('code: { isolation: process }') };
    service = await startTestService({ models: { m: callingModel() }, config });
    openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  });
  afterAll(() => service.close());

  const running = (code: string): string => `call python ${JSON.stringify({ code })}`;
  /** The response to a request that runs `code`, and the item of its call. */
  async function run(code: string, over: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {}) {
    const response = await openai.responses.create({
      ...{ model: 'm', input: running(code) },
      tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
      include: ['code_interpreter_call.outputs'],
      ...over,
    });
    const item = response.output.find(({ type }) => type === 'code_interpreter_call');
    if (item?.type !== 'code_interpreter_call') throw new Error('No code ran.');
    return { response, containerId: item.container_id, output: item.outputs?.[0] };
  }

  it('continues in the container of the conversation, also after code that failed', async () => {
    const first = await run("open('a', 'w').write('hi')");
    const second = await run('x = 1 / 0', { previous_response_id: first.response.id });
    const third = await run("open('a').read()", { previous_response_id: second.response.id });
    expect(third).toMatchObject({ containerId: first.containerId, output: { type: 'logs', logs: "'hi'\n" } });
  });

  it('continues in the container of calls that the client sends back', async () => {
    const { response, containerId } = await run("open('a', 'w').write('hi')", { store: false });
    const next = await run('', {
      input: [
        ...(response.output as OpenAI.Responses.ResponseInputItem[]),
        { role: 'user', content: running("open('a').read()") },
      ],
    });
    expect(next).toMatchObject({ containerId, output: { logs: "'hi'\n" } });
  });

  it('gives each version of a file that a response names', async () => {
    const named = async (code: string, previous?: string) => {
      const { response, containerId } = await run(code, { ...(previous && { previous_response_id: previous }) });
      const { data } = await openai.containers.files.list(containerId);
      return { id: response.id, containerId, files: data.map(({ id }) => id) };
    };
    const first = await named("open('a.csv', 'w').write('one')");
    const second = await named("open('a.csv', 'w').write('two, three')", first.id);
    const read = async (id: string) =>
      await (await openai.containers.files.content.retrieve(id, { container_id: first.containerId })).text();
    expect([first.files.length, second.files.length]).toEqual([1, 1]);
    expect(await Promise.all([...first.files, ...second.files].map(read))).toEqual(['one', 'two, three']);
    await openai.containers.files.delete(String(second.files[0]), { container_id: first.containerId });
    for (const id of [...first.files, ...second.files]) await expect(read(id)).rejects.toMatchObject({ status: 404 });
  });

  it('cites files of the container where a text names them, as long as they exist', async () => {
    const { response, containerId } = await run("open('a.csv', 'w').write('1')");
    const named = async (text: string): Promise<unknown> => {
      const { output } = await openai.responses.create({
        ...{ model: 'm', input: text, previous_response_id: response.id },
        tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
      });
      return output.flatMap((item) => (item.type === 'message' ? item.content : []));
    };
    const cited = { type: 'container_file_citation', filename: 'a.csv', container_id: containerId };
    expect(await named('a.csv, again sandbox:/mnt/data/a.csv')).toMatchObject([{ annotations: [cited, cited] }]);
    await openai.containers.delete(containerId);
    expect(await named('a.csv')).toMatchObject([{ annotations: [] }]);
  });

  it('has the files that the input attaches', async () => {
    const file = await toFile(Buffer.from('a,b'), 'in.csv');
    const { id } = await openai.files.create({ file, purpose: 'user_data' });
    const { output } = await run('', {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', file_id: id },
            { type: 'input_text', text: running("open('in.csv').read()") },
          ],
        },
      ],
    });
    expect(output).toMatchObject({ logs: "'a,b'\n" });
  });

  it('has the files that earlier turns attached', async () => {
    const { id } = await openai.files.create({
      file: await toFile(Buffer.from('a,b'), 'in.csv'),
      purpose: 'user_data',
    });
    const first = await openai.responses.create({
      model: 'm',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', file_id: id },
            { type: 'input_text', text: 'Later.' },
          ],
        },
      ],
    });
    const { output } = await run("open('in.csv').read()", { previous_response_id: first.id });
    expect(output).toMatchObject({ logs: "'a,b'\n" });
  });
});

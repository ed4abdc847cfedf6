// The programs of the guides to files, an intranet and data analysis, as they are printed.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { emptyUsage, type LanguageModel } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { loadConfig } from '#src/config/load-config.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const execute = promisify(execFile);
/** Its packages include every client of the guides. */
const cwd = fileURLToPath(new URL('../../', import.meta.url));

/** Programs of a page by their heading; without a heading of its own, by that of the page. */
function programsOf(page: string, language: 'js' | 'sh'): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(`../../../../docs/guides/${page}.md`, import.meta.url), 'utf8');
  const sections = text.split(/^#+ /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [, program] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(section) ?? [];
      return program === undefined ? [] : [[section.slice(0, section.indexOf('\n')), program] as const];
    }),
  );
}

const plot = "open('plot.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n')\nprint(open('sales.csv').read())";
const argumentsOf: ReadonlyMap<string, object> = new Map([
  ['file_search', { query: 'backups deleted' }],
  ['web_search', { query: 'days of leave' }],
  ['python', { code: plot }],
]);

/** Calls the first hosted tool that it knows, and then repeats what it has read, with a citation. */
function readingModel(): LanguageModel {
  return createScriptedModel({
    id: 'demo',
    script({ messages, tools }) {
      const last = messages.at(-1);
      const tool = tools.find((one) => one.kind === 'function' && argumentsOf.has(one.name));
      const name = tool?.kind === 'function' ? tool.name : '';
      const calls = last?.role === 'user' && name !== '';
      const result = calls
        ? {
            type: 'tool-call' as const,
            callId: 'call_1',
            name,
            kind: 'function' as const,
            argumentsText: JSON.stringify(argumentsOf.get(name)),
            ...(tool?.kind === 'function' && tool.namespace !== undefined && { namespace: tool.namespace }),
          }
        : `Read: ${JSON.stringify(last?.parts)} [1]`;
      return [
        ...replay(
          buildResult([result], {
            model: 'demo',
            usage: emptyUsage,
            finishReason: { unified: calls ? 'tool-calls' : 'stop' },
          }),
          4,
        ),
      ];
    },
  });
}

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hosted-tool-pages-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'leave.md'), '# Leave\n\nThere are 30 days of leave in a year.\n');
  const settings = {
    models: [{ name: 'demo', provider: { kind: 'llama', model: 'demo' } }],
    tools: {
      webSearch: { provider: 'local', folder: 'docs', baseUrl: 'https://handbook.example/' },
      // The page is what is tested here; packages/hosted-tools tests the sandboxes.
      code: { isolation: 'process' },
    },
  };
  writeFileSync(join(folder, 'service.yaml'), JSON.stringify(settings));
  const { tools } = loadConfig({}, folder);
  service = await startTestService({ models: { demo: readingModel() }, config: { tools } });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function run(file: string, args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    BASE_URL: service.url,
    API_KEY: service.key,
    OUT: folder,
    TMPDIR: folder,
  };
  return (await execute(file, args, { cwd, env, timeout: 60_000 })).stdout;
}
const runModule = (program: string | undefined): Promise<string> =>
  run(process.execPath, ['--input-type=module', '--eval', program ?? '']);

describe('the guide to questions about files', () => {
  const programs = programsOf('rag', 'js');

  it('has a program for each SDK', () => {
    expect([...programs.keys()]).toEqual(['openai', '@anthropic-ai/sdk', 'AI SDK', '@org/sdk']);
  });

  it.each([...programs])('has a program of at most 24 lines whose model reads the file: %s', async (_, program) => {
    expect(program.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(24);
    expect(await runModule(program)).toContain('deleted after 30 days');
  });

  it.each(['openai', 'AI SDK'])('shows which file is cited: %s', async (name) => {
    expect(await runModule(programs.get(name))).toContain("'backups.md'");
  });

  it('has commands for curl whose model reads the file', async () => {
    const [program = ''] = programsOf('rag', 'sh').values();
    expect(await run('sh', ['-ec', program])).toContain('deleted after 30 days');
  });
});

describe('the guide to the search of an intranet', () => {
  it('has a program that cites a page of the folder', async () => {
    const [program] = programsOf('intranet-search', 'js').values();
    const output = await runModule(program);
    expect(output).toContain('30 days of leave');
    expect(output).toContain('https://handbook.example/');
  });
});

describe('the guide to data analysis', () => {
  it('has a program that sends a table and writes the plot that the code made', async () => {
    const [program] = programsOf('data-analysis', 'js').values();
    expect(await runModule(program)).toContain(`wrote ${folder}/plot.png`);
    expect(readFileSync(join(folder, 'plot.png')).subarray(1, 4).toString()).toBe('PNG');
  });
});

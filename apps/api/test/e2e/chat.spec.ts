// A chat in the terminal with a running service: in a process with a pipe, and at a prompt.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseChatArguments } from '#src/chat/chat-arguments.js';
import { chatProgram } from '#src/chat/chat-program.js';
import { ChatRenderer, plainStyle, terminalStyle } from '#src/chat/chat-renderer.js';
import { loadConfig } from '#src/config/load-config.js';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { systemClock } from '@org/engine';
import type { ResponseStreamEvent } from '@org/sdk';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const ctrlC = '\u0003';
const ctrlD = '\u0004';

let folder: string;
let url: string;
let stop: () => void = () => undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-'));
  const service = spawn(process.execPath, [program], { cwd: folder, env: { PORT: '0' } });
  stop = () => service.kill('SIGKILL');
  let output = '';
  service.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => output.includes('/v1/responses -H'), 120_000);
  url = /address {2}(\S+)/.exec(output)?.[1] ?? '';
}, 180_000);
afterAll(async () => {
  stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program with `input` on standard input. */
async function pipe(input: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [program, 'chat', ...args], { cwd: folder, env: {} });
  const out = { output: '', errors: '' };
  child.stdout.on('data', (data: Buffer) => (out.output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (out.errors += data.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...out };
}

describe('a chat with a pipe', () => {
  it('writes the response, and nothing else, to standard output', async () => {
    const { code, output, errors } = await pipe('What is the capital of France?\n', '--url', url);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/Paris.*\n$/);
    expect(output).not.toContain('\u001B');
  }, 120_000);

  it('creates a key once, which its owner alone can read', async () => {
    await pipe('Hello!', '--url', url);
    const path = join(folder, 'data/chat-key');
    const key = await readFile(path, 'utf8');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await pipe('Hello!', '--url', url);
    expect(await readFile(path, 'utf8')).toBe(key);
  }, 120_000);

  it.each<[string, () => readonly string[], string]>([
    [
      'Hello!',
      () => ['--url', 'http://127.0.0.1:9'],
      'no service responds at http://127.0.0.1:9; start one with "npm start"',
    ],
    ['Hello!', () => ['--url', url, '--model', 'gpt'], 'gpt'],
    ['', () => ['--url', url], 'standard input is empty'],
    ['Hello!', () => ['--effort', 'max'], '--effort is max, and must be one of none, low, medium, high'],
  ])(
    'fails with one sentence: %j',
    async (input, args, sentence) => {
      const { code, output, errors } = await pipe(input, ...args());
      expect([code, output]).toEqual([1, '']);
      expect(errors).toContain(sentence);
      expect(errors).not.toContain(' at async ');
    },
    120_000,
  );
});

describe('a chat in a terminal', () => {
  /** A prompt in this process, with keys to press and the screen to read. */
  function open(...args: readonly string[]) {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    let screen = '';
    output.on('data', (data: Buffer) => (screen += data.toString()));
    const config = loadConfig({ DATA_DIR: join(folder, 'data') }, folder);
    const parts = { ids: createRandomIdSource(), clock: systemClock, variables: {} };
    const ended = chatProgram(['--url', url, ...args], config, parts, { input, output });
    return {
      press: (keys: string): void => void input.write(keys),
      shows: (text: string | RegExp) => eventually(() => screen.search(text) >= 0, 60_000),
      clear: (): void => void (screen = ''),
      ended,
    };
  }

  it('streams responses, continues the conversation, changes the model, and ends at Ctrl-D', async () => {
    const chat = open();
    await chat.shows('demo at http');
    chat.press('My name is Ada.\r');
    await chat.shows(/Ada\.\r?\n[^>]+> /);
    chat.clear();
    chat.press('What is my name?\r');
    await chat.shows(/name\?\r?\n[^>]*Ada[^>]*> /);
    chat.press('/model\r');
    await chat.shows('\\* demo');
    chat.press('/model other\r');
    await chat.shows('The next turn is for other');
    chat.clear();
    chat.press('Hello\r');
    await chat.shows('other');
    chat.press('/nonsense\r');
    await chat.shows('/nonsense is no command');
    chat.press(ctrlD);
    expect(await chat.ended).toBeUndefined();
  }, 180_000);

  it('stops a response at Ctrl-C, and quits at two', async () => {
    const chat = open();
    await chat.shows('demo at http');
    chat.press('Tell me a short story.\r');
    await chat.shows(/story\.\r?\n\S/);
    chat.press(ctrlC);
    await chat.shows(/\(stopped\)|> $/);
    chat.press('Hello!\r');
    await chat.shows(/Hello!\r?\n[^>]+> /);
    chat.press(ctrlC);
    chat.press(ctrlC);
    expect(await chat.ended).toBeUndefined();
  }, 180_000);
});

describe('what a chat shows', () => {
  const events = [
    { type: 'response.reasoning_text.delta', delta: 'Let me think.' },
    {
      type: 'response.output_item.done',
      item: { type: 'function_call', name: 'get_weather', arguments: '{"city":"Paris"}' },
    },
    { type: 'response.output_item.done', item: { type: 'mcp_call', name: 'look', arguments: '{}', output: 'a\nb' } },
    { type: 'response.output_text.delta', delta: 'Sun\u001B]0;title\u0007ny' },
    { type: 'response.output_text.delta', delta: ' today.' },
  ] as readonly object[] as readonly ResponseStreamEvent[];
  const shown = (style: typeof plainStyle): string => {
    const renderer = new ChatRenderer(style);
    return events.map((event) => renderer.push(event)).join('') + renderer.end();
  };

  it('is reasoning and tool calls next to the text, in a terminal', () => {
    expect(shown({ ...terminalStyle, dim: (text) => `<${text}>` })).toBe(
      '<Let me think.>\n<[tool] get_weather({"city":"Paris"})>\n<[tool] look({}) -> a b>\nSun]0;titleny today.\n',
    );
  });

  it('is the text alone in a pipe, without control characters', () => {
    expect(shown(plainStyle)).toBe('Sun]0;titleny today.\n');
  });

  it('depends on arguments that are checked', () => {
    expect(parseChatArguments(['--model', 'm', '--effort', 'low'])).toEqual({ model: 'm', effort: 'low' });
    expect(() => parseChatArguments(['hello'])).toThrow('Unexpected argument');
  });
});

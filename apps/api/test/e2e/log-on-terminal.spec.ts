// The log of the program on a real terminal, which `script` of util-linux provides.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

let folder: string;
let child: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terminal-test-'));
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts a command in the folder, and waits until the program has logged that it started. */
async function start(command: string, args: readonly string[], variables: Record<string, string> = {}): Promise<void> {
  output = '';
  child = spawn(command, [...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', SHELL: '/bin/sh', PORT: '0', ...variables },
  });
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => /\bstarted\b.*\r?\n/.test(output) || child.exitCode !== null, 60_000);
}

const onTerminal = (variables?: Record<string, string>): Promise<void> => {
  const command = `exec '${process.execPath}' '${program}'`;
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], variables);
};
const textLine = /^\d\d:\d\d:\d\d\.\d{3} INFO {2}started .*url=http/m;
const jsonLine = /^\{.*"msg":"started"/m;

/** Presses Ctrl-C on the terminal, and waits for the end of the program. */
async function interrupt(): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.write('\u0003');
  await exit;
}

(hasTerminal ? describe : describe.skip)(`a log on a terminal${hasTerminal ? '' : ' (skipped: no script)'}`, () => {
  it('has readable lines, and ends with Ctrl-C', async () => {
    await onTerminal();
    expect(output).toMatch(textLine);
    expect(output).not.toMatch(jsonLine);
    await interrupt();
    expect(child.exitCode).toBe(0);
  });

  it('is JSON with LOG_FORMAT=json', async () => {
    await onTerminal({ LOG_FORMAT: 'json' });
    expect(output).toMatch(jsonLine);
    expect(output).not.toMatch(textLine);
    await interrupt();
  });
});

describe('a log in a pipe', () => {
  it('is JSON', async () => {
    await start(process.execPath, [program]);
    expect(output).toMatch(jsonLine);
    expect(output).not.toMatch(textLine);
  });

  it('has readable lines with LOG_FORMAT=text', async () => {
    await start(process.execPath, [program], { LOG_FORMAT: 'text' });
    expect(output).toMatch(textLine);
    expect(output).not.toMatch(jsonLine);
  });
});

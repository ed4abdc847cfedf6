import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that sends a request every 40 milliseconds, gets a response or none, and prints "asked" and "silent". */
const watcher = (isResponsive: boolean): string => `
  const { SilenceMonitor } = await import(${JSON.stringify(new URL('../dist/silence-monitor.js', import.meta.url).href)});
  const ask = () => {
    process.stdout.write('asked ');
    if (${isResponsive}) setTimeout(() => watch.onResponse(), 5);
  };
  const watch = new SilenceMonitor({ intervalMs: 40, maxUnanswered: 4 }, ask, () => process.stdout.write('silent '));
  setInterval(() => undefined, 1_000);
`;

async function outputOf(
  isResponsive: boolean,
  meanwhile: (pid: number) => Promise<unknown>,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', watcher(isResponsive)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const started = new Promise((resolve) => child.stdout.once('data', resolve));
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  try {
    await started;
    await meanwhile(child.pid ?? 0);
    return output.trim().split(' ');
  } finally {
    child.kill('SIGKILL');
  }
}

describe('the silence monitor', () => {
  it('reports it after the maximum number of unanswered requests', async () => {
    const output = await outputOf(false, () => pause(1_500));
    expect(output.indexOf('silent')).toBe(4);
  });

  it('reports nothing when its own process was stopped for longer than that', async () => {
    const output = await outputOf(true, async (pid) => {
      await pause(300);
      process.kill(pid, 'SIGSTOP');
      await pause(1_000);
      process.kill(pid, 'SIGCONT');
      await pause(300);
    });
    expect(output).toContain('asked');
    expect(output).not.toContain('silent');
  });
});

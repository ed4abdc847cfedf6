// Runs the checks of one folder in a program, or in a page, and returns their results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPageServer } from './page-server.mjs';

/** Milliseconds that all checks together may take. */
export const timeout = 180_000;
/** Flags for a headless browser that contacts only the pages of the checks. */
const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @typedef {{ name: string, milliseconds: number, failure?: string }} Result */

/**
 * Runs `program ...args`, which must print its results last and end by itself.
 * @returns {Promise<Result[]>}
 */
export async function runAsProgram(folder, { program, args }, settings) {
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  const child = spawn(program, [...args, 'checks/program.mjs', file], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeout,
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`it ended with ${signal ?? `code ${code}`}: ${errors.slice(-2_000)}`);
  return JSON.parse(output.trim().split('\n').at(-1));
}

/**
 * As a page in `browser`.
 * @returns {Promise<Result[]>}
 */
export async function runAsPage(folder, browser, settings) {
  const profile = mkdtempSync(join(tmpdir(), 'runtimes-browser-'));
  const server = await startPageServer(folder);
  const url = `${server.url}#${encodeURIComponent(JSON.stringify(settings))}`;
  const child = spawn(browser, [...quiet, '--enable-logging=stderr', `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeout,
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const exited = once(child, 'close');
  try {
    const results = await Promise.race([server.results, exited.then(() => undefined)]);
    if (results === undefined)
      throw new Error(
        `the page reported nothing: ${errors
          .split('\n')
          .filter((line) => line.includes('CONSOLE'))
          .join('\n')
          .slice(0, 2_000)}`,
      );
    return results;
  } finally {
    child.kill();
    await exited;
    await server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

import { spawn } from 'node:child_process';

/** All running programs, so that none remains after this process. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * @typedef {object} Run outcome of a program
 * @property {number} code exit code; 128 when a signal ended the program
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a program to its end, with only the path from this process's environment.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string>, stdin?: string, timeoutMs?: number }} options
 * @returns {Promise<Run>}
 */
export function runProgram(command, args, { cwd, env, stdin = '', timeoutMs = 120_000 }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    const run = { code: 128, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (run.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (run.stderr += text));
    const timer = setTimeout(() => {
      run.stderr += `\n(ended after ${timeoutMs} ms)`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ ...run, code: code ?? 128 });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

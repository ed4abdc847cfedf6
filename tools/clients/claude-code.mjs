// Claude Code, run headless as a user runs it: with the environment block of docs/guides/claude-code.md.
import { mkdirSync } from 'node:fs';
import { runProgram } from './run-program.mjs';

/** Settings that prevent requests to any other host than the service. */
export const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
};

/**
 * @typedef {object} ClaudeRun
 * @property {number} code
 * @property {any[]} events its output, one event per line
 * @property {string} stderr
 * @property {any} result its last event
 * @property {any[]} blocks all blocks of the assistant, in order
 * @property {any[]} results results of the tools
 */

/** Runs Claude Code with a separate home directory `home` against the service at `baseUrl`. */
export function claudeCodeIn({ program, home, cwd, baseUrl, key }) {
  mkdirSync(home, { recursive: true });

  /**
   * @param {string[]} args arguments after `claude -p`
   * @param {{ env?: Record<string, string>, stdin?: string, timeoutMs?: number }} [options]
   * @returns {Promise<ClaudeRun>}
   */
  return async function claude(args, { env = { ANTHROPIC_API_KEY: key }, stdin, timeoutMs } = {}) {
    const run = await runProgram(program, ['-p', '--verbose', '--output-format', 'stream-json', ...args], {
      cwd,
      env: { HOME: home, ANTHROPIC_BASE_URL: baseUrl, ...quiet, ...env },
      ...(stdin === undefined ? {} : { stdin }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    const events = run.stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const contentOf = (type) =>
      events.flatMap((event) =>
        event.type === type && Array.isArray(event.message?.content) ? event.message.content : [],
      );
    return {
      ...run,
      events,
      result: events.findLast(({ type }) => type === 'result'),
      blocks: contentOf('assistant'),
      results: contentOf('user'),
    };
  };
}
